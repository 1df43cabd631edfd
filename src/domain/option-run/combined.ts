import type { OptionRules } from './rules.ts'

export type CombinedRules = Pick<OptionRules, 'combinedStop' | 'combinedTarget'>

/** P&L of all legs together inside one candle, in rupees at the prices of the legs before their exit is slipped. */
export interface CandleWorth {
  readonly open: number
  /** With the underlying at its high and at its low. */
  readonly top: number
  readonly bottom: number
  readonly close: number
  /** With every leg at its own worst price of the candle, whether or not they came together. */
  readonly least: number
  /** Whether top and bottom are known to have been: of one leg that trades, or of legs that the model prices alone. */
  readonly areTogether: boolean
}

export type CandlePoint = 'open' | 'top' | 'bottom' | 'close' | 'least'

/** A combined rule that a candle has passed. */
export interface Passed {
  readonly reason: 'stop' | 'target'
  /** The legs leave on the way from the open to this point, after `share` of it, which is where the rule stands. */
  readonly towards: CandlePoint
  readonly share: number
  /** It is not known whether the legs passed the stop, or whether they passed the target before it. */
  readonly isAmbiguous: boolean
}

/** Which of the rules a known P&L has passed. */
export const passedAt = (
  { combinedStop, combinedTarget }: CombinedRules,
  pnl: number,
): Passed['reason'] | null => {
  if (combinedStop !== null && pnl <= -combinedStop) return 'stop'
  return combinedTarget !== null && pnl >= combinedTarget ? 'target' : null
}

/**
 * What a combined stop and target make of a candle at whose open neither was passed. Extremes of several legs need not
 * have come together, so a candle tells three things of their sum:
 *
 * - At the close it is known. A rule that it passes was passed.
 * - At the high and the low of the underlying it is likely: calls and puts are then at opposite ends. A stop passed
 *   there is taken, marked ambiguous; a target is not. Of a leg alone, and of model prices, the sum there is known too.
 * - It is never below the sum of every leg's worst price. `isSevere` takes a stop that this passes.
 *
 * Of a stop and a target in one candle the stop is taken, marked ambiguous. The legs leave where their sum stands at the
 * rule, as the order of one leg would.
 */
export const passedInside = (rules: CombinedRules, worth: CandleWorth, isSevere: boolean): Passed | null => {
  const { combinedStop, combinedTarget } = rules
  const target = combinedTarget === null ? null : targetIn(combinedTarget, worth)
  const stop = combinedStop === null ? null : stopIn(-combinedStop, worth, isSevere)
  if (stop === null) return target
  return target === null ? stop : { ...stop, isAmbiguous: true }
}

/** Whether the legs may have passed the stop without it being taken: only their worst prices together do. */
export const mayHavePassed = ({ combinedStop }: CombinedRules, { least }: CandleWorth): boolean =>
  combinedStop !== null && least <= -combinedStop

const stopIn = (level: number, worth: CandleWorth, isSevere: boolean): Passed | null => {
  const { top, bottom, close, least, areTogether } = worth
  const turn = top < bottom ? 'top' : 'bottom'
  const isAmbiguous = !areTogether && close > level
  if (worth[turn] <= level) return leaving('stop', level, worth, turn, isAmbiguous)
  if (close <= level) return leaving('stop', level, worth, 'close', false)
  return isSevere && least <= level ? leaving('stop', level, worth, 'least', true) : null
}

const targetIn = (level: number, worth: CandleWorth): Passed | null => {
  const { top, bottom, close, areTogether } = worth
  const turn = top > bottom ? 'top' : 'bottom'
  if (areTogether && worth[turn] >= level) return leaving('target', level, worth, turn, false)
  return close >= level ? leaving('target', level, worth, 'close', false) : null
}

/** A leg that left inside the candle may have taken the sum beyond the rule at once: the rest leaves at the point. */
const leaving = (
  reason: Passed['reason'],
  level: number,
  worth: CandleWorth,
  towards: CandlePoint,
  isAmbiguous: boolean,
): Passed => {
  const { open } = worth
  const isPassed = reason === 'stop' ? open <= level : open >= level
  return { reason, towards, share: isPassed ? 1 : (level - open) / (worth[towards] - open), isAmbiguous }
}
