import { type SessionGroup, sessionOn } from '../../calendar/calendar.ts'
import { exchangeYears } from '../../calendar/exchange-years.ts'
import type { Candles } from '../../charts/candle.ts'
import { type Interval, intervalMinutes } from '../../charts/interval.ts'
import { describeBreak, findBreaks, hasPriceBand } from '../../charts/price-breaks.ts'
import { dateInWords, yearOf } from '../../dates-in-words.ts'
import { countOf } from '../../format.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import {
  addDays,
  DAY_MS,
  dayNumberToIstDate,
  type EpochMs,
  epochMs,
  IST_OFFSET_MS,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  MINUTE_MS,
  SESSION_OPEN_MINUTE,
  toIstClock,
  toIstDate,
} from '../../time.ts'
import { EVIDENCE_MAX, type Evidence, type Finding } from './robustness.ts'

export interface CandleFindingInput {
  readonly candles: Candles
  /** Rows `first` to `last`, the latter exclusive. */
  readonly first: number
  readonly last: number
  /** Exclusive end row of each day. */
  readonly ends: readonly number[]
  readonly interval: Interval
  readonly group: SessionGroup
  readonly instrument: InstrumentId
  readonly from: IstDate
  readonly to: IstDate
}

/** Equal candles in a row that mean a stopped feed. */
const STALE_RUN = 5
const FLAT_SHARE = 0.1
const NO_VOLUME_SHARE = 0.01
const MISSING_SHARE = 0.01

export const candleFindings = (input: CandleFindingInput): readonly Finding[] =>
  [breakFinding(input), ...shapeFindings(input), ...daysFindings(input), spanFinding(input)].filter(
    (finding) => finding !== null,
  )

/** Splits, bonus issues and wrong prices make false profits. Weekly candles may really move that far. */
const breakFinding = ({ candles, first, last, interval, instrument }: CandleFindingInput): Finding | null => {
  if (interval === 'week' || interval === 'month' || !hasPriceBand(instrument)) return null
  const breaks = findBreaks(candles, first, last)
  const [one] = breaks
  if (one === undefined) return null
  const where =
    breaks.length === 1
      ? `Price gap on ${describeBreak(one)}`
      : `${countOf(breaks.length, 'price gap', 'price gaps')}, the first on ${describeBreak(one)}`
  return finding(
    'price_break',
    breaks.some(({ ratio }) => ratio !== null) ? 'grave' : 'doubt',
    `${where}. No circuit limit allows that: P&L of positions held across it is not real. Imported candles are adjusted in Settings, Data.`,
    breaks.slice(0, EVIDENCE_MAX).map((found) => ({ at: found.at, what: describeBreak(found) })),
  )
}

const shapeFindings = (input: CandleFindingInput) => {
  const { candles, first, last } = input
  const { stale, staleRuns, flat } = standstillsOf(input)
  const noVolume = zerosIn(candles.volume, first, last)
  const rows = last - first
  return [
    staleRuns === 0
      ? null
      : finding(
          'stale_candles',
          'doubt',
          `Prices do not move for ${STALE_RUN} candles or more, ${countOf(staleRuns, 'time', 'times')}: a halt, a circuit or a stopped feed.`,
          stale,
        ),
    flat / rows < FLAT_SHARE
      ? null
      : finding(
          'flat_candles',
          'doubt',
          `${percentOf(flat, rows)} of the candles have no range: open, high, low and close are equal.`,
        ),
    // A series without any volume is that of an index.
    noVolume === rows || noVolume / rows < NO_VOLUME_SHARE
      ? null
      : finding(
          'no_volume',
          'doubt',
          `${countOf(noVolume, 'candle has', 'candles have')} no volume: nothing traded at ${noVolume === 1 ? 'its' : 'their'} prices.`,
          noVolumeOf(input),
        ),
  ]
}

const standstillsOf = ({ candles, first, last }: CandleFindingInput) => {
  const { time, open, high, low, close } = candles
  const stale: Evidence[] = []
  let staleRuns = 0
  let flat = 0
  let same = 1
  let topBefore = Number.NaN
  for (let row = first; row < last; row++) {
    const top = high[row] as number
    if (top === low[row]) flat += 1
    // Fast path: almost every candle has another high than the one before.
    if (top !== topBefore) {
      topBefore = top
      same = 1
      continue
    }
    const isSame = low[row] === low[row - 1] && open[row] === open[row - 1] && close[row] === close[row - 1]
    same = isSame ? same + 1 : 1
    if (same !== STALE_RUN) continue
    staleRuns += 1
    if (stale.length < EVIDENCE_MAX)
      stale.push({ at: instant(time[row - STALE_RUN + 1]), what: 'same open, high, low and close from here' })
  }
  return { stale, staleRuns, flat }
}

const zerosIn = (column: Float64Array, first: number, last: number): number => {
  let zeros = 0
  for (let row = first; row < last; row++) if (column[row] === 0) zeros += 1
  return zeros
}

