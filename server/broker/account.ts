import type { Exchange, InstrumentId, InstrumentType, Segment } from '../../src/domain/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import type {
  ClientOrderId,
  Fill,
  OrderId,
  OrderStatus,
  OrderType,
  PlacedBy,
  Product,
  Side,
  Validity,
  Variety,
} from '../../src/domain/order.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'

/**
 * What an order says of its instrument, copied into its first event: a lot that changes or a token that is used again
 * does not change what was traded.
 */
export interface Terms {
  readonly id: InstrumentId
  readonly instrumentToken: number
  readonly tradingSymbol: string
  /** Root of a derivative (`NIFTY`), company of a share. */
  readonly name: string
  readonly segment: Segment
  readonly exchange: Exchange
  readonly instrumentType: InstrumentType
  /** What a derivative is of: `INDICES_NIFTY 50`, `NSE_INFY`; null of a share. */
  readonly underlying: InstrumentId | null
  readonly expiry: IstDate | null
  /** Rupees; 0 where there is none. */
  readonly strike: number
  readonly lotSize: number
  readonly tickSize: Paise
  /** Largest quantity of one order at the exchange. */
  readonly freezeQuantity: number
  /** Of a share with a closing auction, another share, or a contract. */
  readonly sessionGroup: 'auctioned' | 'continuous' | 'derivatives'
}

/** One line of an order's history. */
export interface OrderStep {
  readonly status: OrderStatus
  readonly message: string | null
  readonly at: EpochMs
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly quantity: number
  readonly filledQuantity: number
}

/** An order as its events made it. `quantity = filled + pending + cancelled`. */
export interface Order {
  readonly id: OrderId
  readonly clientOrderId: ClientOrderId
  /** SHA-256 of what was asked, so that the same key with other words is told apart. */
  readonly bodyHash: string
  /** The first slice of a sliced order, of the others. */
  readonly parentId: OrderId | null
  readonly exchangeOrderId: string | null
  readonly owner: UserId
  /** Fixed by the first event; a broker of another mode refuses the order. */
  readonly mode: 'paper'
  readonly placedBy: PlacedBy
  readonly terms: Terms
  readonly side: Side
  /** MARKET turns to LIMIT when its remainder rests at the protection price. */
  readonly orderType: OrderType
  readonly product: Product
  readonly variety: Variety
  readonly quantity: number
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly validity: Validity
  readonly validityTtl: number | null
  readonly marketProtection: number
  readonly disclosedQuantity: number
  readonly tag: string
  readonly algoUuid: string
  readonly status: OrderStatus
  readonly statusMessage: string | null
  readonly statusMessageRaw: string | null
  /** Market times. */
  readonly acceptedAt: EpochMs
  readonly exchangeAt: EpochMs | null
  readonly updatedAt: EpochMs
  readonly filledQuantity: number
  readonly cancelledQuantity: number
  /** Sum over fills of price × quantity. */
  readonly filledValue: Paise
  readonly charges: Paise
  /** What the open part keeps from being used otherwise. */
  readonly blocked: Paise
  readonly modifications: number
  /** It can only reduce its position, and reserves of it what it has open. Absent where it may do both. */
  readonly isReduceOnly?: boolean | undefined
  /** Middle of the book when the order was accepted; null when a side was empty. */
  readonly middle: Paise | null
  readonly fills: readonly Fill[]
  readonly history: readonly OrderStep[]
}

/** Sums of one instrument and product; everything a position shows follows from them and from prices. */
export interface PositionSums {
  readonly terms: Terms
  readonly product: Product
  /** Carried into the day, signed: below zero is short. */
  readonly overnightQuantity: number
  /** Of the carried units at their average; never below zero. */
  readonly overnightValue: Paise
  /** Close of the day before, of what was carried. */
  readonly previousClose: Paise
  readonly dayBuyQuantity: number
  readonly dayBuyValue: Paise
  readonly daySellQuantity: number
  readonly daySellValue: Paise
  /** Of today's fills. */
  readonly charges: Paise
}

export const positionKey = (id: InstrumentId, product: Product): string => `${id}|${product}`

/** Units of one instrument and product that orders of one side take. */
export interface Exit {
  readonly sym: InstrumentId
  readonly product: Product
  /** `sell` takes from a long position, `buy` from a short one. */
  readonly side: Side
}

export const exitKey = ({ sym, product, side }: Exit): string => `${positionKey(sym, product)}|${side}`

/** Shares held past their day. */
export interface Holding {
  readonly terms: Terms
  /** Settled. */
  readonly quantity: number
  /** Bought on the trading day before, not settled yet. */
  readonly t1Quantity: number
  /** Sold today. */
  readonly usedQuantity: number
  /** What `quantity` and `t1Quantity` together cost. */
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

/** One user's paper account as the ledger made it. Never changed in place by a reader. */
export interface Account {
  readonly owner: UserId
  /** The trading day its sums are of. */
  readonly day: IstDate
  /** Cash at the start of the day. */
  readonly openingCash: Paise
  /** Cash now: moved by fills of shares and options, by daily settlement of futures, and by charges. May be below zero within a day. */
  readonly cash: Paise
  /** The other side of `cash`: with it and with `chargesPaid` the sum is constant. */
  readonly exchangeCash: Paise
  readonly chargesPaid: Paise
  readonly paidIn: Paise
  readonly chargesToday: Paise
  /** Today's orders, and older ones that are still open. */
  readonly orders: ReadonlyMap<OrderId, Order>
  readonly orderOfClientId: ReadonlyMap<ClientOrderId, OrderId>
  readonly positions: ReadonlyMap<string, PositionSums>
  readonly holdings: ReadonlyMap<InstrumentId, Holding>
  readonly limits: RiskLimits
  readonly killSwitch: { readonly since: EpochMs; readonly reason: string } | null
  /** An invariant was found broken: only cancels are taken. */
  readonly cancelOnly: string | null
  /**
   * Wall times of the newest requests, oldest first: what the rate caps look at. Orders placed, rejected ones too,
   * changes and cancels count together, as at the exchanges; what the broker cancels by the clock does not.
   */
  readonly recentOrders: readonly EpochMs[]
  readonly ordersToday: number
}
