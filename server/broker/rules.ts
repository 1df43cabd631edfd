import type { WireCode } from '../../src/contract/error-codes.ts'
import type { MarketPhase } from '../../src/domain/calendar/market-phase.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { OrderChanges, OrderTicket, PlacedBy, Product } from '../../src/domain/orders/order.ts'
import type { Quote } from '../../src/domain/quotes/quote.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { Account, InstrumentTerms, Order } from './account.ts'

export interface Intent {
  readonly ticket: OrderTicket
  readonly terms: InstrumentTerms
  readonly placedBy: PlacedBy
  /** Version of the instrument list it was previewed on; absent without a preview. */
  readonly listVersion?: string
}

/** Market snapshot of a decision. Synchronous and without effects, so that decisions are pure. */
export interface MarketSnapshot {
  /** Market time. */
  readonly at: EpochMs
  /** Wall time, for rate caps. */
  readonly wall: EpochMs
  /** Trading day of `at`, or the next one when none is in progress. */
  readonly day: IstDate
  readonly listVersion: string
  /** Lot, tick and freeze quantity of the list in force; unchanged when no longer listed. */
  termsInForce(terms: InstrumentTerms): InstrumentTerms
  phaseOf(terms: InstrumentTerms): MarketPhase
  quoteOf(terms: InstrumentTerms): Quote | null
  /** Rupees: the forward at `expiry`, or the spot when `expiry` is null; null when unknown. */
  forwardOf(terms: InstrumentTerms, expiry: IstDate | null): number | null
  /** Annualised, as a fraction, for the margin model; null when unknown. */
  volatilityOf(terms: InstrumentTerms): number | null
  dailyVolatilityOf(terms: InstrumentTerms): number
}

/** `api` fails the call and leaves no order; `rms` leaves a REJECTED order in the book. */
export interface Refused {
  readonly kind: 'refused'
  readonly stage: 'api' | 'rms'
  /** Programs decide by the code; texts are only shown. */
  readonly code: WireCode
  readonly message: string
  readonly raw: string | null
}

export interface Accepted {
  readonly kind: 'accepted'
  readonly blocked: Paise
}

/** Pure, and run inside the ledger's decision, so that concurrent commands cannot bypass it. */
export interface Rules {
  checkOrder(account: Account, intent: Intent, market: MarketSnapshot): Accepted | Refused
  checkModify(
    account: Account,
    order: Order,
    changes: OrderChanges,
    market: MarketSnapshot,
  ): Accepted | Refused
  checkConversion(
    before: Account,
    after: Account,
    to: Product,
    terms: InstrumentTerms,
    market: MarketSnapshot,
  ): Refused | null
  /** Paise that are free for orders. */
  availableOf(account: Account, market: MarketSnapshot): Paise
  /** Whole paise, for the filled part of an order; grows with every fill. */
  chargesOf(
    order: Pick<Order, 'terms' | 'side' | 'product' | 'filledQuantity' | 'filledValue'>,
    on: IstDate,
    isFirstSaleOfDay: boolean,
  ): Paise
  /** Whole paise, for a contract that expires at `price`; `quantity` is signed, as held. */
  settlementChargesOf(terms: InstrumentTerms, quantity: number, price: Paise, on: IstDate): Paise
}
