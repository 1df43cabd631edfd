import { type Calendar, createYearsCheck } from '../../src/domain/calendar/calendar.ts'
import {
  type Candles,
  candlesBetween,
  candlesFrom,
  firstRowFrom,
  sliceCandles,
} from '../../src/domain/charts/candle.ts'
import { lastClosedCandle, nextCandleToClose } from '../../src/domain/charts/candle-close.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type IstDate, startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import { sessionGroupOf } from '../broker/instrument-terms.ts'
import type { Clock } from '../ports.ts'
import { createGrowingCandles } from './growing-candles.ts'

const LIVE_STEP_MS = 1_000
/** Some 40 bytes each: 100 MB. */
export const SCANNED_ROWS_MAX = 2_500_000

export interface ScanColumnParts {
  /** Both days included. Throws what reading throws. */
  readonly readCandles: (
    id: InstrumentId,
    span: { readonly interval: Interval; readonly from: IstDate; readonly to: IstDate },
  ) => Promise<Candles>
  readonly calendar: Calendar
  readonly clock: Clock
  readonly rowsMax?: number
  /** Version of all stored candles; cached columns are dropped when it changes. Absent: past candles never change. */
  readonly version?: () => Promise<string>
}

export interface WantedSeries {
  readonly instrument: Instrument
  readonly interval: Interval
  readonly since: IstDate
}

export interface KeptSeries {
  readonly candles: Candles
  readonly from: IstDate
  /** Start of the newest candle that had closed when it was read. */
  readonly until: number
}

const DAYS = 'day '

const keyOf = (id: InstrumentId, interval: Interval): string => `${interval} ${id}`

const createKept = (rowsMax: number) => {
  const kept = new Map<string, KeptSeries>()
  let rows = 0
  let times: Float64Array | null = null
  let zeros = new Float64Array(0)

  /** Series of one universe have the same times, and a scan reads no open interest: one column stands for all. */
  const shared = (candles: Candles): Candles => {
    const { time } = candles
    if (zeros.length < time.length) zeros = new Float64Array(time.length)
    const isSame =
      times === time || (times?.length === time.length && times.every((at, row) => at === time[row]))
    if (!isSame) times = time
    const ofAll = times ?? time
    return candlesFrom((name) =>
      name === 'time' ? ofAll : name === 'openInterest' ? zeros.subarray(0, time.length) : candles[name],
    )
  }

  return {
    get: (key: string): KeptSeries | undefined => kept.get(key),
    keep(key: string, { candles, ...rest }: KeptSeries): KeptSeries {
      const entry = { ...rest, candles: shared(candles) }
      rows += candles.time.length - (kept.get(key)?.candles.time.length ?? 0)
      kept.delete(key)
      kept.set(key, entry)
      for (const [oldest, dropped] of kept) {
        if (rows <= rowsMax || oldest === key) break
        rows -= dropped.candles.time.length
        kept.delete(oldest)
      }
      return entry
    },
    entries: (): readonly (readonly [string, KeptSeries])[] => [...kept],
    clear(): void {
      kept.clear()
      rows = 0
    },
    rows: (): number => rows,
  }
}

const fromDay = (candles: Candles, since: IstDate): Candles => {
  const first = firstRowFrom(candles.time, startOfIstDate(since))
  return first === 0 ? candles : sliceCandles(candles, first, candles.time.length)
}

const closedBy = (candles: Candles, last: number): Candles => {
  const rows = firstRowFrom(candles.time, last + 1)
  return rows === candles.time.length ? candles : sliceCandles(candles, 0, rows)
}

interface InProgressParts extends Pick<ScanColumnParts, 'readCandles' | 'clock'> {
  readonly lastClosed: (wanted: WantedSeries) => number
}

