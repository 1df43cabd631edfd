import type { IstDate } from '../time.ts'
import { drawdownOf, meanOf, sharpeOf, TRADING_DAYS, volatilityOf } from './returns.ts'
import { createRandom, quantileOf, seedOf } from './robustness/random.ts'

/** A day of both runs, each in percent of the most capital that it used. */
export interface PairedDay {
  readonly day: IstDate
  readonly one: number
  readonly other: number
}

type DailyReturns = readonly (readonly [IstDate, number | null])[]

export const pairedDays = (one: DailyReturns, other: DailyReturns): readonly PairedDay[] => {
  const others = new Map(other)
  return one.flatMap(([day, value]) => {
    const beside = others.get(day) ?? null
    return value === null || beside === null ? [] : [{ day, one: value, other: beside }]
  })
}

export interface RunOnDays {
  /** Percent, the sum of the days. */
  readonly total: number
  readonly sharpe: number | null
  /** Percent a year. */
  readonly volatility: number | null
  /** Percent of capital, 0 or more. */
  readonly drawdown: number
}

/** Circular block bootstrap of the daily differences, in blocks of a week (Politis and Romano 1992). */
export interface PairedTest {
  /** The mean difference, percent a year, and the range in which 90 of 100 resamplings put it. */
  readonly difference: number
  readonly lower: number
  readonly upper: number
  /** Share of resamplings without any difference whose mean is as far from 0. */
  readonly pValue: number
}

export interface RunComparison {
  readonly days: readonly PairedDay[]
  readonly one: RunOnDays
  readonly other: RunOnDays
  readonly daysAhead: number
  readonly daysBehind: number
  /** Null with too few days, or if both made the same on each. */
  readonly test: PairedTest | null
}

export const PAIRED_DAYS_MIN = 20
/** A trading week: what one day does to the next is kept. */
const BLOCK_DAYS = 5
const DRAWS_MAX = 2_000
const DRAWN_BLOCKS_MAX = 1_000_000

export const compareRuns = (days: readonly PairedDay[]): RunComparison => {
  const differences = days.map(({ one, other }) => one - other)
  return {
    days,
    one: onDays(days.map(({ one }) => one)),
    other: onDays(days.map(({ other }) => other)),
    daysAhead: differences.filter((difference) => difference > 0).length,
    daysBehind: differences.filter((difference) => difference < 0).length,
    test: pairedTest(differences, seedOf(`${days[0]?.day} ${days.at(-1)?.day}`)),
  }
}

const onDays = (returns: readonly number[]): RunOnDays => {
  const curve = [0]
  for (const value of returns) curve.push((curve.at(-1) ?? 0) + value)
  return {
    total: curve.at(-1) ?? 0,
    sharpe: sharpeOf(returns),
    volatility: volatilityOf(returns),
    drawdown: drawdownOf(curve).depth,
  }
}

export const pairedTest = (differences: readonly number[], seed: number): PairedTest | null => {
  const count = differences.length
  const mean = meanOf(differences)
  if (mean === null || count < PAIRED_DAYS_MIN || differences.every((value) => value === 0)) return null
  // Sums before each day of two rounds, so that a block may pass the end.
  const before = new Float64Array(2 * count + 1)
  for (let at = 0; at < 2 * count; at++) before[at + 1] = (before[at] ?? 0) + (differences[at % count] ?? 0)
  const blocks = Math.ceil(count / BLOCK_DAYS)
  const draws = Math.max(200, Math.min(DRAWS_MAX, Math.floor(DRAWN_BLOCKS_MAX / blocks)))
  const random = createRandom(seed)
  const means = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (let left = count; left > 0; left -= BLOCK_DAYS) {
      const from = random.below(count)
      sum += (before[from + Math.min(BLOCK_DAYS, left)] ?? 0) - (before[from] ?? 0)
    }
    means[draw] = sum / count
  }
  const asFar = means.filter((drawn) => Math.abs(drawn - mean) >= Math.abs(mean)).length
  means.sort()
  return {
    difference: mean * TRADING_DAYS,
    lower: quantileOf(means, 0.05) * TRADING_DAYS,
    upper: quantileOf(means, 0.95) * TRADING_DAYS,
    pValue: (asFar + 1) / (draws + 1),
  }
}
