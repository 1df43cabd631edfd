import type { ExitReason } from '../domain/backtest.ts'
import { intervalMinutes } from '../domain/interval.ts'
import type { RawOptionTrade } from '../domain/option-run/raw-trade.ts'
import { hasSessionEnded } from '../domain/option-run/settlement.ts'
import { istDayNumber, istMinuteOfDay, MINUTE_MS, parseClock } from '../domain/time.ts'
import { refusal } from './failure.ts'
import { createOptionPosition, type OptionPosition } from './option-position.ts'
import type { WalkInput } from './option-request.ts'

/** Trades of one run in options: ten a day for ten years. */
export const OPTION_TRADES_MAX = 25_000

export interface Walked {
  readonly trades: readonly RawOptionTrade[]
  /** Open P&L in rupees at the last candle of a day, by its row. */
  readonly dayMarks: ReadonlyMap<number, number>
  readonly held: number
  readonly skipped: number
  readonly outsideHours: number
  /** Days on which no candle began at the start time, for runs that enter by the clock. */
  readonly missedDays: number
}

/** Walks the candles of the underlying: enters, watches and leaves all legs of one position at a time. */
export const walkOptions = (input: WalkInput): Walked => {
  const { request, candles, first, last, entry, exit } = input
  const { params, options } = request
  const { time } = candles
  const minutes = intervalMinutes(params.interval) ?? 1
  const step = minutes * MINUTE_MS
  const opens = parseClock(params.tradingStartTime) ?? 0
  const closes = parseClock(params.tradingStopTime) ?? 0
  const isMis = params.product === 'MIS'
  const isByClock = options.entry === 'time'
  const trades: RawOptionTrade[] = []
  const dayMarks = new Map<number, number>()
  let position: OptionPosition | null = null
  let wantsEntry = false
  let wantsExit = false
  let [held, skipped, outsideHours, missedDays] = [0, 0, 0, 0]
  let hasEntryTime = false

  const endsDay = (row: number): boolean =>
    row + 1 === last || istDayNumber(time[row + 1] ?? 0) !== istDayNumber(time[row] ?? 0)

  for (let row = first; row < last; row++) {
    const minute = istMinuteOfDay(time[row] ?? 0)
    const isLastOfDay = endsDay(row)
    const isEntryTime = isByClock && minute >= opens && minute < opens + minutes
    hasEntryTime ||= isEntryTime
    if (position === null && (isByClock ? isEntryTime && minute < closes : wantsEntry)) {
      if (minute < opens || minute >= closes) outsideHours++
      else {
        position = createOptionPosition(input, row, step)
        if (position === null) skipped++
      }
    }
    if (position !== null) {
      watch(position, {
        row,
        wantsExit,
        isPastHours: isMis && minute >= closes,
        isLastOfDay,
        isLast: row + 1 === last,
        isMis,
        hasEnded: row + 1 < last || hasSessionEnded(time[row] ?? 0, step),
      })
      if (position.wasHeldThrough(row)) held++
      const trade = position.trade()
      if (trade === null) {
        if (isLastOfDay) dayMarks.set(row, position.pnlAtClose(row))
      } else {
        if (trades.length === OPTION_TRADES_MAX)
          throw refusal(`the run makes more than ${OPTION_TRADES_MAX} trades`)
        trades.push(trade)
        position = null
      }
    }
    wantsExit = position !== null && exit[row] === 1
    wantsEntry = position === null && entry[row] === 1 && exit[row] !== 1
    if (!isLastOfDay) continue
    if (isByClock && !hasEntryTime) missedDays++
    hasEntryTime = false
  }
  return { trades, dayMarks, held, skipped, outsideHours, missedDays }
}

interface Moment {
  readonly row: number
  readonly wantsExit: boolean
  readonly isPastHours: boolean
  readonly isLastOfDay: boolean
  readonly isLast: boolean
  readonly isMis: boolean
  /** The session of the day is over with this candle. */
  readonly hasEnded: boolean
}

/** One candle of an open position: its open first, then what its legs touched, then its close. */
const watch = (position: OptionPosition, moment: Moment): void => {
  const { row } = moment
  const opened = reasonAtOpen(position, moment)
  if (opened !== null) {
    position.leaveAtOpen(row, opened)
    return
  }
  position.stopLegs(row)
  if (!position.isOpen()) return
  const closed = position.passedAtClose(row) ?? (moment.isLastOfDay && moment.isMis ? 'square-off' : null)
  if (closed !== null) {
    position.leaveAtClose(row, closed)
    return
  }
  if (moment.isLastOfDay && moment.hasEnded) position.settle(row)
  if (moment.isLast) position.leaveAtClose(row, 'end')
}

const reasonAtOpen = (position: OptionPosition, moment: Moment): ExitReason | null => {
  if (moment.wantsExit) return 'signal'
  return moment.isPastHours ? 'square-off' : position.passedAtOpen(moment.row)
}
