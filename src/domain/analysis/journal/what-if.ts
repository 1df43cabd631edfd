import { capitalised } from '../../format.ts'
import { roundToPaisa } from '../../money.ts'
import type { PathStep } from './trip-path.ts'

/** Percent of what was paid or received at entry; a trailing stop counts from the best so far. */
export interface ExitLevels {
  readonly stop: number | null
  readonly target: number | null
  readonly trail: number | null
}

export type ExitRule =
  | { readonly kind: 'stop' | 'target' | 'trail'; readonly percent: number }
  | { readonly kind: 'own'; readonly levels: ExitLevels }
  | { readonly kind: 'hold' }

const none: ExitLevels = { stop: null, target: null, trail: null }

const levelsOf = (rule: Exclude<ExitRule, { kind: 'hold' }>): ExitLevels =>
  rule.kind === 'own' ? rule.levels : { ...none, [rule.kind]: rule.percent }

export interface WhatIf {
  readonly rule: ExitRule
  /** Null where the rule would have changed nothing. */
  readonly exit: { readonly at: number; readonly price: number | null } | null
  /** Rupees, before charges; as traded where it changed nothing. */
  readonly pnl: number
  /** Rupees per unit between the best price and the target; null if it was hit, or for several legs. */
  readonly missedBy: number | null
}

interface Hit {
  readonly at: number
  readonly gained: number
  readonly price: number | null
}

/** At the level, or at the opening of a candle that begins beyond it. */
const hitOf = (step: PathStep, level: number, isBelow: boolean): Hit | null => {
  const isHit = isBelow ? step.worst <= level : step.best >= level
  if (!isHit) return null
  const isBeyond = isBelow ? step.open <= level : step.open >= level
  const gained = isBeyond ? step.open : level
  return { at: step.at, gained, price: step.priceAt(gained) }
}

/** The stop where a candle touches both: which came first is not known. */
const exitOf = (path: readonly PathStep[], { stop, target, trail }: ExitLevels): Hit | null => {
  let best = 0
  for (const step of path) {
    const sizeOf = (percent: number): number => (step.entered * percent) / 100
    // A trader's own fill happens at its price, not at a level.
    if (!step.isFill && step.entered > 0) {
      const floors = [
        ...(stop === null ? [] : [-sizeOf(stop)]),
        ...(trail === null ? [] : [best - sizeOf(trail)]),
      ]
      const hit =
        (floors.length === 0 ? null : hitOf(step, Math.max(...floors), true)) ??
        (target === null ? null : hitOf(step, sizeOf(target), false))
      if (hit !== null) return hit
    }
    best = Math.max(best, step.best)
  }
  return null
}

const missOf = (path: readonly PathStep[], percent: number): number | null => {
  const nearest = path.reduce<PathStep | null>(
    (one, other) => (one === null || other.best > one.best ? other : one),
    null,
  )
  if (nearest === null || nearest.bestPrice === null) return null
  const wanted = nearest.priceAt((nearest.entered * percent) / 100)
  return wanted === null ? null : Math.round(Math.abs(wanted - nearest.bestPrice) * 100) / 100
}

/** `traded` is the path with the trader's own exits, `held` the one without. */
export const whatIf = (traded: readonly PathStep[], held: readonly PathStep[], rule: ExitRule): WhatIf => {
  const asTraded = traded.at(-1)?.close ?? 0
  if (rule.kind === 'hold') {
    const last = held.at(-1)
    return last === undefined
      ? { rule, exit: null, pnl: asTraded, missedBy: null }
      : { rule, exit: { at: last.at, price: last.priceAt(last.close) }, pnl: last.close, missedBy: null }
  }
  const levels = levelsOf(rule)
  const hit = exitOf(traded, levels)
  if (hit !== null)
    return {
      rule,
      exit: { at: hit.at, price: hit.price },
      pnl: roundToPaisa(hit.gained),
      missedBy: null,
    }
  const missedBy = levels.target === null ? null : missOf(traded, levels.target)
  return { rule, exit: null, pnl: asTraded, missedBy }
}

/** Options move in tens of percent where shares move in ones. */
export const usualRules = (isOption: boolean): readonly ExitRule[] =>
  isOption
    ? [
        { kind: 'stop', percent: 10 },
        { kind: 'stop', percent: 25 },
        { kind: 'target', percent: 25 },
        { kind: 'target', percent: 50 },
        { kind: 'trail', percent: 20 },
        { kind: 'hold' },
      ]
    : [
        { kind: 'stop', percent: 0.5 },
        { kind: 'stop', percent: 1 },
        { kind: 'target', percent: 1 },
        { kind: 'target', percent: 2 },
        { kind: 'trail', percent: 1 },
        { kind: 'hold' },
      ]

/** `Stop 10%` */
export const ruleInWords = (rule: ExitRule): string => {
  if (rule.kind === 'hold') return 'Hold to the close'
  const { stop, target, trail } = levelsOf(rule)
  const parts = [
    ...(stop === null ? [] : [`stop ${stop}%`]),
    ...(trail === null ? [] : [`trailing stop ${trail}%`]),
    ...(target === null ? [] : [`target ${target}%`]),
  ].join(', ')
  return rule.kind === 'own' ? `Yours: ${parts}` : capitalised(parts)
}
