import { istDayOf, istMinuteOf, startOfIstDay } from './candles'
import { CLOSE, Column, Flags, read, readFlag, write } from './columns'
import { firstTouch, TARGET_FIRST, UNKNOWN } from './first-touch'
import { flagFrom, greatestOf, leastOf, timeFrom, touchFrom } from './next-row'
import * as slot from './trade-slots'

const MINUTE_MS: f64 = 60000
const DAY_MINUTES: f64 = 1440

const NONE: f64 = 0
const SIGNAL: f64 = 1
const STOP: f64 = 2
const TARGET: f64 = 3
const SQUARE_OFF: f64 = 4
const END: f64 = 5
const TRAILING: f64 = 6

const WEEK_DAYS: f64 = 7
/** Days from the Monday before 1970 to its first day, a Thursday. */
const MONDAY: f64 = 3

/**
 * Walks the candles `first` to `last` (excluded) and writes the trades of one strategy on one symbol; gives how many,
 * or -1 when there are more than `capacity`.
 *
 * A trade is ten columns of `capacity` rows: entry row, exit row, raw entry and exit price (before slippage), quantity,
 * reason, whether the exit was at the close, whether it is unknown which of stop and target came first, worst and best
 * open gain per unit in points.
 * `tally` takes six counts: candles with a position open past their open, entries skipped for want of a lot,
 * entries outside hours, candles that touched stop and target and were resolved by their minutes, entries over the limit
 * of their day or week, entries after as many losses in a row as a day may have.
 *
 * `block` holds the parameters, whose slots and units are in trade-slots.ts. All prices are multiplied by `sign`, so that
 * a stop is always below and a target above. Stop and target lie `share` of the entry price + `points` + `rupees` /
 * quantity away; a distance that is never reached is infinite points. A level that is reached but for rounding is
 * reached. Entries fill from minute `opens` to `closes` (excluded) of the day; with `squaresOff` no position stays open
 * past `closes` or overnight. With `fillsAtClose` an order fills at the close that decided it, otherwise at the next
 * open; with `exitsAtOpen` too, exits fill at the next open all the same, also one that the candle of the entry decides.
 * A fill is worse than its price by `slippage` of it and `slipPoints`, which never take a sale below `tickSize`.
 * The minute columns are read only inside a candle that touches stop and target. With `fillsAtWorst`, for fills at the
 * next open alone, an order fills at the worst price of its candle instead, and a target at its level. Without
 * `followsGains` the worst and best open gain are those at the exit alone, and fewer candles are read.
 *
 * A trailing stop follows the best price since the entry, and counts where it is nearer than the stop. A candle is judged
 * against the level that the candles before it made: its own high or low moves the stop for later candles only.
 */
