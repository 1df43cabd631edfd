import { roundToPaisa } from '../money.ts'
import { type Black76Terms, black76Price } from './black-76.ts'

/** `spot` and `forward` as they are now; the forward moves with the underlying in proportion. */
export interface OptionNow extends Black76Terms {
  readonly spot: number
}

export const optionWorth = ({ spot, forward, ...terms }: OptionNow, price: number): number =>
  black76Price({ ...terms, forward: (price * forward) / spot })

const TICKS_MAX = 2 ** 40

/** Rupees, on the tick of the underlying; null where the option is never worth as much. */
export const underlyingAt = (option: OptionNow, worth: number, tickSize: number): number | null => {
  if (!(worth > 0 && tickSize > 0)) return null
  const isCall = option.type === 'CE'
  const worthAt = (ticks: number): number => optionWorth(option, ticks * tickSize)
  // False below some number of ticks and true from it on: a call gains with the underlying, a put loses.
  const isReached = (ticks: number): boolean => (isCall ? worthAt(ticks) >= worth : worthAt(ticks) <= worth)
  let low = 1
  let high = Math.max(2, Math.ceil(option.spot / tickSize))
  if (isReached(low)) return null
  while (!isReached(high)) {
    low = high
    high *= 2
    if (high > TICKS_MAX) return null
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(middle)) high = middle
    else low = middle
  }
  const isLower = Math.abs(worthAt(low) - worth) < Math.abs(worthAt(high) - worth)
  return roundToPaisa((isLower ? low : high) * tickSize)
}
