import type { OptionRules } from './rules.ts'

export type CombinedRules = Pick<OptionRules, 'combinedStop' | 'combinedTarget' | 'profitLock'>

export const hasCombinedRule = ({ combinedStop, combinedTarget, profitLock }: CombinedRules): boolean =>
  combinedStop !== null || combinedTarget !== null || profitLock !== undefined

export const reachesLock = ({ profitLock }: CombinedRules, pnl: number): boolean =>
  profitLock !== undefined && pnl >= profitLock.at

export const lockedRules = (rules: CombinedRules): CombinedRules =>
  rules.profitLock === undefined ? rules : { ...rules, combinedStop: -rules.profitLock.keep }

/** P&L of all legs inside one candle, in rupees before slippage of the exit. */
export interface CandleWorth {
  readonly open: number
  /** With the underlying at its high and at its low. */
  readonly top: number
  readonly bottom: number
  readonly close: number
  /** Every leg at its own worst price of the candle, whether or not these came together. */
  readonly least: number
  /** `top` and `bottom` are exact: a single traded leg, or only model prices. */
  readonly areTogether: boolean
}

export type CandlePoint = 'open' | 'top' | 'bottom' | 'close' | 'least'

export interface Passed {
  readonly reason: 'stop' | 'target'
  /** The legs are closed after `share` of the way from the open to this point, where the rule lies. */
  readonly towards: CandlePoint
  readonly share: number
  /** Uncertain: the stop may not have been passed, or the target was passed before it. */
  readonly isAmbiguous: boolean
}

export const passedAt = (
  { combinedStop, combinedTarget }: CombinedRules,
  pnl: number,
): Passed['reason'] | null => {
  if (combinedStop !== null && pnl <= -combinedStop) return 'stop'
  return combinedTarget !== null && pnl >= combinedTarget ? 'target' : null
}

/** The rules of one position, and whether its profit is locked by now. */
export const createCombined = (options: CombinedRules, wasLocked = false) => {
  const locked = lockedRules(options)
  let isLocked = wasLocked
  const rules = (): CombinedRules => (isLocked ? locked : options)
  const reach = (pnl: number): void => {
    isLocked ||= reachesLock(options, pnl)
  }
  const reasonOf = (passed: Passed['reason']): Passed['reason'] | 'lock' =>
    isLocked && passed === 'stop' ? 'lock' : passed
  return {
    isLocked: () => isLocked,
    rules,
    reach,
    reasonOf,
    passedAt(pnl: number): Passed['reason'] | 'lock' | null {
      const passed = passedAt(rules(), pnl)
      if (passed !== null) return reasonOf(passed)
      reach(pnl)
      return null
    },
  }
}

/**
 * The sum at the close is exact. At the underlying's high and low it is exact for one leg and for model
 * prices; otherwise a stop passed there is taken as ambiguous, and a target is not taken. `isSevere` takes a
 * stop that only the sum of every leg's worst price passes. If stop and target are passed, the stop is taken
 * as ambiguous. The legs are closed where their sum equals the rule.
 */
export const passedInside = (rules: CombinedRules, worth: CandleWorth, isSevere: boolean): Passed | null => {
  const { combinedStop, combinedTarget } = rules
  const target = combinedTarget === null ? null : targetIn(combinedTarget, worth)
  const stop = combinedStop === null ? null : stopIn(-combinedStop, worth, isSevere)
  if (stop === null) return target
  return target === null ? stop : { ...stop, isAmbiguous: true }
}

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

/** A leg closed inside the candle may move the sum past the rule; the others then close at `towards`. */
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
