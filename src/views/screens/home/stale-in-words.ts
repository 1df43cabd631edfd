import { toIstClock } from '../../../domain/time.ts'

export const staleInWords = (lostAt: number | null): string =>
  lostAt === null ? ', stale prices' : `, no quotes since ${toIstClock(lostAt)}`
