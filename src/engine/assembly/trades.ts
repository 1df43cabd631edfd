import { istDayOf, istMinuteOf, startOfIstDay } from './candles'
import { CLOSE, Column, Flags, read, readFlag, write } from './columns'
import { EIGHT, greatestOfEight, leastOfEight } from './eight-rows'
import { firstTouch, TARGET_FIRST, UNKNOWN } from './first-touch'

const MINUTE_MS: f64 = 60000
const DAY_MINUTES: f64 = 1440

const NONE: f64 = 0
const SIGNAL: f64 = 1
const STOP: f64 = 2
const TARGET: f64 = 3
const SQUARE_OFF: f64 = 4
const END: f64 = 5

/**
 * Walks the candles `first` to `last` (excluded) and writes the trades of one strategy on one symbol; gives how many,
 * or -1 when there are more than `capacity`.
 *
 * A trade is ten columns of `capacity` rows: entry row, exit row, raw entry and exit price (before slippage), quantity,
 * reason, whether the exit was at the close, whether it is unknown which of stop and target came first, worst and best
 * open gain per unit in points.
 * `tally` takes four counts: candles with a position open past their open, entries skipped for want of a lot,
 * entries outside hours, candles that touched stop and target and were settled by their minutes.
 *
 * `sign` is 1 long, -1 short. All prices are multiplied by it, so that a stop is always below and a target above.
 * Stop and target lie `share` of the entry price + `points` + `rupees` / quantity away; a distance that is never
 * reached is infinite points. A level that is reached but for rounding is reached. Entries fill from minute `opens` to
 * `closes` (excluded) of the day; with `squaresOff` no position stays open past `closes` or overnight. `closeDelay` is
 * the minutes from a candle's start to its end, 0 for candles of a day and longer. With `fillsAtClose` an order fills
 * at the close that decided it, otherwise at the next open. A fill is worse than its price by `slippage` of it and
 * `slipPoints`, which never take a sale below `tickSize`. The minute columns hold `minutes` rows, 0 where there are
 * none, and are read only inside a candle that touches stop and target. With `fillsAtWorst`, for fills at the next
 * open alone, an order fills at the worst price of its candle instead, and a target at its level.
 */
