import type { ChargeLine } from '../backtests/backtest.ts'
import { type IstDate, istDateToDayNumber } from '../time.ts'
import type { Product, Side } from './order.ts'

export type ChargedAs = 'delivery' | 'intraday' | 'futures' | 'options'

/** `price` in rupees (of an option its premium), `day` an IST day number. */
export interface ChargedOrder {
  readonly chargedAs: ChargedAs
  readonly exchange: 'NSE' | 'BSE'
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly day: number
  /** The depository charges once per scrip and day. */
  readonly isFirstSaleOfDay: boolean
}

/** Rupees, unrounded: rounding belongs to the contract note of a day. */
export type Charges = Readonly<Record<ChargeLine['name'], number>> & { readonly total: number }

/** Shares of the turnover, unless noted. */
interface Rates {
  readonly stt: Readonly<Record<ChargedAs, { readonly buy: number; readonly sell: number }>>
  /** Share of the intrinsic value of an exercised option. */
  readonly exercise: number
  readonly transaction: Readonly<Record<'NSE' | 'BSE', Readonly<Record<ChargedAs, number>>>>
}

interface Regime {
  readonly from: IstDate
  readonly firstDay: number
  readonly rates: Rates
}

const PERCENT = 0.01
const CRORE = 10_000_000

const SEBI = 10 / CRORE
const GST = 18 * PERCENT
const BROKERAGE_SHARE = 0.03 * PERCENT
const BROKERAGE_MAX = 20
/** ₹13 and GST, per scrip and day sold. */
const DEPOSITORY = 15.34

const stamp: Readonly<Record<ChargedAs, number>> = {
  delivery: 0.015 * PERCENT,
  intraday: 0.003 * PERCENT,
  futures: 0.002 * PERCENT,
  options: 0.003 * PERCENT,
}

const regime = (from: string, futuresStt: number, optionsStt: number, exerciseStt: number): Regime => ({
  from: from as IstDate,
  firstDay: istDateToDayNumber(from as IstDate),
  rates: {
    stt: {
      delivery: { buy: 0.1 * PERCENT, sell: 0.1 * PERCENT },
      intraday: { buy: 0, sell: 0.025 * PERCENT },
      futures: { buy: 0, sell: futuresStt * PERCENT },
      options: { buy: 0, sell: optionsStt * PERCENT },
    },
    exercise: exerciseStt * PERCENT,
    // Exchange fee and investor protection fund together, as NSE charges them since 1 October 2024.
    transaction: {
      NSE: {
        delivery: 307 / CRORE,
        intraday: 307 / CRORE,
        futures: 183 / CRORE,
        options: 3553 / CRORE,
      },
      BSE: {
        delivery: 375 / CRORE,
        intraday: 375 / CRORE,
        futures: 0,
        options: 3250 / CRORE,
      },
    },
  },
})

/** Oldest first. STT of futures and options: Finance Acts 2023, 2024 (No. 2) and 2026. */
const regimes: readonly [Regime, ...Regime[]] = [
  regime('2023-04-01', 0.0125, 0.0625, 0.125),
  regime('2024-10-01', 0.02, 0.1, 0.125),
  regime('2026-04-01', 0.05, 0.15, 0.15),
]

/** Earlier orders are charged at the exchange fees of this day. */
const FEES_KNOWN_FROM = '2024-10-01' as IstDate

const ratesOn = (day: number): Rates => {
  let found = regimes[0]
  for (const candidate of regimes) if (candidate.firstDay <= day) found = candidate
  return found.rates
}

const brokerageOf = (chargedAs: ChargedAs, turnover: number): number => {
  if (chargedAs === 'delivery') return 0
  return chargedAs === 'options' ? BROKERAGE_MAX : Math.min(turnover * BROKERAGE_SHARE, BROKERAGE_MAX)
}

export interface ChargeCalculator {
  /** Rupees, unrounded; `price` in rupees, `day` an IST day number. */
  charge(side: Side, price: number, quantity: number, day: number, isFirstSaleOfDay: boolean): number
  readonly paid: Readonly<Record<ChargeLine['name'], number>>
}

type ChargedContract = Pick<ChargedOrder, 'chargedAs' | 'exchange'>

export const createChargeCalculator = ({ chargedAs, exchange }: ChargedContract): ChargeCalculator => {
  const paid = { brokerage: 0, stt: 0, transaction: 0, sebi: 0, stamp: 0, gst: 0, dp: 0 }
  const isDelivery = chargedAs === 'delivery'
  const stampShare = stamp[chargedAs]
  let ratesDay = Number.NaN
  let taxes = regimes[0].rates.stt[chargedAs]
  let fee = 0
  const charge: ChargeCalculator['charge'] = (side, price, quantity, day, isFirstSaleOfDay) => {
    if (day !== ratesDay) {
      const rates = ratesOn(day)
      taxes = rates.stt[chargedAs]
      fee = rates.transaction[exchange][chargedAs]
      ratesDay = day
    }
    const turnover = price * quantity
    const isSale = side === 'sell'
    const brokerage = brokerageOf(chargedAs, turnover)
    const stt = turnover * (isSale ? taxes.sell : taxes.buy)
    const transaction = turnover * fee
    const sebi = turnover * SEBI
    const stampDuty = isSale ? 0 : turnover * stampShare
    const gst = GST * (brokerage + transaction + sebi)
    const dp = isDelivery && isSale && isFirstSaleOfDay ? DEPOSITORY : 0
    paid.brokerage += brokerage
    paid.stt += stt
    paid.transaction += transaction
    paid.sebi += sebi
    paid.stamp += stampDuty
    paid.gst += gst
    paid.dp += dp
    return brokerage + stt + transaction + sebi + stampDuty + gst + dp
  }
  return { charge, paid }
}

export const chargesOf = (order: ChargedOrder): Charges => {
  const { side, price, quantity, day, isFirstSaleOfDay } = order
  const { charge, paid } = createChargeCalculator(order)
  const total = charge(side, price, quantity, day, isFirstSaleOfDay)
  return { ...paid, total }
}

/** Unrounded rupees, owed by the holder: Finance (No. 2) Act 2004, s. 98, rates of 2019 and 2026. IST day. */
export const exerciseTaxOf = (intrinsicValue: number, day: number): number =>
  intrinsicValue * ratesOn(day).exercise

export const chargedAsOf = (contract: 'equity' | 'futures' | 'options', product: Product): ChargedAs => {
  if (contract !== 'equity') return contract
  return product === 'MIS' ? 'intraday' : 'delivery'
}

export const chargesRemark = (from: IstDate): string | null => {
  if (from >= FEES_KNOWN_FROM) return null
  const tax =
    from < regimes[0].from
      ? ` and the securities transaction tax before ${regimes[0].from} at the rate of that day`
      : ''
  return `Exchange fees before ${FEES_KNOWN_FROM} use the rates of that day${tax}.`
}
