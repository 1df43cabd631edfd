import type { MarketPhase } from '../../src/domain/market-phase.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { OrderTicket, OrderType, PlacedBy, Product, Validity } from '../../src/domain/order.ts'
import type { Quote } from '../../src/domain/quote.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { Account, Order, Terms } from './account.ts'

/** What one wants to do, with everything about the instrument that decides whether one may. */
export interface Intent {
  readonly ticket: OrderTicket
  readonly terms: Terms
  readonly placedBy: PlacedBy
  /** Names the list of instruments that the order was previewed on; absent of what nobody previewed. */
  readonly listVersion?: string
}

export interface Changes {
  readonly orderType?: OrderType
  /** The new total, filled part included. */
  readonly quantity?: number
  readonly price?: Paise
  readonly triggerPrice?: Paise
  readonly validity?: Validity
  readonly validityTtl?: number
  readonly marketProtection?: number
  readonly disclosedQuantity?: number
}

/** The market at the instant of a decision. Synchronous and without effect, so that a decision is a function. */
export interface Facts {
  /** Market time. */
  readonly at: EpochMs
  /** Wall time, for rate caps. */
  readonly wall: EpochMs
  /** Trading day of `at`, or the next one when none is in progress. */
  readonly day: IstDate
  /** Names the list of instruments in force. */
  readonly listVersion: string
  /** The same contract with lot, tick and freeze quantity of the list in force; as given where it is not listed any more. */
  termsInForce(terms: Terms): Terms
  phaseOf(terms: Terms): MarketPhase
  /** Null where nothing is known of a price. */
  quoteOf(terms: Terms): Quote | null
  /** Rupees: the forward of an underlying at an expiry; its spot where `expiry` is null; null when unknown. */
  forwardOf(terms: Terms, expiry: IstDate | null): number | null
  /** Volatility a year as a share, for the model of margins; null when unknown. */
  volatilityOf(terms: Terms): number | null
  dailyVolatilityOf(terms: Terms): number
}

/** `api` answers the call with an error and leaves no order; `rms` leaves a REJECTED order in the book. */
export interface Refused {
  readonly kind: 'refused'
  readonly stage: 'api' | 'rms'
  /** InputException, MarginException … in the words of Kite Connect. */
  readonly type: string
  /** For programs, such as AMO_REQUIRED, RATE_LIMIT, KILL_SWITCH. Codes decide, texts are shown. */
  readonly code: string
  readonly message: string
  readonly raw: string | null
}

export interface Accepted {
  readonly kind: 'accepted'
  /** Kept from being used otherwise until the order has ended or filled. */
  readonly blocked: Paise
}

/** What the ledger asks before it writes: pure, and run inside the decision, so that concurrency cannot pass by it. */
export interface Rules {
  checkOrder(account: Account, intent: Intent, facts: Facts): Accepted | Refused
  checkModify(account: Account, order: Order, changes: Changes, facts: Facts): Accepted | Refused
  /** Null when the order may be cancelled. */
  checkCancel(order: Order): Refused | null
  /** Whether an account may become what a conversion of a position to another product makes of it; null when it may. */
  checkConversion(before: Account, after: Account, to: Product, terms: Terms, facts: Facts): Refused | null
  /** Charges in whole paise of an order as far as it has filled; grows with every fill. */
  chargesOf(
    order: Pick<Order, 'terms' | 'side' | 'product' | 'filledQuantity' | 'filledValue'>,
    on: IstDate,
    isFirstSaleOfDay: boolean,
  ): Paise
  /** Charges in whole paise of a contract that ends at `price`; `quantity` is signed, as held. */
  settlementChargesOf(terms: Terms, quantity: number, price: Paise, on: IstDate): Paise
}
