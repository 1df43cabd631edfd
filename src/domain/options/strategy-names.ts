import type { Side } from '../orders/order.ts'
import { furtherPresets, type Preset, presets } from './presets.ts'

/** A preset by its spoken name; the side may decide which preset it is. */
export interface StrategyName {
  /** Lower case, the full name first. */
  readonly words: readonly string[]
  readonly buy: Preset | null
  readonly sell: Preset | null
}

const otherWords: Readonly<Record<string, readonly string[]>> = {
  straddle: ['atm straddle'],
  'iron condor': ['ic'],
  'iron butterfly': ['iron fly', 'ironfly'],
  'call ratio back spread': ['call backspread'],
  'put ratio back spread': ['put backspread'],
  'calendar with calls': ['call calendar'],
  'calendar with puts': ['put calendar'],
}

const withLegs = [...presets, ...furtherPresets].filter(({ legs }) => legs.length > 1)

/** `Short Straddle` is the straddle that is sold. */
const sidedName = ({ name }: Preset): { readonly side: Side; readonly name: string } | null => {
  const [, side, rest] = /^(long|short) (.+)$/.exec(name.toLowerCase()) ?? []
  return rest === undefined ? null : { side: side === 'long' ? 'buy' : 'sell', name: rest }
}

const isSold = ({ legs }: Preset): boolean => {
  const nearest = Math.min(...legs.map(({ atm }) => Math.abs(atm)))
  return legs.every(({ atm, position }) => Math.abs(atm) > nearest || position === 'sell')
}

const sided = withLegs.flatMap((preset) => {
  const found = sidedName(preset)
  return found === null ? [] : [{ ...found, preset }]
})

const nameOf = (name: string): StrategyName => {
  const own = withLegs.find((preset) => preset.name.toLowerCase() === name) ?? null
  const of = (side: Side): Preset | null =>
    sided.find((one) => one.name === name && one.side === side)?.preset ?? null
  const hasSides = of('buy') !== null || of('sell') !== null
  return {
    words: [name, ...(otherWords[name] ?? [])],
    buy: of('buy') ?? (own !== null && !(hasSides && isSold(own)) ? own : null),
    sell: of('sell') ?? (own !== null && isSold(own) ? own : null),
  }
}

export const strategyNames: readonly StrategyName[] = [
  ...new Set(withLegs.map((preset) => sidedName(preset)?.name ?? preset.name.toLowerCase())),
].map(nameOf)

export const presetOf = ({ buy, sell }: StrategyName, side: Side | undefined): Preset | null => {
  if (side !== undefined) return side === 'buy' ? buy : sell
  return buy === null || sell === null || buy === sell ? (buy ?? sell) : null
}