export function trade(
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  time: Column,
  entry: Flags,
  exit: Flags,
  minuteTime: Column,
  minuteOpen: Column,
  minuteHigh: Column,
  minuteLow: Column,
  minutes: i32,
  trades: Column,
  tally: Column,
  capacity: i32,
  first: i32,
  last: i32,
  sign: f64,
  fillsAtClose: i32,
  slippage: f64,
  slipPoints: f64,
  tickSize: f64,
  squaresOff: i32,
  opens: f64,
  closes: f64,
  closeDelay: f64,
  lotSize: f64,
  lots: f64,
  budget: f64,
  stopShare: f64,
  stopPoints: f64,
  stopRupees: f64,
  targetShare: f64,
  targetPoints: f64,
  targetRupees: f64,
  fillsAtWorst: i32,
): i32 {
  const upper = sign > 0 ? high : low
  const lower = sign > 0 ? low : high
  let count = 0
  let held = 0
  let tooSmall = 0
  let outsideHours = 0
  let settled = 0

  let quantity: f64 = 0
  let entryRow = 0
  let entryRaw: f64 = 0
  let entryPrice: f64 = 0
  let stopAt: f64 = 0
  let targetAt: f64 = 0
  let stopFrom: f64 = 0
  let targetFrom: f64 = 0
  let until: f64 = 0
  let worst: f64 = 0
  let best: f64 = 0
  // An intraday position opened at the day's last close could not be closed that day.
  const isLate = fillsAtClose !== 0 && squaresOff !== 0
  let wantsEntry: bool = false
  let wantsExit = false

  for (let row = first; row < last; row++) {
    // Most candles meet no position and no order.
    if (quantity === 0 && !wantsEntry) {
      while (row + EIGHT < last && load<u64>(entry + <usize>row) === 0) {
        row += EIGHT
      }
      while (row + 1 < last && readFlag(entry, row) === 0) {
        row++
      }
      wantsEntry = starts(entry, exit, row) && !(isLate && endsDay(time, row, last))
      continue
    }
    // Most others meet a position that nothing can end: no order, no hour, neither stop nor target. What `until` says
    // of the next candle keeps the last one before an hour or a night for the rules below.
    if (quantity > 0 && !wantsExit) {
      let lowest: f64 = Infinity
      let highest: f64 = -Infinity
      while (row + EIGHT < last && load<u64>(exit + <usize>row) === 0 && read(time, row + EIGHT) < until) {
        const bottom = leastOfEight(lower, row, sign)
        const top = greatestOfEight(upper, row, sign)
        if (bottom <= stopFrom || top >= targetFrom) {
          break
        }
        if (leastOfEight(open, row, sign) <= stopFrom || greatestOfEight(open, row, sign) >= targetFrom) {
          break
        }
        lowest = bottom < lowest ? bottom : lowest
        highest = top > highest ? top : highest
        held += EIGHT
        row += EIGHT
      }
      while (row + 1 < last && readFlag(exit, row) === 0 && read(time, row + 1) < until) {
        const opened = sign * read(open, row)
        const top = sign * read(upper, row)
        const bottom = sign * read(lower, row)
        if (opened <= stopFrom || bottom <= stopFrom || opened >= targetFrom || top >= targetFrom) {
          break
        }
        lowest = bottom < lowest ? bottom : lowest
        highest = top > highest ? top : highest
        held++
        row++
      }
      worst = min(worst, lowest - entryPrice)
      best = max(best, highest - entryPrice)
    }
    const opening = sign * read(open, row)
    let reason = NONE
    let exitRaw: f64 = 0
    let isAtClose: f64 = 0
    let isAmbiguous: f64 = 0

    // An entry at the close that decided it is made here, before the first candle that can end it.
    if (wantsEntry) {
      const decided = row - fillsAtClose
      const at = istMinuteOf(read(time, decided)) + (fillsAtClose ? closeDelay : 0)
      const filling = fillsAtWorst ? sign * read(upper, row) : opening
      const raw = fillsAtClose ? sign * read(close, decided) : filling
      const slipped = raw + abs(raw) * slippage
      const price = slipped + (sign > 0 ? slipPoints : min(slipPoints, max(0, -slipped - tickSize)))
      const units = lots > 0 ? lots * lotSize : floor(budget / (abs(price) * lotSize)) * lotSize
      if (at < opens || at >= closes) {
        outsideHours++
      } else if (!(units > 0)) {
        tooSmall++
      } else {
        quantity = units
        entryRow = decided
        entryRaw = raw
        entryPrice = price
        stopAt = price - (stopShare * abs(price) + stopPoints + stopRupees / units)
        targetAt = price + (targetShare * abs(price) + targetPoints + targetRupees / units)
        stopFrom = stopAt + CLOSE * abs(price)
        targetFrom = targetAt - CLOSE * abs(price)
        worst = 0
        best = 0
        const midnight = startOfIstDay(istDayOf(read(time, row)))
        until = squaresOff ? midnight + min(closes, DAY_MINUTES) * MINUTE_MS : Infinity
      }
    }

    if (quantity > 0) {
      exitRaw = opening
      if (wantsExit) {
        reason = SIGNAL
      } else if (squaresOff && istMinuteOf(read(time, row)) >= closes) {
        reason = SQUARE_OFF
      } else if (opening <= stopFrom) {
        reason = STOP
      } else if (opening >= targetFrom) {
        reason = TARGET
      } else {
        const top = sign * read(upper, row)
        const bottom = sign * read(lower, row)
        held++
        if (bottom <= stopFrom) {
          reason = STOP
          exitRaw = stopAt
          if (top >= targetFrom) {
            const at = read(time, row)
            const touched = firstTouch(
              minuteTime,
              minuteOpen,
              minuteHigh,
              minuteLow,
              minutes,
              at,
              closeDelay,
              sign,
              stopFrom,
              targetFrom,
            )
            if (touched === UNKNOWN) {
              isAmbiguous = 1
            } else {
              settled++
            }
            if (touched === TARGET_FIRST) {
              reason = TARGET
              exitRaw = targetAt
            }
          }
        } else if (top >= targetFrom) {
          reason = TARGET
          exitRaw = targetAt
        } else {
          if (bottom - entryPrice < worst) {
            worst = bottom - entryPrice
          }
          if (top - entryPrice > best) {
            best = top - entryPrice
          }
          exitRaw = sign * read(close, row)
          isAtClose = 1
          if (fillsAtClose && readFlag(exit, row)) {
            reason = SIGNAL
          } else if (row + 1 === last) {
            reason = END
          } else if (squaresOff && endsDay(time, row, last)) {
            reason = SQUARE_OFF
          }
        }
      }
    }

    if (reason !== NONE) {
      if (count === capacity) {
        return -1
      }
      if (fillsAtWorst) {
        exitRaw = reason === TARGET ? min(exitRaw, targetAt) : sign * read(lower, row)
      }
      worst = min(worst, exitRaw - entryPrice)
      best = max(best, exitRaw - entryPrice)
      write(trades, count, f64(entryRow))
      write(trades, count + capacity, f64(row))
      write(trades, count + 2 * capacity, sign * entryRaw)
      write(trades, count + 3 * capacity, sign * exitRaw)
      write(trades, count + 4 * capacity, quantity)
      write(trades, count + 5 * capacity, reason)
      write(trades, count + 6 * capacity, isAtClose)
      write(trades, count + 7 * capacity, isAmbiguous)
      write(trades, count + 8 * capacity, worst)
      write(trades, count + 9 * capacity, best)
      count++
      quantity = 0
    }

    wantsExit = quantity > 0 && readFlag(exit, row) !== 0
    wantsEntry = quantity === 0 && starts(entry, exit, row) && !(isLate && endsDay(time, row, last))
  }
  write(tally, 0, f64(held))
  write(tally, 1, f64(tooSmall))
  write(tally, 2, f64(outsideHours))
  write(tally, 3, f64(settled))
  return count
}

/** The exit wins over the entry. */
function starts(entry: Flags, exit: Flags, row: i32): bool {
  return readFlag(entry, row) !== 0 && readFlag(exit, row) === 0
}

function endsDay(time: Column, row: i32, last: i32): bool {
  return row + 1 === last || istDayOf(read(time, row + 1)) !== istDayOf(read(time, row))
}
