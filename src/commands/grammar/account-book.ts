import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { choice } from './choice.ts'

export const accountBook = choice<DashboardBook>('broker book or virtual book', [
  { value: 'broker', words: ['broker book'], title: 'Broker book' },
  { value: 'virtual', words: ['virtual book'], title: 'Virtual book' },
])
