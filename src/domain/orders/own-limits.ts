export const ownLimitNames = [
  'dailyLoss',
  'lotsPerOrder',
  'orderValue',
  'openPositions',
  'openOrders',
  'priceBand',
  'optionPriceBand',
] as const
export type OwnLimitName = (typeof ownLimitNames)[number]

export type OwnLimits = Readonly<Record<OwnLimitName, number>>

interface OwnLimit {
  readonly title: string
  readonly code: string
  readonly unit: 'rupees' | 'count' | 'percent'
  readonly min: number
  readonly max: number
  readonly rule: string
}

const RUPEES_MAX = 1_000_000_000

export const ownLimits: Readonly<Record<OwnLimitName, OwnLimit>> = {
  dailyLoss: {
    title: 'Day loss',
    code: 'DAILY_LOSS',
    unit: 'rupees',
    min: 1,
    max: RUPEES_MAX,
    rule: 'Beyond this loss in a day, charges included, new entries are blocked. Exits are allowed',
  },
  lotsPerOrder: {
    title: 'Lots per order',
    code: 'LOTS_PER_ORDER',
    unit: 'count',
    min: 1,
    max: 10_000,
    rule: 'Futures and options',
  },
  orderValue: {
    title: 'Order value',
    code: 'ORDER_VALUE',
    unit: 'rupees',
    min: 1,
    max: RUPEES_MAX,
    rule: 'Price times quantity of one order',
  },
  openPositions: {
    title: 'Open positions',
    code: 'OPEN_POSITIONS',
    unit: 'count',
    min: 1,
    max: 500,
    rule: 'Pending orders included',
  },
  openOrders: {
    title: 'Open orders',
    code: 'OPEN_ORDERS',
    unit: 'count',
    min: 1,
    max: 1000,
    rule: 'New orders beyond this are rejected',
  },
  priceBand: {
    title: 'Price band',
    code: 'PRICE_BAND',
    unit: 'percent',
    min: 0.01,
    max: 100,
    rule: 'Max distance of a stock or futures limit price from the last price, or from its trigger',
  },
  optionPriceBand: {
    title: 'Option price band',
    code: 'PRICE_BAND',
    unit: 'percent',
    min: 0.01,
    max: 500,
    rule: 'The same for options',
  },
}

const codes: ReadonlySet<string> = new Set(ownLimitNames.map((name) => ownLimits[name].code))

export const isOwnLimitCode = (code: string): boolean => codes.has(code)

export const isFairLimit = (name: OwnLimitName, value: number): boolean => {
  const { unit, min, max } = ownLimits[name]
  return value >= min && value <= max && (unit !== 'count' || Number.isInteger(value))
}