/** The candle in progress, as of this second; none outside the session. */
const createInProgress = ({ readCandles, clock, lastClosed }: InProgressParts) => {
  let current = { second: Number.NaN, candles: new Map<string, Candles>() }
  return async (wanted: WantedSeries): Promise<Candles> => {
    const { instrument, interval } = wanted
    const now = clock.now()
    const second = Math.floor(now / LIVE_STEP_MS)
    if (second !== current.second) current = { second, candles: new Map() }
    const { candles } = current
    const key = keyOf(instrument.id, interval)
    const known = candles.get(key)
    if (known !== undefined) return known
    const today = toIstDate(now)
    const read = await readCandles(instrument.id, { interval, from: today, to: today })
    const begun = candlesBetween(read, lastClosed(wanted), Number.POSITIVE_INFINITY)
    candles.set(key, begun)
    return begun
  }
}

/** Start of the newest candle that has closed, found once for all symbols of a session until the next one closes. */
const createLastClosed = ({ calendar, clock }: Pick<ScanColumnParts, 'calendar' | 'clock'>) => {
  const known = new Map<string, { readonly start: number; readonly from: number; readonly until: number }>()
  return {
    of(
      { instrument, interval }: Pick<WantedSeries, 'instrument' | 'interval'>,
      asOf: number | null = null,
    ): number {
      const group = sessionGroupOf(instrument)
      const at = asOf ?? clock.now()
      const key = `${interval} ${group}${asOf === null ? '' : ' then'}`
      const last = known.get(key)
      if (last !== undefined && last.from <= at && at < last.until) return last.start
      const grid = { interval, calendar, group }
      const { start } = lastClosedCandle(at, grid)
      known.set(key, { start, from: at, until: nextCandleToClose(at, grid).end })
      return start
    },
    forget: () => known.clear(),
  }
}

/** Closed candles of a universe, kept as columns: what has closed since is read and joined on. */
export const createScanColumns = ({
  readCandles,
  calendar,
  clock,
  rowsMax = SCANNED_ROWS_MAX,
  version,
}: ScanColumnParts) => {
  const kept = createKept(rowsMax)
  const join = createGrowingCandles()
  const lastClosed = createLastClosed({ calendar, clock })
  const checkYears = createYearsCheck(calendar, () => {
    kept.clear()
    lastClosed.forget()
  })
  let versionKept: string | null = null

  const heldOf = ({ instrument, interval, since }: WantedSeries): KeptSeries | null => {
    checkYears()
    const entry = kept.get(keyOf(instrument.id, interval))
    return entry !== undefined && entry.from <= since ? entry : null
  }

  return {
    async refresh(): Promise<void> {
      const now = (await version?.()) ?? null
      if (now !== versionKept) kept.clear()
      versionKept = now
    },

    /** True if `closed` need not read candles. */
    isReady: (wanted: WantedSeries, asOf: number | null = null): boolean =>
      (heldOf(wanted)?.until ?? -1) >= lastClosed.of(wanted, asOf),

    async closed(wanted: WantedSeries, asOf: number | null = null): Promise<Candles> {
      const { instrument, interval, since } = wanted
      const last = lastClosed.of(wanted, asOf)
      const held = heldOf(wanted)
      if (held !== null && held.until >= last) return closedBy(fromDay(held.candles, since), last)
      const bar = lastClosed.of(wanted)
      const after = held?.candles.time.at(-1)
      const first = after === undefined ? since : toIstDate(after)
      const read = await readCandles(instrument.id, { interval, from: first, to: toIstDate(clock.now()) })
      const fresh = candlesBetween(read, after ?? Number.NEGATIVE_INFINITY, bar)
      const joined = held === null ? fresh : join(held.candles, fresh)
      const entry = { candles: joined, from: held?.from ?? since, until: bar }
      const { candles } = kept.keep(keyOf(instrument.id, interval), entry)
      return closedBy(fromDay(candles, since), last)
    },

    inProgress: createInProgress({ readCandles, clock, lastClosed: (wanted) => lastClosed.of(wanted) }),

    rows: kept.rows,

    days: () => kept.entries().filter(([key]) => key.startsWith(DAYS)),

    /** Days of an earlier start. Series that reach beyond now are left out, as they would show the future. */
    take(entries: readonly (readonly [string, KeptSeries])[]): void {
      const now = clock.now()
      for (const [key, series] of entries) if (series.until <= now) kept.keep(key, series)
    },
  }
}

export type ScanColumns = ReturnType<typeof createScanColumns>
