import type {
  Exchange,
  InstrumentId,
  InstrumentType,
  Segment,
} from '../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import type {
  ClientOrderId,
  Fill,
  OrderId,
  OrderStatus,
  OrderTicket,
  PlacedBy,
  Product,
  Side,
} from '../../src/domain/orders/order.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'

/** Copied into an order's first event, so that a later lot change or token reuse does not alter it. */
export interface InstrumentTerms {
  readonly id: InstrumentId
  readonly instrumentToken: number
  readonly tradingSymbol: string
  readonly name: string
  readonly segment: Segment
  readonly exchange: Exchange
  readonly instrumentType: InstrumentType
  /** `INDICES_NIFTY 50` or `NSE_INFY` for a derivative; null for a share. */
  readonly underlying: InstrumentId | null
  readonly expiry: IstDate | null
  /** Rupees; 0 for instruments without a strike. */
  readonly strike: number
  readonly lotSize: number
  readonly tickSize: Paise
  /** Largest quantity of one order at the exchange, in units. */
  readonly freezeQuantity: number
  /** `auctioned` shares take part in the closing auction, `continuous` ones do not. */
  readonly sessionGroup: 'auctioned' | 'continuous' | 'derivatives'
}

export interface OrderStep {
  readonly status: OrderStatus
  readonly message: string | null
  readonly at: EpochMs
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly quantity: number
  readonly filledQuantity: number
}

/** An order is of one instrument's terms, and is itself a slice. */
export type KeptTicket = Omit<OrderTicket, 'instrument' | 'autoslice'>

/** Folded from its events. Invariant: `quantity = filled + pending + cancelled`. */
export interface Order extends KeptTicket {
  readonly id: OrderId
  /** SHA-256 of the request body, to detect reuse of the client order id with another body. */
  readonly bodyHash: string
  /** First slice of a sliced order; null for that slice itself. */
  readonly parentId: OrderId | null
  readonly exchangeOrderId: string | null
  readonly owner: UserId
  /** Fixed by the first event; a broker in another mode refuses the order. */
  readonly mode: 'paper'
  readonly placedBy: PlacedBy
  readonly terms: InstrumentTerms
  readonly status: OrderStatus
  readonly statusMessage: string | null
  readonly statusMessageRaw: string | null
  /** Market time, like the next two. */
  readonly acceptedAt: EpochMs
  readonly exchangeAt: EpochMs | null
  readonly updatedAt: EpochMs
  readonly filledQuantity: number
  readonly cancelledQuantity: number
  readonly filledValue: Paise
  readonly charges: Paise
  readonly blocked: Paise
  readonly modifications: number
  /** Mid price when the order was accepted; null when a side of the book was empty. */
  readonly middle: Paise | null
  readonly fills: readonly Fill[]
  readonly history: readonly OrderStep[]
}

export interface PositionSums {
  readonly terms: InstrumentTerms
  readonly product: Product
  /** Carried into the day; negative is short. */
  readonly overnightQuantity: number
  /** Carried units at their average price; never negative. */
  readonly overnightValue: Paise
  readonly previousClose: Paise
  readonly dayBuyQuantity: number
  readonly dayBuyValue: Paise
  readonly daySellQuantity: number
  readonly daySellValue: Paise
  /** Today's fills only. */
  readonly charges: Paise
}

export const positionKey = (id: InstrumentId, product: Product): string => `${id}|${product}`

export interface Exit {
  readonly sym: InstrumentId
  readonly product: Product
  /** `sell` reduces a long position, `buy` a short one. */
  readonly side: Side
}

export const exitKey = ({ sym, product, side }: Exit): string => `${positionKey(sym, product)}|${side}`

export interface Holding {
  readonly terms: InstrumentTerms
  readonly quantity: number
  /** Bought on the previous trading day, not settled yet. */
  readonly t1Quantity: number
  /** Sold today. */
  readonly usedQuantity: number
  /** For `quantity` and `t1Quantity` together. */
  readonly cost: Paise
  readonly previousClose: Paise
}

export interface RiskLimits {
  readonly ordersPerSecond: number
  readonly ordersPerMinute: number
  readonly ordersPerDay: number
  readonly dailyLoss: Paise
  readonly openPositions: number
  readonly openOrders: number
  readonly orderValue: Paise
  readonly lotsPerOrder: number
  /** Percent. */
  readonly priceBand: number
  readonly optionPriceBand: number
}

export const OPENING_CASH = 100_000_000 as Paise
/** A hundred crore: sums of it are still exact. */
export const CAPITAL_MAX = 100_000_000_000 as Paise

export const defaultRiskLimits: RiskLimits = {
  ordersPerSecond: 10,
  ordersPerMinute: 400,
  ordersPerDay: 5000,
  dailyLoss: 2_000_000 as Paise,
  openPositions: 20,
  openOrders: 50,
  orderValue: 1_000_000_000 as Paise,
  lotsPerOrder: 100,
  priceBand: 3,
  optionPriceBand: 20,
}

export interface Account {
  readonly owner: UserId
  readonly day: IstDate
  readonly openingCash: Paise
  /** Moved by fills of shares and options, futures' daily settlement, charges. May be negative intraday. */
  readonly cash: Paise
  /** Counterpart of `cash`. Invariant: `cash + exchangeCash + chargesPaid = paidIn`. */
  readonly exchangeCash: Paise
  readonly chargesPaid: Paise
  readonly paidIn: Paise
  readonly chargesToday: Paise
  /** Today's orders, and older ones still open. */
  readonly orders: ReadonlyMap<OrderId, Order>
  readonly orderOfClientId: ReadonlyMap<ClientOrderId, OrderId>
  readonly positions: ReadonlyMap<string, PositionSums>
  readonly holdings: ReadonlyMap<InstrumentId, Holding>
  readonly limits: RiskLimits
  readonly killSwitch: { readonly since: EpochMs; readonly reason: string } | null
  /** Set when an invariant was found broken: only cancels are accepted. */
  readonly cancelOnly: string | null
  /** Wall times, oldest first, of orders placed (also rejected), changed or cancelled, for the rate caps. */
  readonly recentOrders: readonly EpochMs[]
  readonly ordersToday: number
}
