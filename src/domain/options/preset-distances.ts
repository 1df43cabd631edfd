import { formatPoints } from '../format.ts'
import type { OptionType } from './black-76.ts'
import type { Preset, PresetLeg, StrikeLadder } from './presets.ts'

/** From the inside out: `d20/10` by the delta of the legs, `200/400` by points from the money. */
export interface LegDistances {
  readonly by: 'delta' | 'points'
  readonly values: readonly number[]
}

interface Chain extends StrikeLadder {
  /** The delta of a listed option without its sign; null where it is not known. */
  readonly deltaOf: (type: OptionType, strike: number) => number | null
}

export type Distanced =
  | { readonly preset: Preset; readonly missing: null }
  | { readonly preset: null; readonly missing: string }

const stepsOf = ({ legs }: Preset): readonly number[] =>
  [...new Set(legs.filter(({ type }) => type !== 'fut').map(({ atm }) => Math.abs(atm)))]
    .filter((steps) => steps > 0)
    .sort((one, other) => one - other)

export const distancesOf = (preset: Preset): number => stepsOf(preset).length

/** The legs of the preset with their strikes at these distances; one at the money stays there. */
export const atDistances = (preset: Preset, { by, values }: LegDistances, chain: Chain): Distanced => {
  const steps = stepsOf(preset)
  if (values.length !== steps.length)
    return { preset: null, missing: `${steps.length} distances, not ${values.length}` }
  const middle = chain.strikes.indexOf(chain.atmStrike)
  const legs: PresetLeg[] = []
  for (const leg of preset.legs) {
    const value = values[steps.indexOf(Math.abs(leg.atm))]
    if (leg.type === 'fut' || leg.atm === 0 || value === undefined) {
      legs.push(leg)
      continue
    }
    const index = by === 'points' ? byPoints(leg, value, chain) : byDelta(leg, value, chain)
    if (index === null) return { preset: null, missing: nameOf(leg, value, by) }
    legs.push({ ...leg, atm: index - middle })
  }
  return { preset: { ...preset, legs }, missing: null }
}

const byPoints = ({ atm }: PresetLeg, points: number, { strikes, atmStrike }: Chain): number | null => {
  const index = strikes.indexOf(atmStrike + Math.sign(atm) * points)
  return index < 0 ? null : index
}

/** The nearest on its side of the money. */
const byDelta = ({ atm, type }: PresetLeg, delta: number, { strikes, atmStrike, deltaOf }: Chain) => {
  let best: { readonly index: number; readonly by: number } | null = null
  for (const [index, strike] of strikes.entries()) {
    const known =
      (strike - atmStrike) * Math.sign(atm) > 0 ? deltaOf(type === 'ce' ? 'CE' : 'PE', strike) : null
    const off = known === null ? null : Math.abs(known - delta)
    if (off !== null && (best === null || off < best.by)) best = { index, by: off }
  }
  return best?.index ?? null
}

const nameOf = ({ type }: PresetLeg, value: number, by: LegDistances['by']): string =>
  by === 'points'
    ? `${type.toUpperCase()} ${formatPoints(value)} from the money`
    : `${type.toUpperCase()} with a delta of ${value}`
