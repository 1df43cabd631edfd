import type { Candles } from '../../src/domain/charts/candle.ts'
import { sliceCandles } from '../../src/domain/charts/candle.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import type { LoggedValue } from '../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { otherInstruments } from '../../src/domain/strategies/condition/instruments.ts'
import { ruleOf } from '../../src/domain/strategies/rules-of-strategy.ts'
import { addDays, type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { Snapshot } from '../../src/engine/live/live-snapshot.ts'
import type { RuleOutcome, RuleWork } from '../evaluating/rules.ts'

export interface RuleOnCandles {
  readonly rule: string
  readonly instrument: InstrumentId
  readonly interval: Interval
  /** First day of its history, so that a restart computes the same values. */
  readonly since: IstDate
}

/** Of one closed candle. */
export interface BarTruth {
  readonly isTrue: boolean
  readonly values: readonly LoggedValue[]
  readonly high: number
  readonly low: number
}

export interface CandleSpanRequest {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly from: IstDate
  readonly to: IstDate
}

export interface RuleTruthParts {
  readonly readCandles: (request: CandleSpanRequest) => Promise<Candles>
  readonly evaluate: (work: RuleWork) => Promise<RuleOutcome>
}

interface Series {
  readonly of: RuleOnCandles
  readonly others: readonly InstrumentId[]
  snapshot: Snapshot | null
  /** Start of the last candle taken, of each instrument. */
  readonly takenUntil: Map<InstrumentId, number>
  /** Of the newest candles, by their start. */
  readonly truths: Map<number, BarTruth>
  lane: Promise<unknown>
}

/** Deployments that are some candles behind find theirs here. */
const TRUTHS_KEPT = 16

/** Rows after `after`, up to and with the candle that starts at `bar`. */
const rowsBetween = (candles: Candles, after: number, bar: number): Candles => {
  const first = candles.time.findIndex((time) => time > after)
  const end = candles.time.findLastIndex((time) => time <= bar) + 1
  return first < 0 ? sliceCandles(candles, 0, 0) : sliceCandles(candles, first, Math.max(first, end))
}

const keyOf = ({ rule, instrument, interval, since }: RuleOnCandles): string =>
  [interval, since, instrument, rule].join('|')

/**
 * Whether rules are true at closed candles. One rule on one series is evaluated once, however many deployments have
 * it, in threads and on the engine that the browser runs.
 */
export const createRuleTruths = ({ readCandles, evaluate }: RuleTruthParts) => {
  const known = new Map<string, Series>()

  const seriesOf = (of: RuleOnCandles): Series => {
    const key = keyOf(of)
    const found = known.get(key)
    if (found !== undefined) return found
    const condition = ruleOf(of.rule)
    const others = condition === null ? [] : otherInstruments([condition], of.instrument)
    const series: Series = {
      of,
      others,
      snapshot: null,
      takenUntil: new Map(),
      truths: new Map(),
      lane: Promise.resolve(),
    }
    known.set(key, series)
    return series
  }

  const newRows = async (series: Series, instrument: InstrumentId, bar: number): Promise<Candles> => {
    const { interval, since } = series.of
    const after = series.takenUntil.get(instrument) ?? Number.NEGATIVE_INFINITY
    const from = Number.isFinite(after) ? toIstDate(after) : since
    return rowsBetween(await readCandles({ instrument, interval, from, to: toIstDate(bar) }), after, bar)
  }

  const advance = async (series: Series, bar: number): Promise<void> => {
    const { rule, instrument, interval } = series.of
    const candles = await newRows(series, instrument, bar)
    const last = candles.time.length - 1
    if (last < 0) return
    const others: Record<InstrumentId, Candles> = {}
    for (const other of series.others) others[other] = await newRows(series, other, bar)
    const work = { rule, instrument, interval, snapshot: series.snapshot, candles, others }
    const { isTrue, values, snapshot } = await evaluate(work)
    series.snapshot = snapshot
    for (const [id, rows] of [[instrument, candles] as const, ...entriesOf(others)])
      if (rows.time.length > 0) series.takenUntil.set(id, rows.time.at(-1) ?? 0)
    series.truths.set(candles.time[last] ?? 0, {
      isTrue: isTrue[last] === 1,
      values: values.map(({ text, value }) => ({ text, value: Number.isNaN(value) ? null : value })),
      high: candles.high[last] ?? 0,
      low: candles.low[last] ?? 0,
    })
    const [oldest] = series.truths.keys()
    if (series.truths.size > TRUTHS_KEPT && oldest !== undefined) series.truths.delete(oldest)
  }

  return {
    /** Null where the series has no candle that starts at `bar`. Throws what reading or evaluating throws. */
    async at(of: RuleOnCandles, bar: number): Promise<BarTruth | null> {
      const series = seriesOf(of)
      const take = async (): Promise<void> => {
        const taken = series.takenUntil.get(of.instrument) ?? Number.NEGATIVE_INFINITY
        if (taken < bar) await advance(series, bar)
      }
      const mine = series.lane.then(take, take)
      series.lane = mine.catch(() => {})
      await mine
      return series.truths.get(bar) ?? null
    },

    /** Frees what no deployment asks for any more. */
    keepOnly(used: readonly RuleOnCandles[]): void {
      const keys = new Set(used.map(keyOf))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
    },
  }
}

export type RuleTruths = ReturnType<typeof createRuleTruths>

const entriesOf = (others: Readonly<Record<InstrumentId, Candles>>) =>
  Object.entries(others) as unknown as readonly (readonly [InstrumentId, Candles])[]

/** IST days of history before a deployment starts: some 400 candles at least, for averages to have settled. */
const warmUpDays: Partial<Record<Interval, number>> = {
  min: 7,
  '2min': 7,
  '3min': 10,
  '5min': 14,
  '10min': 28,
  '15min': 35,
  '30min': 63,
  hour: 119,
  '4hour': 350,
}
const WARM_UP_DAYS = 730

export const historySince = (interval: Interval, startedAt: number): IstDate =>
  addDays(toIstDate(startedAt), -(warmUpDays[interval] ?? WARM_UP_DAYS))
