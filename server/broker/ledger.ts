import type { Paise } from '../../src/domain/money.ts'
import type { ClientOrderId, OrderChanges, OrderId, Product, Side } from '../../src/domain/orders/order.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'
import type { Account, Order, RiskLimits } from './account.ts'
import type { Committed, Outcome } from './broker.ts'
import type { Report } from './exchange.ts'
import type { Intent, MarketSnapshot, Refused } from './rules.ts'

export type Command =
  | {
      readonly kind: 'place'
      readonly intent: Intent
      readonly bodyHash: string
      /** Charged in the order's own commit; not charged when the order is refused or rejected. */
      readonly fee?: { readonly amount: Paise; readonly why: string }
      /** Cuts a reduce-only order to the units that no other open order takes. */
      readonly isCutToFree?: boolean
    }
  | { readonly kind: 'modify'; readonly orderId: OrderId; readonly changes: OrderChanges }
  | {
      readonly kind: 'cancel'
      readonly orderId: OrderId
      readonly reason: string | null
      /** By the clock, not by the owner: does not count for the rate caps. */
      readonly isByBroker?: boolean
    }
  /** Ignored, and counted, when the order is unknown or has ended. */
  | { readonly kind: 'report'; readonly report: Report }
  /** Sends an AMO when its session begins. It is checked again, and may be rejected. */
  | { readonly kind: 'releaseAmo'; readonly orderId: OrderId }
  | { readonly kind: 'lapse'; readonly orderId: OrderId }
  // The account's day ends and `day` begins: positions carry or become holdings, futures are marked to
  // `closes` (by instrument id), unsettled shares settle, counters restart. No effect once `day` has begun.
  | { readonly kind: 'rollDay'; readonly day: IstDate; readonly closes: ReadonlyMap<string, Paise> }
  /** Cash settlement of an expired contract at `price`, the intrinsic value of an option. */
  | { readonly kind: 'settle'; readonly positionKey: string; readonly price: Paise; readonly why: string }
  | {
      readonly kind: 'convert'
      readonly positionKey: string
      readonly side: Side
      readonly quantity: number
      readonly to: Product
      readonly isOvernight: boolean
    }
  /** Refused unless `paidIn` is what has been paid in: asking again after a lost answer moves nothing twice. */
  | { readonly kind: 'moveCapital'; readonly amount: Paise; readonly paidIn: Paise }
  | { readonly kind: 'setLimits'; readonly limits: Partial<RiskLimits> }
  | { readonly kind: 'setKillSwitch'; readonly reason: string | null }

/** Append-only log and its accounts. `submit` resolves once durable; a failed commit changes no account. */
export interface Ledger {
  submit(owner: UserId, command: Command, market: MarketSnapshot): Promise<Outcome>
  /** Dry run in turn, each after the accepted ones before it. Nothing is written or counted for the rate. */
  dryRun(owner: UserId, intents: readonly Intent[], market: MarketSnapshot): readonly (Refused | null)[]
  /** As far as durable. The first access opens the account. */
  account(owner: UserId, at: EpochMs, day: IstDate): Promise<Account>
  accounts(): readonly Account[]
  findByClientId(owner: UserId, clientOrderId: ClientOrderId): Promise<Order | null>
  findOrder(owner: UserId, orderId: OrderId): Promise<Order | null>
  /** Called after each commit with its events, in order. Returns its unsubscribe. */
  watch(listener: (committed: readonly Committed[]) => void): () => void
  stateHash(): string
  /** Last market time written; market time never starts before it. */
  readonly lastAt: EpochMs | null
  readonly seq: number
  close(): Promise<void>
}
