/*
 * The definitions in their plainest form, every window summed anew: slow, obvious, and written apart from the engine,
 * so that the two can be held against each other.
 */
import type { BacktestParams, TradedContract } from '../../../../src/domain/backtests/backtest.ts'
import { type Candles, emptyCandles } from '../../../../src/domain/charts/candle.ts'
import { intervalMinutes } from '../../../../src/domain/charts/interval.ts'
import type { Comparator, Condition, Operand } from '../../../../src/domain/strategies/condition/tree.ts'
import { istDayNumber, istMinuteOfDay, parseClock, toIstDate } from '../../../../src/domain/time.ts'

import { indicatorValues } from './naive-indicators.ts'
import { at, type Bars, barsOf, combine, type Series } from './naive-series.ts'

const operandValues = (bars: Bars, operand: Operand): Series => {
  switch (operand.kind) {
    case 'number':
      return bars.close.map(() => operand.value)
    case 'indicator':
      return indicatorValues(bars, operand.key, operand.params)
    case 'arithmetic': {
      const of = {
        '+': (left: number, right: number) => left + right,
        '-': (left: number, right: number) => left - right,
        '*': (left: number, right: number) => left * right,
        '/': (left: number, right: number) => left / right,
      }[operand.operator]
      return combine(operandValues(bars, operand.left), operandValues(bars, operand.right), of).map(
        (value) => (Number.isFinite(value) ? value : Number.NaN),
      )
    }
    default: {
      const inner = operand.of.map((tree) => operandValues(bars, tree))
      return bars.close.map((_, row) =>
        Math[operand.name](...(inner.map((series) => at(series, row)) as [number])),
      )
    }
  }
}

const equal = (left: number, right: number) =>
  Math.abs(left - right) <= 1e-10 * Math.max(1, Math.abs(left), Math.abs(right))
const above = (left: number, right: number) => left > right && !equal(left, right)
const below = (left: number, right: number) => left < right && !equal(left, right)

const isTrue = (comparator: Comparator, left: Series, right: Series, row: number): boolean => {
  const now = [at(left, row), at(right, row)] as const
  const before = [at(left, row - 1), at(right, row - 1)] as const
  if (now.some(Number.isNaN)) return false
  switch (comparator) {
    case 'equal to':
      return equal(...now)
    case 'higher than':
      return above(...now)
    case 'lower than':
      return below(...now)
    case 'higher than equal to':
      return above(...now) || equal(...now)
    case 'lower than equal to':
      return below(...now) || equal(...now)
    case 'crosses above':
      return !before.some(Number.isNaN) && !above(...before) && above(...now)
    default:
      return !before.some(Number.isNaN) && !below(...before) && below(...now)
  }
}

/** Whether the condition holds on each row. */
export const conditionValues = (bars: Bars, condition: Condition): readonly boolean[] => {
  if (condition.kind === 'compare') {
    const left = operandValues(bars, condition.left)
    const right = operandValues(bars, condition.right)
    return bars.close.map((_, row) => isTrue(condition.comparator, left, right, row))
  }
  const inner = condition.of.map((tree) => conditionValues(bars, tree))
  return bars.close.map((_, row) =>
    condition.kind === 'all'
      ? inner.every((values) => values[row] === true)
      : inner.some((values) => values[row] === true),
  )
}

export interface NaiveTrade {
  readonly entryRow: number
  readonly exitRow: number
  readonly quantity: number
  readonly entryPrice: number
  readonly exitPrice: number
  readonly reason: string
  readonly isAmbiguous: boolean
}

interface Position {
  readonly row: number
  readonly price: number
  readonly quantity: number
  /** First row whose course can touch a stop or target. */
  readonly exposedFrom: number
  /** Best price of the entry and of the candles held to their end. */
  readonly best: number
}

/** How a run of trades may go on: the entries there were, and the losses since the last gain, by their day. */
interface Past {
  readonly entryDays: number[]
  readonly exits: { readonly day: number; readonly isLoss: boolean }[]
}