export function trade(block: Column): i32 {
  const open = <Column>read(block, slot.open)
  const high = <Column>read(block, slot.high)
  const low = <Column>read(block, slot.low)
  const close = <Column>read(block, slot.close)
  const time = <Column>read(block, slot.time)
  const entry = <Flags>read(block, slot.entry)
  const exit = <Flags>read(block, slot.exit)
  const minuteTime = <Column>read(block, slot.minuteTime)
  const minuteOpen = <Column>read(block, slot.minuteOpen)
  const minuteHigh = <Column>read(block, slot.minuteHigh)
  const minuteLow = <Column>read(block, slot.minuteLow)
  const trades = <Column>read(block, slot.trades)
  const tally = <Column>read(block, slot.tally)
  const minutes = <i32>read(block, slot.minutes)
  const capacity = <i32>read(block, slot.capacity)
  const first = <i32>read(block, slot.first)
  const last = <i32>read(block, slot.last)
  const sign = read(block, slot.sign)
  const fillsAtClose = read(block, slot.fillsAtClose) !== 0
  const exitsAtOpen = read(block, slot.exitsAtOpen) !== 0
  const fillsAtWorst = read(block, slot.fillsAtWorst) !== 0
  const squaresOff = read(block, slot.squaresOff) !== 0
  const followsGains = read(block, slot.followsGains) !== 0
  const slippage = read(block, slot.slippage)
  const slipPoints = read(block, slot.slipPoints)
  const tickSize = read(block, slot.tickSize)
  const opens = read(block, slot.opens)
  const closes = read(block, slot.closes)
  const closeDelay = read(block, slot.closeDelay)
  const lotSize = read(block, slot.lotSize)
  const lots = read(block, slot.lots)
  const budget = read(block, slot.budget)
  const stopShare = read(block, slot.stopShare)
  const stopPoints = read(block, slot.stopPoints)
  const stopRupees = read(block, slot.stopRupees)
  const targetShare = read(block, slot.targetShare)
  const targetPoints = read(block, slot.targetPoints)
  const targetRupees = read(block, slot.targetRupees)
  const risk = read(block, slot.risk)
  const trailShare = read(block, slot.trailShare)
  const trailPoints = read(block, slot.trailPoints)
  const trailRupees = read(block, slot.trailRupees)
  const afterShare = read(block, slot.afterShare)
  const afterPoints = read(block, slot.afterPoints)
  const afterRupees = read(block, slot.afterRupees)
  const entriesMost = read(block, slot.entriesMost)
  const perWeek = read(block, slot.perWeek) !== 0
  const lossesMost = read(block, slot.lossesMost)

  const upper = sign > 0 ? high : low
  const lower = sign > 0 ? low : high
  // An intraday position opened at the day's last close could not be closed that day.
  const isLate = fillsAtClose && squaresOff
  const trails = trailPoints !== Infinity
  const hasLevels = stopPoints !== Infinity || targetPoints !== Infinity || trails
  let count = 0
  let held = 0
  let tooSmall = 0
  let outsideHours = 0
  let resolved = 0
  let overLimit = 0
  let afterLosses = 0
  let period: f64 = NaN
  let entered: f64 = 0
  let lossDay: f64 = NaN
  let losses: f64 = 0
  // The next candle with an exit signal.
  let leaves = first - 1

  // Each turn is one entry: the candle that decides it, the one that fills it, those that hold it, the one that ends it.
  let row = first
  while (row + 1 < last) {
    row = flagFrom(entry, row, last - 1)
    if (row + 1 === last) {
      break
    }
    const decided = row
    if ((!exitsAtOpen && readFlag(exit, decided) !== 0) || (isLate && endsDay(time, decided, last))) {
      // The exit wins over the entry.
      row++
      continue
    }
    row++
    const filled = fillsAtClose ? decided : row
    const at = istMinuteOf(read(time, filled)) + (fillsAtClose ? closeDelay : 0)
    const raw = sign * read(fillsAtClose ? close : fillsAtWorst ? upper : open, filled)
    const slipped = raw + abs(raw) * slippage
    const price = slipped + (sign > 0 ? slipPoints : min(slipPoints, max(0, -slipped - tickSize)))
    const stopBy = stopShare * abs(price) + stopPoints
    let quantity = lots > 0 ? lots * lotSize : floor(budget / (abs(price) * lotSize)) * lotSize
    if (risk > 0) {
      quantity = floor((risk / (stopBy * lotSize)) * (1 + CLOSE)) * lotSize
    }
    if (at < opens || at >= closes) {
      outsideHours++
      continue
    }
    const day = istDayOf(read(time, filled))
    const periodHere = perWeek ? floor((day + MONDAY) / WEEK_DAYS) : day
    if (periodHere !== period) {
      period = periodHere
      entered = 0
    }
    if (entered >= entriesMost) {
      overLimit++
      continue
    }
    if (day === lossDay && losses >= lossesMost) {
      afterLosses++
      continue
    }
    if (!(quantity > 0)) {
      tooSmall++
      continue
    }
    entered++
    const stopAt = price - (stopBy + stopRupees / quantity)
    const targetAt = price + (targetShare * abs(price) + targetPoints + targetRupees / quantity)
    const slack = CLOSE * abs(price)
    const targetFrom = targetAt - slack
    const trailBy = trailShare * abs(price) + trailPoints + trailRupees / quantity
    const trailsFrom = price + (afterShare * abs(price) + afterPoints + afterRupees / quantity) - slack
    let peak = price
    let stopNow = stopAt
    let stopReason = STOP
    if (peak >= trailsFrom && peak - trailBy > stopNow) {
      stopNow = peak - trailBy
      stopReason = TRAILING
    }
    let stopFrom = stopNow + slack
    // The last candle before an hour or a night that ends the position.
    let bound = last - 1
    if (squaresOff) {
      const midnight = startOfIstDay(istDayOf(read(time, row)))
      bound = timeFrom(time, row, last, midnight + min(closes, DAY_MINUTES) * MINUTE_MS) - 1
    }

    let worst: f64 = 0
    let best: f64 = 0
    let reason = NONE
    let exitRaw: f64 = 0
    let isAtClose: f64 = 0
    let isAmbiguous: f64 = 0
    if (exitsAtOpen && readFlag(exit, decided) !== 0) {
      reason = SIGNAL
      exitRaw = sign * read(open, row)
    }
    while (reason === NONE) {
      // Most candles end nothing: no order, no hour, neither stop nor target.
      if (row < bound) {
        if (leaves < row) {
          leaves = flagFrom(exit, row, last)
        }
        let next = min(bound, leaves)
        if (hasLevels) {
          // A candle that can move the trailing stop is looked at by itself, like one that ends the position.
          const farthest = trails ? min(targetFrom, max(peak, trailsFrom)) : targetFrom
          const below = sign > 0 ? stopFrom : -farthest
          const above = sign > 0 ? farthest : -stopFrom
          next = touchFrom(open, high, low, row, next, below, above)
        }
        if (followsGains && next > row) {
          const lowest = sign > 0 ? leastOf(low, row, next) : -greatestOf(high, row, next)
          const highest = sign > 0 ? greatestOf(high, row, next) : -leastOf(low, row, next)
          worst = min(worst, lowest - price)
          best = max(best, highest - price)
        }
        held += next - row
        row = next
      }
      if (squaresOff && istMinuteOf(read(time, row)) >= closes) {
        reason = SQUARE_OFF
        exitRaw = sign * read(open, row)
        break
      }
      if (hasLevels) {
        exitRaw = sign * read(open, row)
        if (exitRaw <= stopFrom) {
          reason = stopReason
          break
        }
        if (exitRaw >= targetFrom) {
          reason = TARGET
          break
        }
        const meetsTarget = sign * read(upper, row) >= targetFrom
        if (sign * read(lower, row) <= stopFrom) {
          reason = stopReason
          exitRaw = stopNow
          if (meetsTarget) {
            const start = read(time, row)
            const touched = firstTouch(
              minuteTime,
              minuteOpen,
              minuteHigh,
              minuteLow,
              minutes,
              start,
              closeDelay,
              sign,
              stopFrom,
              targetFrom,
            )
            if (touched === UNKNOWN) {
              isAmbiguous = 1
            } else {
              resolved++
            }
            if (touched === TARGET_FIRST) {
              reason = TARGET
              exitRaw = targetAt
            }
          }
        } else if (meetsTarget) {
          reason = TARGET
          exitRaw = targetAt
        }
      }
      held++
      if (reason !== NONE) {
        break
      }
      if (followsGains) {
        worst = min(worst, sign * read(lower, row) - price)
        best = max(best, sign * read(upper, row) - price)
      }
      if (trails) {
        peak = max(peak, sign * read(upper, row))
        if (peak >= trailsFrom && peak - trailBy > stopNow) {
          stopNow = peak - trailBy
          stopFrom = stopNow + slack
          stopReason = TRAILING
        }
      }
      const leavesHere = readFlag(exit, row) !== 0
      if (fillsAtClose && !exitsAtOpen && leavesHere) {
        reason = SIGNAL
      } else if (row + 1 === last) {
        reason = END
      } else if (squaresOff && endsDay(time, row, last)) {
        reason = SQUARE_OFF
      }
      if (reason !== NONE) {
        exitRaw = sign * read(close, row)
        isAtClose = 1
        break
      }
      row++
      if (leavesHere) {
        reason = SIGNAL
        exitRaw = sign * read(open, row)
      }
    }

    if (count === capacity) {
      return -1
    }
    if (fillsAtWorst) {
      exitRaw = reason === TARGET ? min(exitRaw, targetAt) : sign * read(lower, row)
    }
    const left = exitRaw - abs(exitRaw) * slippage
    const exitPrice = left - (sign < 0 ? slipPoints : min(slipPoints, max(0, left - tickSize)))
    const exitDay = istDayOf(read(time, row))
    losses = exitPrice < price - slack ? (exitDay === lossDay ? losses + 1 : 1) : 0
    lossDay = exitDay
    write(trades, count, f64(filled))
    write(trades, count + capacity, f64(row))
    write(trades, count + 2 * capacity, sign * raw)
    write(trades, count + 3 * capacity, sign * exitRaw)
    write(trades, count + 4 * capacity, quantity)
    write(trades, count + 5 * capacity, reason)
    write(trades, count + 6 * capacity, isAtClose)
    write(trades, count + 7 * capacity, isAmbiguous)
    write(trades, count + 8 * capacity, min(worst, exitRaw - price))
    write(trades, count + 9 * capacity, max(best, exitRaw - price))
    count++
  }
  write(tally, 0, f64(held))
  write(tally, 1, f64(tooSmall))
  write(tally, 2, f64(outsideHours))
  write(tally, 3, f64(resolved))
  write(tally, 4, f64(overLimit))
  write(tally, 5, f64(afterLosses))
  return count
}

function endsDay(time: Column, row: i32, last: i32): bool {
  return row + 1 === last || istDayOf(read(time, row + 1)) !== istDayOf(read(time, row))
}
