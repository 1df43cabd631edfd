import { formatNumber, formatPercent } from '../../format.ts'
import type { Instrument } from '../../instruments/instrument.ts'
import { toTick } from '../order-prices.ts'
import { GTT_AWAY_PERCENT, type GttTerms, type GttTrigger, gttProductOf } from './gtt.ts'

export interface GttProblem {
  readonly field: 'sym' | 'product' | 'quantity' | 'triggers'
  /** Index of the trigger that is wrong. */
  readonly at: number | null
  readonly which: 'triggerPrice' | 'price' | null
  readonly message: string
  /** A value that would do. */
  readonly instead: number | string | null
}

type Traded = Pick<Instrument, 'segment' | 'lotSize' | 'tickSize'>

const about = (
  field: GttProblem['field'],
  message: string,
  rest: Partial<Pick<GttProblem, 'at' | 'which' | 'instead'>> = {},
): GttProblem => ({ field, at: null, which: null, instead: null, message, ...rest })

const nearestAllowed = ({ when }: GttTrigger, lastPrice: number, tickSize: number): number => {
  const away = (lastPrice * GTT_AWAY_PERCENT) / 100
  return when === 'below'
    ? toTick(lastPrice - away, tickSize, 'buy')
    : toTick(lastPrice + away, tickSize, 'sell')
}

const triggerProblem = (
  trigger: GttTrigger,
  at: number,
  { tickSize }: Traded,
  lastPrice: number | null,
): GttProblem | null => {
  for (const which of ['triggerPrice', 'price'] as const) {
    const onTick = toTick(trigger[which], tickSize, 'buy')
    if (Math.abs(onTick - trigger[which]) > tickSize / 1000) {
      const message = `Prices are multiples of ${formatNumber(tickSize)}`
      return about('triggers', message, { at, which, instead: onTick })
    }
  }
  if (lastPrice === null) return null
  const nearest = nearestAllowed(trigger, lastPrice, tickSize)
  const isFarEnough =
    trigger.when === 'below' ? trigger.triggerPrice <= nearest : trigger.triggerPrice >= nearest
  if (isFarEnough) return null
  const message = `A trigger ${trigger.when} the last price of ${formatNumber(lastPrice)} is at least ${formatPercent(GTT_AWAY_PERCENT)} away, at ${formatNumber(nearest)} or ${trigger.when === 'below' ? 'lower' : 'higher'}`
  return about('triggers', message, { at, which: 'triggerPrice', instead: nearest })
}

/** The first reason why it cannot be kept; null if it can. `lastPrice`: rupees, null while unknown. */
export const findGttProblem = (
  { product, quantity, triggers }: GttTerms,
  instrument: Traded,
  lastPrice: number | null,
): GttProblem | null => {
  if (instrument.segment === 'INDICES')
    return about('sym', 'An index cannot be traded. Take its future or an option')
  const carried = gttProductOf(instrument)
  if (product !== carried)
    return about('product', `A good till triggered order is ${carried}, as it is kept over days`, {
      instead: carried.toLowerCase(),
    })
  const lot = Math.max(1, instrument.lotSize)
  if (quantity % lot !== 0)
    return about('quantity', `The quantity is a multiple of the lot of ${formatNumber(lot, 0)}`, {
      instead: Math.max(1, Math.round(quantity / lot)) * lot,
    })
  const [first, second] = triggers
  if (first !== undefined && first.when === second?.when)
    return about('triggers', 'Of two triggers one is below the last price and the other above', {
      at: 1,
      which: 'triggerPrice',
    })
  for (const [at, trigger] of triggers.entries()) {
    const problem = triggerProblem(trigger, at, instrument, lastPrice)
    if (problem !== null) return problem
  }
  return null
}
