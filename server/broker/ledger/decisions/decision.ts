import type { ClientOrderId } from '../../../../src/domain/orders/order.ts'
import type { Order } from '../../account.ts'
import type { Outcome } from '../../broker.ts'
import type { MarketSnapshot, Rules } from '../../rules.ts'
import type { AccountState } from '../account-state.ts'

export interface DecisionParts {
  readonly rules: Rules
  readonly market: MarketSnapshot
  readonly past: ReadonlyMap<ClientOrderId, Order>
  /** Wall times of rejections before entry, which leave no event but count for the rate caps. */
  readonly refusedAt: readonly MarketSnapshot['wall'][]
}

export const withRefused = (account: AccountState, refusedAt: DecisionParts['refusedAt']): AccountState =>
  refusedAt.length === 0
    ? account
    : {
        ...account,
        recentOrders: [...account.recentOrders, ...refusedAt].sort((left, right) => left - right),
      }

export const done = (order: Order | null, isRepeat = false): Outcome => ({ kind: 'done', order, isRepeat })