const mayEnter = (params: BacktestParams, { entryDays, exits }: Past, day: number): boolean => {
  const { entries, lossesInARow } = params
  const isNear = (other: number) =>
    entries?.per === 'week' ? mondayOf(other) === mondayOf(day) : other === day
  if (entries !== undefined && entryDays.filter(isNear).length >= entries.most) return false
  const today = exits.filter((exit) => exit.day === day)
  const lastGain = today.findLastIndex((exit) => !exit.isLoss)
  return lossesInARow === undefined || today.length - 1 - lastGain < lossesInARow
}

const mondayOf = (day: number): number => {
  const weekday = new Date(day * 86_400_000).getUTCDay()
  return day - ((weekday + 6) % 7)
}

/** Trades by the rules, one event after the other. */
export const naiveTrades = (
  candles: Candles,
  params: BacktestParams,
  contract: TradedContract,
  minuteCandles: Candles = emptyCandles(0),
): readonly NaiveTrade[] => {
  const bars = barsOf(candles)
  const inside = barsOf(minuteCandles)
  const entries = conditionValues(bars, params.entry)
  const exits = conditionValues(bars, params.exit)
  const inSpan = (row: number) => {
    const day = toIstDate(at(bars.time, row))
    return day >= params.from && day <= params.to
  }
  const rows = bars.time.map((_, row) => row).filter(inSpan)
  const lastRow = rows.at(-1)
  const isLong = params.side === 'buy'
  const slip = params.slippageBps / 10_000
  const tick = contract.tickSize
  const buying = (price: number) => price * (1 + slip) + params.slippageTicks * tick
  const selling = (price: number) => {
    let left = price * (1 - slip)
    for (let step = 0; step < params.slippageTicks && left > tick; step++) left = Math.max(tick, left - tick)
    return left
  }
  const minutes = intervalMinutes(params.interval)
  const start = parseClock(params.tradingStartTime) ?? 0
  const stop = parseClock(params.tradingStopTime) ?? 0
  const isLastOfDay = (row: number) =>
    row === lastRow || istDayNumber(at(bars.time, row + 1)) !== istDayNumber(at(bars.time, row))
  const isIntradayProduct = params.product === 'MIS'

  const done: NaiveTrade[] = []
  const past: Past = { entryDays: [], exits: [] }
  let position: Position | null = null
  let order: 'enter' | 'leave' | null = null

  const enter = (row: number, raw: number, minute: number, exposedFrom: number) => {
    if (minutes !== null && (minute < start || minute >= stop)) return
    const price = isLong ? buying(raw) : selling(raw)
    const { size } = params
    const money =
      size.kind === 'rupees'
        ? size.rupees
        : size.kind === 'percent'
          ? (params.capital * size.percent) / 100
          : 0
    const lossOfOne = contract.lotSize * stopPoints(price)
    let lots = size.kind === 'lots' ? size.lots : Math.floor(money / (price * contract.lotSize))
    if (size.kind === 'shares') lots = Math.floor(size.shares / contract.lotSize)
    if (size.kind === 'risk') lots = Math.floor(size.rupees / lossOfOne + 1e-9)
    const day = istDayNumber(at(bars.time, row))
    if (lots < 1 || !mayEnter(params, past, day)) return
    past.entryDays.push(day)
    position = { row, price, quantity: lots * contract.lotSize, exposedFrom, best: price }
  }
  /** Points between the entry and the stop of a size by risk. */
  const stopPoints = (price: number) =>
    (params.stopLoss ?? Number.NaN) * (params.tpslType === 'pct' ? price / 100 : 1)
  const leave = (row: number, raw: number, reason: string, isAmbiguous = false) => {
    if (position === null) return
    const { row: entryRow, price: entryPrice, quantity } = position
    const exitPrice = isLong ? selling(raw) : buying(raw)
    const gain = isLong ? exitPrice - entryPrice : entryPrice - exitPrice
    past.exits.push({ day: istDayNumber(at(bars.time, row)), isLoss: gain < -1e-10 * entryPrice })
    done.push({ entryRow, exitRow: row, quantity, entryPrice, exitPrice, reason, isAmbiguous })
    position = null
  }
  const distance = (held: Position, amount: number | null): number => {
    if (amount === null) return Number.POSITIVE_INFINITY
    if (params.tpslType === 'pct') return (held.price * amount) / 100
    return params.tpslType === 'pts' ? amount : amount / held.quantity
  }
  const trailedPrice = (held: Position): number => {
    const away = isLong ? 1 : -1
    const none = -away * Number.POSITIVE_INFINITY
    if (params.trailing === undefined) return none
    const gain = away * (held.best - held.price)
    const begins = gain >= distance(held, params.trailing.after ?? 0) - 1e-10 * held.price
    return begins ? held.best - away * distance(held, params.trailing.distance) : none
  }
  const watch = (row: number) => {
    if (position === null || row < position.exposedFrom) return
    const open = at(bars.open, row)
    const high = at(bars.high, row)
    const low = at(bars.low, row)
    const away = isLong ? 1 : -1
    const slack = 1e-10 * position.price
    const fixed = position.price - away * distance(position, params.stopLoss)
    const trailed = trailedPrice(position)
    const isTrailing = isLong ? trailed > fixed : trailed < fixed
    const stopPrice = isTrailing ? trailed : fixed
    const stopReason = isTrailing ? 'trailing' : 'stop'
    const targetPrice = position.price + away * distance(position, params.targetProfit)
    const hitsStop = (price: number) => (isLong ? price <= stopPrice + slack : price >= stopPrice - slack)
    const hitsTarget = (price: number) =>
      isLong ? price >= targetPrice - slack : price <= targetPrice + slack
    const stopTouched = hitsStop(isLong ? low : high)
    const targetTouched = hitsTarget(isLong ? high : low)
    if (hitsStop(open)) leave(row, open, stopReason)
    else if (hitsTarget(open)) leave(row, open, 'target')
    else if (stopTouched && targetTouched) {
      const course = inside.time.flatMap((time, index) => {
        const isInside =
          minutes === null
            ? params.interval === 'day' && istDayNumber(time) === istDayNumber(at(bars.time, row))
            : time >= at(bars.time, row) && time < at(bars.time, row) + minutes * 60_000
        if (!isInside || minutes === 1) return []
        const prices = [at(inside.open, index), at(inside.high, index), at(inside.low, index)]
        return [
          {
            time,
            opensAt: at(inside.open, index),
            stop: prices.some(hitsStop),
            target: prices.some(hitsTarget),
          },
        ]
      })
      const stopMinute = course.find((minute) => minute.stop)
      const targetMinute = course.find((minute) => minute.target)
      const isKnown = stopMinute !== undefined && targetMinute !== undefined
      const isSame = isKnown && stopMinute === targetMinute
      const opensBeyond = isSame && (hitsStop(stopMinute.opensAt) || hitsTarget(stopMinute.opensAt))
      const isTargetFirst = isSame
        ? hitsTarget(stopMinute.opensAt)
        : isKnown && targetMinute.time < stopMinute.time
      if (isTargetFirst) leave(row, targetPrice, 'target')
      else leave(row, stopPrice, stopReason, !isKnown || (isSame && !opensBeyond))
    } else if (stopTouched) leave(row, stopPrice, stopReason)
    else if (targetTouched) leave(row, targetPrice, 'target')
    if (position !== null)
      position = { ...position, best: isLong ? Math.max(position.best, high) : Math.min(position.best, low) }
  }

  for (const row of rows) {
    const minute = istMinuteOfDay(at(bars.time, row))
    const open = at(bars.open, row)
    const close = at(bars.close, row)
    if (order === 'leave') leave(row, open, 'signal')
    if (order === 'enter') enter(row, open, minute, row)
    order = null
    if (position !== null && isIntradayProduct && minutes !== null && minute >= stop)
      leave(row, open, 'square-off')
    watch(row)

    const wantsOut = exits[row] === true
    const isToOpen = params.fill === 'close_to_open'
    const wantsIn = entries[row] === true && (isToOpen || !wantsOut)
    if (params.fill === 'close' && wantsOut && position !== null) {
      leave(row, close, 'signal')
    }
    if (row === lastRow) leave(row, close, 'end')
    else if (isIntradayProduct && isLastOfDay(row)) leave(row, close, 'square-off')
    if (position !== null) order = wantsOut ? 'leave' : null
    else if (wantsIn && params.fill === 'next_open') order = 'enter'
    else if (wantsIn && row !== lastRow && !(isIntradayProduct && isLastOfDay(row))) {
      enter(row, close, minute + (minutes ?? 0), row + 1)
      if (isToOpen && wantsOut && position !== null) order = 'leave'
    }
  }
  return done
}
