import { type Black76Terms, black76, black76Price, type OptionType, YEARS_MIN } from '../options/black-76.ts'
import type { IstDate } from '../time.ts'

/** Rupees and shares; volatility is annual of the option, and daily of the underlying. */
export interface ScanInput {
  readonly type: 'FUT' | OptionType
  readonly strike: number
  readonly expiry: IstDate
  readonly forward: number
  readonly years: number
  readonly volatility: number
  readonly dailyVolatility: number
  readonly rate: number
  readonly isIndex: boolean
  readonly isLastDay: boolean
}

/** One unit of a contract under every scenario. Rupees. */
export interface ContractScan {
  readonly isOption: boolean
  readonly isIndex: boolean
  readonly isLastDay: boolean
  readonly expiry: IstDate
  readonly forward: number
  /** Model price of an option; 0 for a future. */
  readonly price: number
  readonly delta: number
  /** Change of value per scenario; the extreme ones count at 35 %. */
  readonly changes: Float64Array
  /** Exposure margin as a share of the notional, per unit. */
  readonly exposureLong: number
  readonly exposureShort: number
}

/** Exchange parameters of 2026, as shares of the price. */
const parameters = {
  index: { floor: 0.093, farFloor: 0.177, volFloor: 0.04, exposure: 0.02, deep: 0.1, deepExposure: 0.03 },
  stock: { floor: 0.142, farFloor: 0.142, volFloor: 0.1, exposure: 0.035, deep: 0.3, deepExposure: 0.0525 },
} as const

/** Index contracts that end in more than nine months have the higher floor. */
const FAR_YEARS = 0.75
const DAY_YEARS = 1 / 365
const TRADING_DAYS_A_YEAR = 252
/** Scanned range of volatility, as a share of the annual volatility. */
const VOL_SHARE = 0.25
/** Additional margin of short index options on their last day, since November 2024. */
const LAST_DAY_EXPOSURE = 0.02
const EXTREME_RANGE = 2
const EXTREME_SHARE = 0.35
const VOLATILITY_MIN = 0.01
const PRICE_SHARE_MIN = 0.01

const moves = [0, 1 / 3, -1 / 3, 2 / 3, -2 / 3, 1, -1] as const

/** Share of the price: six standard deviations over two days, with a floor. */
export const priceScanRange = (isIndex: boolean, dailyVolatility: number, years: number): number => {
  const { floor, farFloor } = parameters[isIndex ? 'index' : 'stock']
  return Math.max(years > FAR_YEARS ? farFloor : floor, 6 * dailyVolatility * Math.SQRT2)
}

/** Approximates SPAN: seven price moves with volatility up and down, two extreme ones at 35 % of the loss. */
export const scanContract = (input: ScanInput): ContractScan => {
  const { type, strike, forward, isIndex } = input
  const { exposure, deep, deepExposure } = parameters[isIndex ? 'index' : 'stock']
  const { changes, price, delta } = type === 'FUT' ? scanFuture(input) : scanOption(input, type)
  const isDeep =
    (type === 'CE' && strike > forward * (1 + deep)) || (type === 'PE' && strike < forward * (1 - deep))
  const lastDay = isIndex && input.isLastDay && type !== 'FUT' ? LAST_DAY_EXPOSURE : 0
  return {
    isOption: type !== 'FUT',
    isIndex,
    isLastDay: input.isLastDay,
    expiry: input.expiry,
    forward,
    price,
    delta,
    changes,
    exposureLong: type === 'FUT' ? exposure : 0,
    exposureShort: (isDeep ? deepExposure : exposure) + lastDay,
  }
}

const rangeOf = ({ isIndex, dailyVolatility, years }: ScanInput): number =>
  priceScanRange(isIndex, dailyVolatility, years)

const scanFuture = (input: ScanInput): Pick<ContractScan, 'changes' | 'price' | 'delta'> => {
  const range = input.forward * rangeOf(input)
  const changes = moves.flatMap((move) => [move * range, move * range])
  const extreme = EXTREME_RANGE * EXTREME_SHARE * range
  return { price: 0, delta: 1, changes: Float64Array.of(...changes, extreme, -extreme) }
}

const scanOption = (
  input: ScanInput,
  type: OptionType,
): Pick<ContractScan, 'changes' | 'price' | 'delta'> => {
  const { strike, forward, years, rate, dailyVolatility, isIndex } = input
  const volatility = Math.max(input.volatility, VOLATILITY_MIN)
  const now = black76({ forward, strike, years, volatility, rate, type })
  const range = rangeOf(input)
  const tomorrow = Math.max(0, years - DAY_YEARS)
  const volRange = Math.max(
    parameters[isIndex ? 'index' : 'stock'].volFloor,
    VOL_SHARE * dailyVolatility * Math.sqrt(TRADING_DAYS_A_YEAR),
  )
  const changeAt = (move: number, shift: number): number =>
    scenarioPrice({
      forward: forward * Math.max(PRICE_SHARE_MIN, 1 + move * range),
      strike,
      years: tomorrow,
      volatility: Math.max(VOLATILITY_MIN, volatility + shift),
      rate,
      type,
    }) - now.price
  const changes = moves.flatMap((move) => [changeAt(move, volRange), changeAt(move, -volRange)])
  changes.push(EXTREME_SHARE * changeAt(EXTREME_RANGE, 0), EXTREME_SHARE * changeAt(-EXTREME_RANGE, 0))
  return { price: now.price, delta: now.delta, changes: Float64Array.from(changes) }
}

/** Beyond this many deviations from the strike the price is the intrinsic value, to 1e-15 of it. */
const CERTAIN_DEVIATIONS = 8.5

const scenarioPrice = (terms: Black76Terms): number => {
  const { forward, strike, years, volatility, rate, type } = terms
  const deviation = volatility * Math.sqrt(Math.max(years, YEARS_MIN))
  if (Math.abs(Math.log(forward / strike)) < CERTAIN_DEVIATIONS * deviation + deviation * deviation)
    return black76Price(terms)
  const sign = type === 'CE' ? 1 : -1
  return Math.exp(-rate * Math.max(years, YEARS_MIN)) * Math.max(0, sign * (forward - strike))
}
