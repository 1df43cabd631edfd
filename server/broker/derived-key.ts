import { hash } from 'node:crypto'
import type { ClientOrderId } from '../../src/domain/orders/order.ts'

export const derivedKey = (cause: string, ...about: readonly (string | number)[]): ClientOrderId =>
  hash('sha256', [cause, ...about].join('|')).slice(0, 32) as ClientOrderId
