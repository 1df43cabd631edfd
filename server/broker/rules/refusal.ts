import type { WireCode } from '../../../src/contract/error-codes.ts'
import type { Order } from '../account.ts'
import type { Refused } from '../rules.ts'

export const beforeEntry = (code: WireCode, message: string): Refused => ({
  kind: 'refused',
  stage: 'api',
  code,
  message,
  raw: null,
})

export const onlyCancels = (reason: string): Refused =>
  beforeEntry('CANCEL_ONLY', `Only cancels are accepted on this account: ${reason}`)

export const alreadyEnded = ({ status }: Pick<Order, 'status'>): Refused =>
  beforeEntry('ORDER_ENDED', `Order is already ${status}.`)

export const byRiskCheck = (code: WireCode, message: string, raw: string): Refused => ({
  kind: 'refused',
  stage: 'rms',
  code,
  message,
  raw,
})
