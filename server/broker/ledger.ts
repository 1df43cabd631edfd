import type { Paise } from '../../src/domain/money.ts'
import type { ClientOrderId, OrderId, Product, Side } from '../../src/domain/order.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'
import type { Account, Order, RiskLimits, Terms } from './account.ts'
import type { Report } from './exchange.ts'
import type { Changes, Facts, Intent, Refused } from './rules.ts'

/** Everything that can change an account. Decided one after the other, whoever asks. */
export type Command =
  | {
      readonly kind: 'place'
      readonly intent: Intent
      /** SHA-256 of the canonical body. */
      readonly bodyHash: string
      /** Owed for the order itself, in its commit: of an order that is refused or rejected nothing is. */
      readonly fee?: { readonly amount: Paise; readonly why: string }
      /** The quantity of a reduce-only order is cut to the units that no other open order takes. */
      readonly isCutToFree?: boolean
    }
  | { readonly kind: 'modify'; readonly orderId: OrderId; readonly changes: Changes }
  | {
      readonly kind: 'cancel'
      readonly orderId: OrderId
      readonly reason: string | null
      /** By the clock, not by who owns the order: it does not count for the rate caps. */
      readonly isByBroker?: boolean
    }
  /** What the exchange said; of an order that is not there or has ended it changes nothing and is counted. */
  | { readonly kind: 'report'; readonly report: Report }
  /** An AMO goes to the exchange: its session has come. Checked again; may be rejected. */
  | { readonly kind: 'releaseAmo'; readonly orderId: OrderId }
  /** A DAY order at the end of its day. */
  | { readonly kind: 'lapse'; readonly orderId: OrderId }
  /**
   * The trading day of the account ends and `day` begins: positions carry or turn into holdings, futures are marked to
   * `closes` (by instrument id), unsettled shares settle, counters start again. Of a day that has come it does nothing.
   */
  | { readonly kind: 'rollDay'; readonly day: IstDate; readonly closes: ReadonlyMap<string, Paise> }
  /** A contract ended: cash settlement at `price` of the contract (its intrinsic value for an option). */
  | { readonly kind: 'settle'; readonly positionKey: string; readonly price: Paise; readonly why: string }
  | {
      readonly kind: 'convert'
      readonly positionKey: string
      readonly side: Side
      readonly quantity: number
      readonly to: Product
      readonly isOvernight: boolean
    }
  | { readonly kind: 'setLimits'; readonly limits: Partial<RiskLimits> }
  | { readonly kind: 'setKillSwitch'; readonly reason: string | null }

/** What the risk check refused is `done` too: its order is in the book, REJECTED. Of a sliced order it is the first. */
export type Outcome =
  | { readonly kind: 'done'; readonly order: Order | null; readonly isRepeat: boolean }
  | Refused
  | { readonly kind: 'notFound' }
  /** The same client order id with another body; nothing was done. */
  | { readonly kind: 'keyReused'; readonly order: Order }

/** An ended contract, closed at what it paid. */
export interface SettledContract {
  readonly terms: Terms
  /** Units held before it, negative for short ones. */
  readonly quantity: number
  /** Paise that one unit of the contract paid. */
  readonly price: Paise
  readonly why: string
}

/** A change that is durable. `seq` is gapless over all accounts and alone decides order. */
export interface Committed {
  readonly seq: number
  readonly owner: UserId
  readonly at: EpochMs
  readonly kind: string
  readonly orderId: OrderId | null
  /** The account after it. */
  readonly account: Account
  readonly order: Order | null
  /** Null unless it settled a contract. */
  readonly settled: SettledContract | null
}

/**
 * The append-only log of one server and the accounts it makes. A command is decided against the present accounts, its
 * events join the commit of this turn of the event loop, and the promise resolves when that commit is durable. A
 * commit that fails leaves nothing behind: accounts are as before, the callers are refused.
 */
export interface Ledger {
  submit(owner: UserId, command: Command, facts: Facts): Promise<Outcome>
  /**
   * What would refuse these orders if they were placed now, one after the other, each as if those before it that
   * nothing refuses had been accepted; null where nothing would. Nothing is written, and nothing counts for the rate.
   */
  consider(owner: UserId, intents: readonly Intent[], facts: Facts): readonly (Refused | null)[]
  /** As far as it is durable. An account is opened with the first look. */
  account(owner: UserId, at: EpochMs, day: IstDate): Promise<Account>
  /** Every account, as far as it is durable: for the scheduler. */
  accounts(): readonly Account[]
  /** Looks in the whole past, not only in today's orders. */
  findByClientId(owner: UserId, clientOrderId: ClientOrderId): Promise<Order | null>
  findOrder(owner: UserId, orderId: OrderId): Promise<Order | null>
  /** Called after each commit with its events, in order. Answers its undo. */
  watch(listener: (committed: readonly Committed[]) => void): () => void
  /** Hash of the whole state: equal after a replay. */
  stateHash(): string
  /** Last market time that is written; market time never starts before it. */
  readonly lastAt: EpochMs | null
  readonly seq: number
  /** Writes a snapshot and waits for what is under way. */
  close(): Promise<void>
}
