import type { SessionGroup } from '../../domain/calendar/calendar.ts'
import { type Interval, intervalMinutes } from '../../domain/charts/interval.ts'
import { type AnchorOf, candleStart } from '../../domain/charts/resample.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import { closeAt, createAnchor, createReadFrom, insideClosed } from '../program/higher-timeframe.ts'

/** A closed candle: start in epoch ms, prices in rupees, volume in units. */
export interface Candle {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** In the order they are stored. */
export const foldNumbers = [
  'day',
  'sessionClose',
  'end',
  'isClosed',
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
] as const

/** The larger candle so far; `day` is that of its last row, `isClosed` is 1 once it has closed. */
export type Fold = Readonly<Record<(typeof foldNumbers)[number], number>>

export const noFold: Fold = {
  day: Number.NaN,
  sessionClose: Number.POSITIVE_INFINITY,
  end: Number.NEGATIVE_INFINITY,
  isClosed: 1,
  time: Number.NaN,
  open: Number.NaN,
  high: Number.NaN,
  low: Number.NaN,
  close: Number.NaN,
  volume: Number.NaN,
}

export interface Folded {
  readonly fold: Fold
  readonly closed: readonly Candle[]
}

export interface FolderTerms {
  readonly interval: Interval
  readonly fine: Interval
  readonly group: SessionGroup
  readonly prefix: string
}

/** Incremental `toHigherTimeframe`. The function throws EngineError `refused` for a row inside a closed candle. */
export const createFolder = ({
  interval,
  fine,
  group,
  prefix,
}: FolderTerms): ((before: Fold, row: Candle) => Folded) => {
  const anchorOf: AnchorOf = createAnchor()
  const isLong = interval === 'week' || interval === 'month'
  const length = (intervalMinutes(interval) ?? Number.POSITIVE_INFINITY) * MINUTE_MS
  const fineLength = (intervalMinutes(fine) ?? 0) * MINUTE_MS
  const lengthMax = (intervalMinutes(interval) ?? 24 * 60) * MINUTE_MS

  return (before, row) => {
    const { day, close: sessionClose } = closeAt(
      { day: before.day, close: before.sessionClose },
      row.time,
      group,
    )
    const waiting = before.isClosed === 0 ? [candleOf(before)] : []
    const dated = { ...before, day, sessionClose }
    if (row.time >= sessionClose)
      return isLong ? { fold: dated, closed: [] } : { fold: { ...dated, isClosed: 1 }, closed: waiting }

    const isInside = row.time < before.end && row.time >= before.time
    const time = isInside ? before.time : candleStart(row.time, interval, anchorOf)
    const end = isInside ? before.end : Math.min(time + lengthMax, candleStart(row.time, 'day') + DAY_MS)
    const isSame = time === before.time
    if (isSame && before.isClosed === 1) throw insideClosed({ at: row.time, start: time, interval, prefix })

    const candle = isSame ? joined(before, row) : { ...row, time, volume: 0 + row.volume }
    const ends = isLong ? Number.POSITIVE_INFINITY : Math.min(time + length, sessionClose)
    const isOver = fineLength > 0 && Math.min(row.time + fineLength, sessionClose) >= ends
    const earlier = isSame ? [] : waiting
    return {
      fold: { day, sessionClose, end, isClosed: isOver ? 1 : 0, ...candle },
      closed: isOver ? [...earlier, candle] : earlier,
    }
  }
}

/** Closes a larger candle of another instrument with the row that begins at `time`; null where it stays open. */
export const createCloser = (
  interval: Interval,
  fine: Interval,
): ((before: Fold, time: number) => Folded | null) => {
  const readFromOf = createReadFrom(interval, fine)
  return (before, time) =>
    before.isClosed === 1 || readFromOf(before.time, before.sessionClose) > time
      ? null
      : { fold: { ...before, isClosed: 1 }, closed: [candleOf(before)] }
}

const joined = (before: Fold, row: Candle): Candle => ({
  time: before.time,
  open: before.open,
  high: row.high > before.high ? row.high : before.high,
  low: row.low < before.low ? row.low : before.low,
  close: row.close,
  volume: before.volume + row.volume,
})

const candleOf = ({ time, open, high, low, close, volume }: Fold): Candle => ({
  time,
  open,
  high,
  low,
  close,
  volume,
})
