import {
  type Account,
  defaultRiskLimits,
  type Holding,
  type InstrumentTerms,
  OPENING_CASH,
  type Order,
  type PositionSums,
  positionKey,
  type RiskLimits,
} from '../../../server/broker/account.ts'
import type { Intent, MarketSnapshot } from '../../../server/broker/rules.ts'
import type { UserId } from '../../../server/user.ts'
import {
  type Calendar,
  exchangeCalendar,
  isTradingDay,
  nextTradingDay,
} from '../../../src/domain/calendar/calendar.ts'
import { phaseAt } from '../../../src/domain/calendar/market-phase.ts'
import { type InstrumentId, instrumentId, type Segment } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise, paise } from '../../../src/domain/money.ts'
import type {
  ClientOrderId,
  OrderId,
  OrderStatus,
  OrderTicket,
  PlacedBy,
  Product,
  Side,
} from '../../../src/domain/orders/order.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs, type IstDate, istMinuteOfDay, toIstDate } from '../../../src/domain/time.ts'

const OWNER = 'u1' as UserId
const WEEKLY = '2026-12-15' as IstDate
const MONTHLY = '2026-12-29' as IstDate
const NEXT_MONTH = '2027-01-25' as IstDate
const FAR_MONTH = '2027-02-23' as IstDate
const GONE = '2026-12-01' as IstDate

const instant = (istText: string): EpochMs => epochMs(Date.parse(`${istText.replace(' ', 'T')}+05:30`))

/** Monday, 7 December 2026, in the middle of the session. */
const MONDAY_10 = '2026-12-07 10:00:00'

const share = (
  tradingSymbol: string,
  group: InstrumentTerms['sessionGroup'] = 'auctioned',
  segment: 'NSE' | 'BSE' = 'NSE',
): InstrumentTerms => ({
  id: instrumentId(segment, tradingSymbol),
  instrumentToken: 1,
  tradingSymbol,
  name: tradingSymbol,
  segment,
  exchange: segment,
  instrumentType: 'EQ',
  underlying: null,
  expiry: null,
  strike: 0,
  lotSize: 1,
  tickSize: 10 as Paise,
  freezeQuantity: 100_000,
  sessionGroup: group,
})

const contract = (
  root: string,
  expiry: IstDate,
  strike: number,
  instrumentType: 'FUT' | 'CE' | 'PE',
  tradingSymbol: string,
): InstrumentTerms => {
  const isIndex = root === 'NIFTY' || root === 'SENSEX'
  const exchange = root === 'SENSEX' ? 'BFO' : 'NFO'
  const segment: Segment = `${exchange}-${instrumentType === 'FUT' ? 'FUT' : 'OPT'}`
  return {
    id: instrumentId(segment, tradingSymbol),
    instrumentToken: 2,
    tradingSymbol,
    name: root,
    segment,
    exchange,
    instrumentType,
    underlying: instrumentId(isIndex ? 'INDICES' : 'NSE', root === 'NIFTY' ? 'NIFTY 50' : root),
    expiry,
    strike,
    lotSize: root === 'NIFTY' ? 65 : root === 'SENSEX' ? 20 : 400,
    tickSize: (instrumentType === 'FUT' ? 10 : 5) as Paise,
    freezeQuantity: root === 'NIFTY' ? 1800 : 16_000,
    sessionGroup: 'derivatives',
  }
}

/** Short names of what the tests trade. */
export const traded: Readonly<Record<string, InstrumentTerms>> = {
  INFY: share('INFY'),
  'INFY@BSE': share('INFY', 'auctioned', 'BSE'),
  TINY: share('TINY', 'continuous'),
  'XYZ-BE': share('XYZ-BE', 'continuous'),
  'BAJAJ-AUTO': share('BAJAJ-AUTO'),
  FUT: contract('NIFTY', MONTHLY, 0, 'FUT', 'NIFTY26DECFUT'),
  FUT2: contract('NIFTY', NEXT_MONTH, 0, 'FUT', 'NIFTY27JANFUT'),
  FUT3: contract('NIFTY', FAR_MONTH, 0, 'FUT', 'NIFTY27FEBFUT'),
  OLD: contract('NIFTY', GONE, 0, 'FUT', 'NIFTY26DECOLD'),
  STOCKFUT: contract('INFY', MONTHLY, 0, 'FUT', 'INFY26DECFUT'),
  STOCKCE: contract('INFY', MONTHLY, 1500, 'CE', 'INFY26DEC1500CE'),
  ...Object.fromEntries(
    [23_600, 23_800, 24_000, 24_200, 24_400].flatMap((strike) =>
      (['CE', 'PE'] as const).map((type) => [
        `${strike}${type}`,
        contract('NIFTY', WEEKLY, strike, type, `NIFTY26D15${strike}${type}`),
      ]),
    ),
  ),
  NIFTY50: { ...share('NIFTY 50'), id: instrumentId('INDICES', 'NIFTY 50'), segment: 'INDICES' },
}

export const termsNamed = (name: string): InstrumentTerms => {
  const terms = traded[name]
  if (terms === undefined) throw new RangeError(`no instrument ${name} in the tests`)
  return terms
}

