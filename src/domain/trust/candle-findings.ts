import { type SessionGroup, sessionOn } from '../calendar.ts'
import type { Candles } from '../candle.ts'
import { dateInWords, yearOf } from '../dates-in-words.ts'
import { exchangeYears } from '../exchange-years.ts'
import type { InstrumentId } from '../instrument.ts'
import { type Interval, intervalMinutes } from '../interval.ts'
import { describeBreak, findBreaks, hasPriceBand } from '../price-breaks.ts'
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
} from '../time.ts'
import { countOf, EVIDENCE_MAX, type Evidence, type Finding } from './trust.ts'

export interface CandleFindingInput {
  readonly candles: Candles
  /** The candles of the span: rows `first` to `last`, the latter excluded. */
  readonly first: number
  readonly last: number
  /** The row behind the last candle of each day. */
  readonly ends: readonly number[]
  readonly interval: Interval
  readonly group: SessionGroup
  readonly instrument: InstrumentId
  readonly from: IstDate
  readonly to: IstDate
}

/** So many candles after one another with the same four prices are a feed that stood still. */
const STALE_RUN = 5
/** A share of candles without range that is more than quiet minutes. */
const FLAT_SHARE = 0.1
const NO_VOLUME_SHARE = 0.01
/** More missing than this changes what indicators say. */
const MISSING_SHARE = 0.01

/** What the candles of a run themselves make doubtful. */
export const candleFindings = (input: CandleFindingInput): readonly Finding[] =>
  [breakFinding(input), ...shapeFindings(input), ...daysFindings(input), spanFinding(input)].filter(
    (finding) => finding !== null,
  )

/** Splits, bonus issues and wrong prices make a profit or a loss that nobody had. A week may move as far by itself. */
const breakFinding = ({ candles, first, last, interval, instrument }: CandleFindingInput): Finding | null => {
  if (interval === 'week' || interval === 'month' || !hasPriceBand(instrument)) return null
  const breaks = findBreaks(candles, first, last)
  const [one] = breaks
  if (one === undefined) return null
  const where =
    breaks.length === 1
      ? `The price breaks on ${describeBreak(one)}`
      : `The price breaks ${countOf(breaks.length, 'time', 'times')}, first on ${describeBreak(one)}`
  return finding(
    'price_break',
    breaks.some(({ ratio }) => ratio !== null) ? 'grave' : 'doubt',
    `${where}. No circuit allows that: what is held across it gains or loses what nobody did.`,
    breaks.slice(0, EVIDENCE_MAX).map((found) => ({ at: found.at, what: describeBreak(found) })),
  )
}

/** Candles that stand still, repeat the one before, or have no volume where others have. */
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
          `The prices stand still ${countOf(staleRuns, 'time', 'times')} for ${STALE_RUN} candles or more: a halt, a circuit or a feed that stopped.`,
          stale,
        ),
    flat / rows < FLAT_SHARE
      ? null
      : finding(
          'flat_candles',
          'doubt',
          `${percentOf(flat, rows)} of the candles have no range: open, high, low and close are one price.`,
        ),
    // A series without any volume is that of an index.
    noVolume === rows || noVolume / rows < NO_VOLUME_SHARE
      ? null
      : finding(
          'no_volume',
          'doubt',
          `${countOf(noVolume, 'candle has', 'candles have')} no volume: nothing was traded at ${noVolume === 1 ? 'its' : 'their'} prices.`,
          silentOf(input),
        ),
  ]
}

/** Candles without range, and runs of candles with the same four prices. */
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
    // Almost every candle has another high than the one before.
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
      stale.push({ at: instant(time[row - STALE_RUN + 1]), what: 'the same four prices from here on' })
  }
  return { stale, staleRuns, flat }
}

const zerosIn = (column: Float64Array, first: number, last: number): number => {
  let zeros = 0
  for (let row = first; row < last; row++) if (column[row] === 0) zeros += 1
  return zeros
}

const silentOf = ({ candles: { time, volume }, first, last }: CandleFindingInput): readonly Evidence[] => {
  const silent: Evidence[] = []
  for (let row = first; row < last && silent.length < EVIDENCE_MAX; row++)
    if (volume[row] === 0) silent.push({ at: instant(time[row]), what: 'no volume' })
  return silent
}

/** Trading days without a candle, and sessions with holes. Candles of a week and longer hide both. */
const daysFindings = (input: CandleFindingInput) => {
  const { candles, first, ends, interval } = input
  if (interval === 'week' || interval === 'month') return []
  const missingDays: IstDate[] = []
  const holes: Evidence[] = []
  let missing = 0
  let sessions = 0
  let expectedDay = istDayNumber(candles.time[first] ?? 0)
  ends.forEach((end, place) => {
    const start = ends[place - 1] ?? first
    const day = istDayNumber(candles.time[start] ?? 0)
    for (; expectedDay < day; expectedDay++) {
      const date = dayNumberToIstDate(expectedDay)
      if (isExpected(date)) missingDays.push(date)
    }
    expectedDay = day + 1
    // The last day may still be going on.
    const isOpenEnded = place === ends.length - 1
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
          `${countOf(missingDays.length, 'trading day has', 'trading days have')} no candle at all.`,
          missingDays.slice(0, EVIDENCE_MAX).map((date) => ({
            at: epochMs(istDateToDayNumber(date) * DAY_MS - IST_OFFSET_MS),
            what: 'a trading day by the calendar',
          })),
        ),
    missing === 0
      ? null
      : finding(
          'missing_candles',
          missing / (rows + missing) < MISSING_SHARE ? 'note' : 'doubt',
          `${countOf(missing, 'candle is', 'candles are')} missing inside ${countOf(sessions, 'session', 'sessions')}: nothing was traded, or the data have a hole.`,
          holes,
        ),
  ]
}

/** What a session lacks, or null. Day candles are one a day and lack nothing inside it. */
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
    what: `${countOf(lacking.length, 'candle', 'candles')} missing from ${toIstClock(at)} on`,
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

/** A regular session of a year whose holidays are known; few sources hold the evenings and drills. */
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
