import type { InstrumentId } from '../instruments/instrument.ts'
import type { Greeks } from '../options/black-76.ts'
import { sumGreeks } from '../options/leg-value.ts'
import { pnlOf } from '../options/payoff.ts'
import {
  changeIf,
  datedLegsOf,
  groupGreeksIf,
  openPnlOf,
  type RiskGroup,
  type WhatIf,
  yearsTo,
} from './risk.ts'

export const INDEX_MOVE_MOST = 0.1
const MOVES_A_SIDE = 100

/** Rupees of all underlyings together. Each moves by its beta times the move of NIFTY 50. */
export interface PayoffByIndex {
  /** Shares of NIFTY 50, ascending: 0.01 is 1 % up. */
  readonly moves: readonly number[]
  /** At the first expiry among all legs. */
  readonly atExpiry: readonly number[]
  readonly onDay: readonly number[]
  /** Moves at which the P&L at expiry changes its sign. */
  readonly breakevens: readonly number[]
  readonly openPnl: number
  readonly pnl: number
  /** Delta in rupees for each 1 % of NIFTY 50; null when nothing explains the price of a leg. */
  readonly deltaOfPercent: number | null
  readonly greeks: Greeks | null
  readonly hasLaterLegs: boolean
  /** Left out, as their beta is not known. */
  readonly without: readonly InstrumentId[]
}

interface Weighed extends RiskGroup {
  readonly beta: number
}

const isWeighed = (group: RiskGroup): group is Weighed => group.beta !== null

export const payoffByIndex = (
  groups: readonly RiskGroup[],
  whatIf: WhatIf,
  rate: number,
): PayoffByIndex | null => {
  const weighed = groups.filter(isWeighed)
  const years = weighed.flatMap((group) =>
    datedLegsOf(group).map(({ leg }) => ('years' in leg ? leg.years : 0)),
  )
  if (years.length === 0) return null
  const first = Math.min(...years)
  const moves = Array.from(
    { length: 2 * MOVES_A_SIDE + 1 },
    (_, index) => ((index - MOVES_A_SIDE) * INDEX_MOVE_MOST) / MOVES_A_SIDE,
  )
  const drawn = (at: number): readonly number[] => {
    const held = weighed.map((group) => ({
      group,
      legs: group.legs.map(({ leg }) => leg),
      moment: { years: at, spot: group.spot, rate, volatilityShift: whatIf.volatility },
    }))
    return moves.map((move) =>
      sumOf(held, ({ group, legs, moment }) => pnlOf(legs, priceAfter(group, move), moment)),
    )
  }
  const atExpiry = drawn(first)
  const openPnl = sumOf(weighed, openPnlOf)
  const greeks = weighed.map((group) => groupGreeksIf(group, ofIndex(group, whatIf), rate))
  return {
    moves,
    atExpiry,
    onDay: drawn(yearsTo(whatIf)),
    breakevens: zerosOf(moves, atExpiry),
    openPnl,
    pnl: openPnl + sumOf(weighed, (group) => changeIf(group, ofIndex(group, whatIf), rate)),
    deltaOfPercent: weighed.reduce<number | null>((sum, group, at) => {
      const delta = greeks[at]?.delta
      return sum === null || delta === undefined
        ? null
        : sum + (delta * priceAfter(group, whatIf.move) * group.beta) / 100
    }, 0),
    greeks: sumGreeks(greeks),
    hasLaterLegs: years.some((one) => one > first),
    without: groups.filter((group) => !isWeighed(group)).map(({ underlying }) => underlying),
  }
}

const sumOf = <Item>(items: readonly Item[], figure: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + figure(item), 0)

const FALL_MOST = 0.99

const moveWith = ({ beta }: Weighed, move: number): number => Math.max(-FALL_MOST, beta * move)

const ofIndex = (group: Weighed, whatIf: WhatIf): WhatIf => ({
  ...whatIf,
  move: moveWith(group, whatIf.move),
})

const priceAfter = (group: Weighed, move: number): number => group.spot * (1 + moveWith(group, move))

const zerosOf = (moves: readonly number[], values: readonly number[]): readonly number[] =>
  moves.flatMap((move, at) => {
    const [value = 0, next] = [values[at], values[at + 1]]
    if (value === 0) return values[at - 1] === 0 ? [] : [move]
    const after = moves[at + 1]
    if (next === undefined || after === undefined || value * next >= 0) return []
    return [move + ((after - move) * value) / (value - next)]
  })