const lastPrices: Readonly<Record<string, number>> = {
  INFY: 1500,
  'INFY@BSE': 1500,
  TINY: 50,
  'XYZ-BE': 100,
  'BAJAJ-AUTO': 9000,
  FUT: 24_000,
  FUT2: 24_100,
  FUT3: 24_200,
  OLD: 24_000,
  STOCKFUT: 1500,
  STOCKCE: 40,
  '23600CE': 430,
  '23600PE': 60,
  '23800CE': 300,
  '23800PE': 100,
  '24000CE': 200,
  '24000PE': 200,
  '24200CE': 100,
  '24200PE': 300,
  '24400CE': 60,
  '24400PE': 430,
}

export interface World {
  /** `2026-12-07 10:00:00`, Indian time. */
  readonly at?: string
  /** Rupees by short name; null where there is no quote. */
  readonly prices?: Readonly<Record<string, number | null>>
  /** Milliseconds since the last print. */
  readonly age?: number
  readonly hasBook?: boolean
  /** The only side of the book. */
  readonly side?: 'bid' | 'ask'
  readonly calendar?: Calendar
  /** What the list in force says otherwise than the one that orders and positions were made on. */
  readonly inForce?: Partial<Pick<InstrumentTerms, 'lotSize' | 'tickSize' | 'freezeQuantity'>>
}

const quoteAt = (terms: InstrumentTerms, last: number, world: World, at: EpochMs): Quote => {
  const price = fromRupees(last)
  const isShare = terms.instrumentType === 'EQ'
  const hasBook = world.hasBook ?? true
  return {
    instrument: terms.id,
    at: epochMs(at - (world.age ?? 0)),
    lastPrice: price,
    lastQuantity: terms.lotSize,
    dayOpen: price,
    dayHigh: price,
    dayLow: price,
    previousClose: price,
    minuteOpen: price,
    minuteHigh: price,
    minuteLow: price,
    volume: 1000,
    openInterest: 0,
    previousOpenInterest: 0,
    lowerCircuit: isShare ? fromRupees(last * 0.9) : null,
    upperCircuit: isShare ? fromRupees(last * 1.1) : null,
    bid: hasBook && world.side !== 'ask' ? paise(price - terms.tickSize) : null,
    ask: hasBook && world.side !== 'bid' ? paise(price + terms.tickSize) : null,
  }
}

const isClosedAt = (at: EpochMs, calendar: Calendar): boolean =>
  !isTradingDay(toIstDate(at), calendar) || istMinuteOfDay(at) >= 960

export const marketIn = (world: World = {}): MarketSnapshot => {
  const at = instant(world.at ?? MONDAY_10)
  const calendar = world.calendar ?? exchangeCalendar
  const nameOf = new Map(Object.entries(traded).map(([name, terms]) => [terms.id, name]))
  return {
    at,
    wall: epochMs(1_000_000_000),
    day: isClosedAt(at, calendar) ? nextTradingDay(toIstDate(at), calendar) : toIstDate(at),
    listVersion: 'today',
    termsInForce: (terms) => ({ ...terms, ...world.inForce }),
    phaseOf: (terms) => phaseAt(terms.sessionGroup, at, calendar),
    quoteOf: (terms) => {
      const name = nameOf.get(terms.id) ?? ''
      const last = world.prices?.[name] === undefined ? lastPrices[name] : world.prices[name]
      return last === null || last === undefined ? null : quoteAt(terms, last, world, at)
    },
    forwardOf: (terms, expiry) => {
      if (terms.name === 'INFY') return 1500
      return expiry === NEXT_MONTH ? 24_100 : expiry === FAR_MONTH ? 24_200 : 24_000
    },
    volatilityOf: (terms) => (terms.name === 'INFY' ? 0.25 : 0.13),
    dailyVolatilityOf: (terms) => (terms.name === 'INFY' ? 0.015 : 0.008),
  }
}

/** Reads `buy 65 24000CE @200 NRML`, `@market`, a trigger as `over 195`, then words such as `amo IOC TTL=5 protect=0`. */
const readOrder = (line: string): Intent['ticket'] & { readonly name: string } => {
  const [side, quantity, name = '', price = '', ...words] = line.split(' ')
  const over = words.indexOf('over')
  const trigger = over < 0 ? null : fromRupees(Number(words[over + 1]))
  const isMarket = price === '@market'
  const value = (key: string): string | null =>
    words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? null
  const has = (word: string): boolean => words.includes(word)
  const product = (['cash', 'NRML', 'MIS'] as const).find(has) ?? 'NRML'
  const ttl = value('TTL')
  return {
    name,
    clientOrderId: `key-${line}` as ClientOrderId,
    instrument: termsNamed(name).id,
    side: side as Side,
    orderType: trigger === null ? (isMarket ? 'MARKET' : 'LIMIT') : isMarket ? 'SL-M' : 'SL',
    product,
    variety: has('amo') ? 'amo' : 'regular',
    quantity: Number(quantity),
    price: isMarket ? null : fromRupees(Number(price.slice(1))),
    triggerPrice: trigger,
    validity: has('IOC') ? 'IOC' : ttl !== null || has('TTL') ? 'TTL' : 'DAY',
    validityTtl: ttl === null ? null : Number(ttl),
    marketProtection: Number(value('protect') ?? -1),
    disclosedQuantity: Number(value('disclosed') ?? 0),
    autoslice: has('autoslice'),
    tag: '',
    algoUuid: '',
  }
}

