import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { Book } from '../../src/domain/orders/book.ts'
import type { ClientOrderId, OrderChanges, OrderId, Product, Side } from '../../src/domain/orders/order.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'
import type { Account, InstrumentTerms, Order, RiskLimits } from './account.ts'
import type { Intent, MarketSnapshot, Refused } from './rules.ts'

/** An order rejected by the risk check is `done` too. Of a sliced order, `order` is the first slice. */
export type Outcome =
  | { readonly kind: 'done'; readonly order: Order | null; readonly isRepeat: boolean }
  | Refused
  | { readonly kind: 'notFound' }
  /** The client order id was used with another body; nothing was done. */
  | { readonly kind: 'keyReused'; readonly order: Order }

export interface SettledContract {
  readonly terms: InstrumentTerms
  /** Units held before the settlement; negative is short. */
  readonly quantity: number
  readonly price: Paise
  readonly why: string
}

/** A durable change. `seq` is gapless over all accounts, and the only ordering. */
export interface Committed {
  readonly seq: number
  readonly owner: UserId
  readonly at: EpochMs
  readonly kind: string
  readonly orderId: OrderId | null
  readonly account: Account
  readonly order: Order | null
  readonly settled: SettledContract | null
}

export interface PositionConversion {
  readonly positionKey: string
  readonly side: Side
  readonly quantity: number
  readonly to: Product
  readonly isOvernight: boolean
}

export interface Leftover {
  readonly sym: string
  readonly orderId: OrderId | null
  readonly reason: string
}

export interface BulkResult {
  readonly orderIds: readonly OrderId[]
  readonly leftovers: readonly Leftover[]
}

export interface SentExit {
  readonly sym: string
  readonly product: Product
  /** Units of all slices. */
  readonly quantity: number
  readonly orderId: OrderId | null
  readonly reason: string | null
}

export interface Exited extends BulkResult {
  readonly exits: readonly SentExit[]
}

/** Margins are estimates. */
export interface Funds {
  readonly openingBalance: Paise
  readonly cash: Paise
  readonly available: Paise
  readonly usedMargin: Paise
  readonly span: Paise
  readonly exposure: Paise
  /** Paid less received today. */
  readonly optionPremium: Paise
  /** Paid less received today. */
  readonly delivery: Paise
  readonly m2mRealised: Paise
  readonly m2mUnrealised: Paise
  readonly chargesToday: Paise
  readonly paidIn: Paise
}

/** One verdict per intent, each as after the accepted ones before it. Nothing is placed or counted. */
export type DryRun = (
  owner: UserId,
  intents: readonly Intent[],
) => Promise<{
  readonly account: Account
  readonly market: MarketSnapshot
  readonly refusals: readonly (Refused | null)[]
}>

export interface BrokerCapabilities {
  readonly dryRun: DryRun | null
  /** Why an open order has not filled, from its queue in the order book; null when there is nothing to say. */
  readonly restingNote: ((order: Order) => string | null) | null
  /** Blocked for the open positions of each underlying. */
  readonly marginsOf: ((owner: UserId) => Promise<ReadonlyMap<InstrumentId, Paise>>) | null
}

/** Throws Refusal while it starts; every other failure to do what was asked is an `Outcome`. */
export interface Broker {
  readonly book: Book
  /** The mode of its orders: an order of another mode is not this broker's. */
  readonly mode: Order['mode']
  readonly capabilities: BrokerCapabilities
  /** The account's id at the broker, as shown to its owner. */
  accountIdOf(owner: UserId): string
  readonly isStarted: boolean
  refuseBeforeStart(): void
  place(owner: UserId, intent: Intent): Promise<Outcome>
  modify(owner: UserId, orderId: OrderId, changes: OrderChanges): Promise<Outcome>
  cancel(owner: UserId, orderId: OrderId, reason: string | null): Promise<Outcome>
  cancelAll(owner: UserId): Promise<BulkResult>
  /** Cancels all open orders, then places reduce-only market orders whose client ids derive from `key`. */
  exitAll(owner: UserId, how: { readonly key: ClientOrderId; readonly tag: string }): Promise<Exited>
  convert(owner: UserId, conversion: PositionConversion): Promise<Outcome>
  /** Adds virtual capital, or withdraws it where the amount is below 0. `paidIn` is what the asker knows of. */
  moveCapital(owner: UserId, move: { readonly amount: Paise; readonly paidIn: Paise }): Promise<Outcome>
  setLimits(owner: UserId, limits: Partial<RiskLimits>): Promise<Outcome>
  /** Null enables trading again. Once it resolves, no new order of the user is accepted. */
  setKillSwitch(owner: UserId, reason: string | null): Promise<Outcome>
  accountOf(owner: UserId): Promise<Account>
  fundsOf(owner: UserId): Promise<Funds>
  /** Searches earlier days too. */
  findOrder(owner: UserId, orderId: OrderId): Promise<Order | null>
  findByClientId(owner: UserId, clientOrderId: ClientOrderId): Promise<Order | null>
  marketNow(): MarketSnapshot
  /** Called after each commit with its events, in order. Returns its unsubscribe. */
  watch(listener: (committed: readonly Committed[]) => void): () => void
}
