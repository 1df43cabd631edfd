import { type Candles, candlesBetween } from '../../src/domain/charts/candle.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import type { LoggedValue } from '../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { otherInstruments } from '../../src/domain/strategies/condition/instruments.ts'
import { ruleOf } from '../../src/domain/strategies/rules-of-strategy.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { Snapshot } from '../../src/engine/live/live-snapshot.ts'
import type { RuleOutcome, RuleWork } from '../evaluating/rules.ts'
import { createCandleReads, type ReadCandles } from './candle-reads.ts'

export interface RuleOnCandles {
  readonly rule: string
  readonly instrument: InstrumentId
  readonly interval: Interval
  /** First day of its history, so that a restart computes the same values. */
  readonly since: IstDate
}

export interface CandleExtremes {
  readonly high: number
  readonly low: number
}

export interface BarTruth extends CandleExtremes {
  readonly isTrue: boolean
  readonly wasTrue: boolean
  readonly values: readonly LoggedValue[]
}

export interface RuleTruthParts {
  readonly readCandles: ReadCandles
  readonly evaluate: (work: RuleWork) => Promise<RuleOutcome>
}

interface Series {
  readonly of: RuleOnCandles
  readonly others: readonly InstrumentId[]
  snapshot: Snapshot | null
  readonly takenUntil: Map<InstrumentId, number>
  readonly truths: Map<number, Omit<BarTruth, 'wasTrue'>>
  trueAt: readonly number[]
  lane: Promise<unknown>
}

/** Deployments that are some candles behind find theirs here. */
const TRUTHS_KEPT = 16
/** Candles, some days of minutes: an exit rule that was true earlier is not looked for. */
const TRUE_AT_KEPT = 2_000

const keyOf = ({ rule, instrument, interval, since }: RuleOnCandles): string =>
  [interval, since, instrument, rule].join('|')

const newSeries = (of: RuleOnCandles, others: readonly InstrumentId[]): Series => ({
  of,
  others,
  snapshot: null,
  takenUntil: new Map(),
  truths: new Map(),
  trueAt: [],
  lane: Promise.resolve(),
})

const record = (series: Series, candles: Candles, { isTrue, values, snapshot }: RuleOutcome): void => {
  series.snapshot = snapshot
  const last = candles.time.length - 1
  series.truths.set(candles.time[last] ?? 0, {
    isTrue: isTrue[last] === 1,
    values: values.map(({ text, value }) => ({ text, value: Number.isNaN(value) ? null : value })),
    high: candles.high[last] ?? 0,
    low: candles.low[last] ?? 0,
  })
  const found = candles.time.filter((_, row) => isTrue[row] === 1)
  series.trueAt = [...series.trueAt, ...found].slice(-TRUE_AT_KEPT)
  const [oldest] = series.truths.keys()
  if (series.truths.size > TRUTHS_KEPT && oldest !== undefined) series.truths.delete(oldest)
}

/**
 * Evaluates rules at closed candles. One rule on one series is evaluated once, however many deployments have
 * it, in threads and on the engine that the browser runs.
 */
export const createRuleTruths = ({ readCandles, evaluate }: RuleTruthParts) => {
  const known = new Map<string, Series>()
  const reads = createCandleReads(readCandles)

  const seriesOf = (of: RuleOnCandles): Series => {
    const key = keyOf(of)
    const found = known.get(key)
    if (found !== undefined) return found
    const condition = ruleOf(of.rule)
    const others = condition === null ? [] : otherInstruments([condition], of.instrument)
    const series = newSeries(of, others)
    known.set(key, series)
    return series
  }

  const newRows = async (series: Series, instrument: InstrumentId, bar: number): Promise<Candles> => {
    const { interval, since } = series.of
    const after = series.takenUntil.get(instrument) ?? Number.NEGATIVE_INFINITY
    const span = { from: Number.isFinite(after) ? toIstDate(after) : since, to: toIstDate(bar) }
    return candlesBetween(await reads({ instrument, interval, ...span }, bar), after, bar)
  }

  const advance = async (series: Series, bar: number): Promise<void> => {
    const { rule, instrument, interval } = series.of
    const candles = await newRows(series, instrument, bar)
    if (candles.time.length === 0) return
    const others: Record<InstrumentId, Candles> = {}
    for (const other of series.others) others[other] = await newRows(series, other, bar)
    const work = { rule, instrument, interval, snapshot: series.snapshot, candles, others }
    const outcome = await evaluate(work)
    for (const [id, rows] of [[instrument, candles] as const, ...entriesOf(others)])
      if (rows.time.length > 0) series.takenUntil.set(id, rows.time.at(-1) ?? 0)
    record(series, candles, outcome)
  }

  return {
    /**
     * Null where the series has no candle that starts at `bar`; `after` is the start of the candle judged last. Throws
     * what reading or evaluating throws.
     */
    async at(of: RuleOnCandles, bar: number, after: number): Promise<BarTruth | null> {
      const series = seriesOf(of)
      const take = async (): Promise<void> => {
        const taken = series.takenUntil.get(of.instrument) ?? Number.NEGATIVE_INFINITY
        if (taken < bar) await advance(series, bar)
      }
      const mine = series.lane.then(take, take)
      series.lane = mine.catch(() => {})
      await mine
      const truth = series.truths.get(bar)
      if (truth === undefined) return null
      return { ...truth, wasTrue: series.trueAt.some((start) => start > after && start <= bar) }
    },

    async candle(
      { instrument, interval }: Pick<RuleOnCandles, 'instrument' | 'interval'>,
      bar: number,
    ): Promise<CandleExtremes | null> {
      const day = toIstDate(bar)
      const candles = await reads({ instrument, interval, from: day, to: day }, bar)
      const row = candles.time.indexOf(bar)
      return row < 0 ? null : { high: candles.high[row] ?? 0, low: candles.low[row] ?? 0 }
    },

    keepOnly(used: readonly RuleOnCandles[]): void {
      const keys = new Set(used.map(keyOf))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
    },
  }
}

export type RuleTruths = ReturnType<typeof createRuleTruths>

const entriesOf = (others: Readonly<Record<InstrumentId, Candles>>) =>
  Object.entries(others) as unknown as readonly (readonly [InstrumentId, Candles])[]