const noVolumeOf = ({ candles: { time, volume }, first, last }: CandleFindingInput): readonly Evidence[] => {
  const withoutVolume: Evidence[] = []
  for (let row = first; row < last && withoutVolume.length < EVIDENCE_MAX; row++)
    if (volume[row] === 0) withoutVolume.push({ at: instant(time[row]), what: 'no volume' })
  return withoutVolume
}

/** Candles of a week and longer hide missing days and holes. */
const daysFindings = (input: CandleFindingInput) => {
  const { candles, first, ends, interval } = input
  if (interval === 'week' || interval === 'month') return []
  const missingDays: IstDate[] = []
  const holes: Evidence[] = []
  let missing = 0
  let sessions = 0
  let expectedDay = istDayNumber(candles.time[first] ?? 0)
  ends.forEach((end, index) => {
    const start = ends[index - 1] ?? first
    const day = istDayNumber(candles.time[start] ?? 0)
    for (; expectedDay < day; expectedDay++) {
      const date = dayNumberToIstDate(expectedDay)
      if (isExpected(date)) missingDays.push(date)
    }
    expectedDay = day + 1
    // The last day may still be in progress.
    const isOpenEnded = index === ends.length - 1
    const hole = holesOf(input, start, end, isOpenEnded)
    if (hole === null) return
    missing += hole.missing
    sessions += 1
    if (holes.length < EVIDENCE_MAX) holes.push({ at: hole.at, what: hole.what })
  })
  const rows = input.last - first
  return [
    missingDays.length === 0
      ? null
      : finding(
          'missing_days',
          'doubt',
          `${countOf(missingDays.length, 'trading day has', 'trading days have')} no candles.`,
          missingDays.slice(0, EVIDENCE_MAX).map((date) => ({
            at: epochMs(istDateToDayNumber(date) * DAY_MS - IST_OFFSET_MS),
            what: 'a trading day in the calendar',
          })),
        ),
    missing === 0
      ? null
      : finding(
          'missing_candles',
          missing / (rows + missing) < MISSING_SHARE ? 'note' : 'doubt',
          `${countOf(missing, 'candle is', 'candles are')} missing inside ${countOf(sessions, 'session', 'sessions')}: no trades, or a gap in the data.`,
          holes,
        ),
  ]
}

const holesOf = (
  { candles, interval, group }: CandleFindingInput,
  start: number,
  end: number,
  isOpenEnded: boolean,
): { readonly missing: number; readonly at: EpochMs; readonly what: string } | null => {
  const step = intervalMinutes(interval)
  if (step === null) return null
  const day = istDayNumber(candles.time[start] ?? 0)
  const session = sessionOn(dayNumberToIstDate(day), group)
  if (session === null) return null
  const expected = session.windows.reduce((sum, { from, to }) => sum + Math.ceil((to - from) / step), 0)
  if (end - start >= expected) return null
  const midnight = day * DAY_MS - IST_OFFSET_MS
  const present = new Set(candles.time.subarray(start, end))
  const lastAt = candles.time[end - 1] ?? 0
  const lacking: number[] = []
  for (const { from, to } of session.windows)
    for (let minute = from; minute < to; minute += step) {
      const at = midnight + minute * MINUTE_MS
      if (!present.has(at) && !(isOpenEnded && at > lastAt)) lacking.push(at)
    }
  const [at] = lacking
  if (at === undefined) return null
  return {
    missing: lacking.length,
    at: epochMs(at),
    what: `${countOf(lacking.length, 'candle', 'candles')} missing from ${toIstClock(at)}`,
  }
}

const spanFinding = ({ candles, first, last, from, to, interval }: CandleFindingInput): Finding | null => {
  if (interval === 'week' || interval === 'month') return null
  const begins = toIstDate(candles.time[first] ?? 0)
  const ends = toIstDate(candles.time[last - 1] ?? 0)
  const isLate = hasSession(from, addDays(begins, -1))
  const isEarly = hasSession(addDays(ends, 1), to)
  if (!isLate && !isEarly) return null
  return finding(
    'span_short',
    'note',
    `The candles cover ${dateInWords(begins)} to ${dateInWords(ends)}, less than the span asked for.`,
  )
}

const hasSession = (from: IstDate, to: IstDate): boolean => {
  for (let day = from; day <= to; day = addDays(day, 1)) if (isExpected(day)) return true
  return false
}

/** A regular session of a year with known holidays; few sources hold muhurat evenings and drills. */
const isExpected = (date: IstDate): boolean =>
  exchangeYears[yearOf(date)] !== undefined && sessionOn(date)?.openMinute === SESSION_OPEN_MINUTE

const instant = (at: number | undefined): EpochMs | null => (at === undefined ? null : epochMs(at))

const percentOf = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}%`

const finding = (
  code: Finding['code'],
  severity: Finding['severity'],
  text: string,
  evidence: readonly Evidence[] = [],
): Finding => ({ code, severity, text, evidence })
