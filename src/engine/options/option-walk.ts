import type { ExitReason } from '../../domain/backtests/backtest.ts'
import type { RawOptionTrade } from '../../domain/backtests/option-run/raw-trade.ts'
import { hasSessionEnded } from '../../domain/backtests/option-run/settlement.ts'
import { intervalMinutes } from '../../domain/charts/interval.ts'
import { istDayNumber, istMinuteOfDay, MINUTE_MS, parseClock } from '../../domain/time.ts'
import { refusal } from '../failure.ts'
import { createOptionPosition, type OptionPosition } from './option-position.ts'
import type { WalkInput } from './option-request.ts'

/** Ten trades a day for ten years. */
export const OPTION_TRADES_MAX = 25_000

export interface Walked {
  readonly trades: readonly RawOptionTrade[]
  /** Open P&L in rupees at the last candle of each day, by its row. */
  readonly dayMarks: ReadonlyMap<number, number>
  readonly held: number
  readonly skipped: number
  readonly outsideHours: number
  readonly missedDays: number
  /** Candles in which only the worst prices of all legs together pass the combined stop; it was not taken. */
  readonly undecidedRows: readonly number[]
}

export const walkOptions = (input: WalkInput): Walked => {
  const { request, candles, first, last, entry, exit, isNoted } = input
  const { params, options } = request
  const { time } = candles
  const minutes = intervalMinutes(params.interval) ?? 1
  const candleMs = minutes * MINUTE_MS
  const opens = parseClock(params.tradingStartTime) ?? 0
  const closes = parseClock(params.tradingStopTime) ?? 0
  const isMis = params.product === 'MIS'
  const isByClock = options.entry === 'time'
  const fillsAtClose = input.fill === 'signal_close'
  const trades: RawOptionTrade[] = []
  const dayMarks = new Map<number, number>()
  const undecidedRows: number[] = []
  let position: OptionPosition | null = null
  let wantsEntry = false
  let wantsExit = false
  let [held, skipped, outsideHours, missedDays] = [0, 0, 0, 0]
  let hasEntryTime = false

  const endsDay = (row: number): boolean =>
    row + 1 === last || istDayNumber(time[row + 1] ?? 0) !== istDayNumber(time[row] ?? 0)
  const enter = (row: number, minute: number, isAtClose: boolean): OptionPosition | null => {
    if (minute < opens || minute >= closes) {
      outsideHours++
      return null
    }
    const entered = createOptionPosition(input, { row, isAtClose }, candleMs)
    if (entered === null) skipped++
    return entered
  }

  for (let row = first; row < last; row++) {
    const minute = istMinuteOfDay(time[row] ?? 0)
    const isLastOfDay = endsDay(row)
    const isEntryTime = isByClock && minute >= opens && minute < opens + minutes
    hasEntryTime ||= isEntryTime
    if (position === null && (isByClock ? isEntryTime && minute < closes : wantsEntry))
      position = enter(row, minute, false)
    if (position !== null) {
      const moment = {
        row,
        signal: wantsExit ? 'open' : fillsAtClose && exit[row] === 1 ? 'close' : null,
        isPastHours: isMis && minute >= closes,
        isLastOfDay,
        isLast: row + 1 === last,
        isMis,
        isNoted,
        hasEnded: isLastOfDay && (row + 1 < last || hasSessionEnded(time[row] ?? 0, candleMs)),
      } as const
      if (watch(position, moment)) undecidedRows.push(row)
      if (position.wasHeldThrough(row)) held++
      const trade = position.trade()
      if (trade !== null) {
        if (trades.length === OPTION_TRADES_MAX)
          throw refusal(`the run makes more than ${OPTION_TRADES_MAX} trades`)
        trades.push(trade)
        position = null
      }
    }
    wantsExit = !fillsAtClose && position !== null && exit[row] === 1
    wantsEntry = position === null && entry[row] === 1 && exit[row] !== 1
    if (fillsAtClose && !isByClock && wantsEntry) {
      wantsEntry = false
      // Skips entries that would be closed at once: on the last candle, or MIS on the last of a day.
      if (row + 1 < last && !(isMis && isLastOfDay)) position = enter(row, minute, true)
    }
    if (!isLastOfDay) continue
    if (position !== null) dayMarks.set(row, position.pnlAtClose(row))
    if (isByClock && !hasEntryTime) missedDays++
    hasEntryTime = false
  }
  return { trades, dayMarks, held, skipped, outsideHours, missedDays, undecidedRows }
}

interface Moment {
  readonly row: number
  readonly signal: 'open' | 'close' | null
  readonly isPastHours: boolean
  readonly isLastOfDay: boolean
  readonly isLast: boolean
  readonly isMis: boolean
  readonly isNoted: boolean
  readonly hasEnded: boolean
}

/** Open first, then what the legs touched, then the close. True if a combined stop may have been missed. */
const watch = (position: OptionPosition, moment: Moment): boolean => {
  const { row, isNoted } = moment
  const opened = reasonAtOpen(position, moment)
  if (opened !== null) {
    position.leave({ row, isAtClose: false }, opened)
    return false
  }
  position.watchLegs(row)
  if (!position.isOpen()) return false
  const isUndecided = position.watchCombined(row)
  if (!position.isOpen()) return false
  if (isNoted) position.pnlAtClose(row)
  const closed = reasonAtClose(moment)
  if (closed !== null) position.leave({ row, isAtClose: true }, closed)
  if (moment.hasEnded) position.settle(row)
  if (moment.isLast) position.leave({ row, isAtClose: true }, 'end')
  return isUndecided
}

const reasonAtOpen = (position: OptionPosition, moment: Moment): ExitReason | null => {
  if (moment.signal === 'open') return 'signal'
  return moment.isPastHours ? 'square-off' : position.passedAtOpen(moment.row)
}

const reasonAtClose = ({ signal, isLastOfDay, isMis }: Moment): ExitReason | null => {
  if (signal === 'close') return 'signal'
  return isLastOfDay && isMis ? 'square-off' : null
}
