import type { ClientOrderId } from '../../../src/domain/order.ts'
import type { Order } from '../account.ts'
import type { Outcome } from '../ledger.ts'
import type { Facts, Refused, Rules } from '../rules.ts'
import type { AccountState } from './account-state.ts'

export interface DecisionParts {
  readonly rules: Rules
  readonly facts: Facts
  /** Orders of earlier days whose client order id is asked for again. */
  readonly past: ReadonlyMap<ClientOrderId, Order>
  /** Wall times of orders and changes that were refused at the door: no event tells of them, and they count for the rate. */
  readonly refusedAt: readonly Facts['wall'][]
}

export const withRefused = (account: AccountState, refusedAt: DecisionParts['refusedAt']): AccountState =>
  refusedAt.length === 0
    ? account
    : {
        ...account,
        recentOrders: [...account.recentOrders, ...refusedAt].sort((left, right) => left - right),
      }

export const refusedAtDoor = (type: string, code: string, message: string): Refused => ({
  kind: 'refused',
  stage: 'api',
  type,
  code,
  message,
  raw: null,
})

export const done = (order: Order | null, isRepeat = false): Outcome => ({ kind: 'done', order, isRepeat })

export const cancelOnly = (reason: string): Refused =>
  refusedAtDoor('UserException', 'CANCEL_ONLY', `Only cancels are taken on this account: ${reason}`)