export const intentOf = (line: string, placedBy: PlacedBy = 'user'): Intent => {
  const { name, ...ticket } = readOrder(line)
  return { ticket, terms: termsNamed(name), placedBy }
}

/** With fields that no line can say. */
export const intentWith = (line: string, changed: Partial<OrderTicket>): Intent => {
  const intent = intentOf(line)
  return { ...intent, ticket: { ...intent.ticket, ...changed } }
}

export const orderOf = (
  line: string,
  changed: Partial<Order> & { readonly status?: OrderStatus } = {},
): Order => {
  const { ticket, terms } = intentOf(line)
  const { instrument: _, autoslice: __, ...asked } = ticket
  return {
    ...asked,
    id: `o-${line}` as OrderId,
    bodyHash: '',
    parentId: null,
    exchangeOrderId: 'x1',
    owner: OWNER,
    mode: 'paper',
    placedBy: 'user',
    terms,
    status: 'OPEN',
    statusMessage: null,
    statusMessageRaw: null,
    acceptedAt: instant(MONDAY_10),
    exchangeAt: null,
    updatedAt: instant(MONDAY_10),
    filledQuantity: 0,
    cancelledQuantity: 0,
    filledValue: 0 as Paise,
    charges: 0 as Paise,
    blocked: 0 as Paise,
    modifications: 0,
    middle: null,
    fills: [],
    history: [],
    ...changed,
  }
}

/** Reads `+65 24000CE @200 NRML`, traded today; `carried` for what came over night. */
const readPosition = (line: string): PositionSums => {
  const [units, name = '', price = '', product, carried] = line.split(' ')
  const quantity = Number(units)
  const value = paise(Math.abs(quantity) * fromRupees(Number(price.slice(1))))
  const none = 0 as Paise
  const isCarried = carried === 'carried'
  const [bought, sold] = [!isCarried && quantity > 0, !isCarried && quantity < 0]
  return {
    terms: termsNamed(name),
    product: product as Product,
    overnightQuantity: isCarried ? quantity : 0,
    overnightValue: isCarried ? value : none,
    previousClose: isCarried ? fromRupees(lastPrices[name] ?? 0) : none,
    dayBuyQuantity: bought ? quantity : 0,
    dayBuyValue: bought ? value : none,
    daySellQuantity: sold ? -quantity : 0,
    daySellValue: sold ? value : none,
    charges: none,
  }
}

/** What was paid and received for shares and options of today; futures pay at the end of the day. */
const paidFor = (positions: readonly PositionSums[]): number =>
  positions
    .filter(({ terms }) => terms.instrumentType !== 'FUT')
    .reduce((sum, { dayBuyValue, daySellValue }) => sum + dayBuyValue - daySellValue, 0)

export interface Books {
  readonly positions?: readonly string[]
  readonly orders?: readonly Order[]
  /** Units by short name: settled, of the day before, sold today. */
  readonly holdings?: Readonly<Record<string, readonly [number, number, number]>>
  readonly limits?: Partial<RiskLimits>
  /** Rupees before today's trades. */
  readonly cash?: number
  readonly account?: Partial<Account>
}

/** An account of ten lakh rupees with what is said of it. */
export const accountWith = (books: Books = {}): Account => {
  const positions = (books.positions ?? []).map(readPosition)
  const opening = books.cash === undefined ? OPENING_CASH : fromRupees(books.cash)
  const orders = books.orders ?? []
  return {
    owner: OWNER,
    day: '2026-12-07' as IstDate,
    openingCash: opening,
    cash: paise(opening - paidFor(positions)),
    exchangeCash: paise(paidFor(positions)),
    chargesPaid: 0 as Paise,
    paidIn: opening,
    chargesToday: 0 as Paise,
    orders: new Map(orders.map((order) => [order.id, order])),
    orderOfClientId: new Map(orders.map((order) => [order.clientOrderId, order.id])),
    positions: new Map(positions.map((sums) => [positionKey(sums.terms.id, sums.product), sums])),
    holdings: new Map(
      Object.entries(books.holdings ?? {}).map(
        ([name, [quantity, t1Quantity, usedQuantity]]): [InstrumentId, Holding] => [
          termsNamed(name).id,
          {
            terms: termsNamed(name),
            quantity,
            t1Quantity,
            usedQuantity,
            cost: paise((quantity + t1Quantity) * 140_000),
            previousClose: 150_000 as Paise,
          },
        ],
      ),
    ),
    limits: { ...defaultRiskLimits, ...books.limits },
    killSwitch: null,
    cancelOnly: null,
    recentOrders: [],
    ordersToday: 0,
    ...books.account,
  }
}
