/*
 * The definitions in their plainest form, every window summed anew: slow, obvious, and written apart from the engine,
 * so that the two can be held against each other.
 */
import type { BacktestParams, TradedContract } from '../../src/domain/backtest.ts'
import { type Candles, emptyCandles } from '../../src/domain/candle.ts'
import type { Comparator, Condition, Operand } from '../../src/domain/condition/tree.ts'
import { intervalMinutes } from '../../src/domain/interval.ts'
import { istDayNumber, istMinuteOfDay, parseClock, toIstDate } from '../../src/domain/time.ts'

export type Series = readonly number[]

const windows = (source: Series, period: number, of: (window: Series) => number): number[] =>
  source.map((_, row) => {
    const window = row + 1 < period ? [] : source.slice(row + 1 - period, row + 1)
    return window.length < period || window.some(Number.isNaN) ? Number.NaN : of(window)
  })

const total = (values: Series): number => values.reduce((sum, value) => sum + value, 0)

export const sma = (source: Series, period: number) =>
  windows(source, period, (window) => total(window) / period)

export const wma = (source: Series, period: number) =>
  windows(source, period, (window) => {
    const weighted = window.map((value, place) => value * (place + 1))
    return total(weighted) / ((period * (period + 1)) / 2)
  })

export const deviation = (source: Series, period: number) =>
  windows(source, period, (window) => {
    const mean = total(window) / period
    return Math.sqrt(total(window.map((value) => (value - mean) ** 2)) / period)
  })

const recursive = (source: Series, period: number, alpha: number): number[] => {
  const start = source.findIndex((value) => !Number.isNaN(value))
  let average = Number.NaN
  return source.map((value, row) => {
    const age = row - start
    if (start < 0 || age < period - 1) return Number.NaN
    average =
      age === period - 1
        ? total(source.slice(start, row + 1)) / period
        : (1 - alpha) * average + alpha * value
    return average
  })
}

export const ema = (source: Series, period: number) => recursive(source, period, 2 / (period + 1))
export const wilder = (source: Series, period: number) => recursive(source, period, 1 / period)

export const rsi = (source: Series, period: number): number[] => {
  const changes = source.map((value, row) => value - (source[row - 1] ?? Number.NaN))
  const gains = wilder(
    changes.map((change) => (change > 0 ? change : change <= 0 ? 0 : Number.NaN)),
    period,
  )
  const losses = wilder(
    changes.map((change) => (change < 0 ? -change : change >= 0 ? 0 : Number.NaN)),
    period,
  )
  return gains.map((gain, row) => {
    const loss = losses[row] ?? Number.NaN
    if (Number.isNaN(gain)) return Number.NaN
    if (loss === 0) return 100
    return gain === 0 ? 0 : 100 - 100 / (1 + gain / loss)
  })
}

export interface Bars {
  readonly time: Series
  readonly open: Series
  readonly high: Series
  readonly low: Series
  readonly close: Series
  readonly volume: Series
}

export const barsOf = (candles: Candles): Bars => ({
  time: [...candles.time],
  open: [...candles.open],
  high: [...candles.high],
  low: [...candles.low],
  close: [...candles.close],
  volume: [...candles.volume],
})

const at = (series: Series, row: number): number => series[row] ?? Number.NaN

export const trueRange = ({ high, low, close }: Bars): number[] =>
  high.map((top, row) => {
    const bottom = at(low, row)
    const before = close[row - 1]
    return before === undefined
      ? top - bottom
      : Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before))
  })

export const atr = (bars: Bars, period: number) => wilder(trueRange(bars), period)

export const supertrend = (bars: Bars, period: number, multiplier: number) => {
  const range = atr(bars, period)
  let upper = Number.NaN
  let lower = Number.NaN
  let direction = -1
  return bars.close.map((close, row) => {
    const reach = at(range, row) * multiplier
    if (Number.isNaN(reach)) return { value: Number.NaN, direction: Number.NaN }
    const middle = (at(bars.high, row) + at(bars.low, row)) / 2
    const isFirst = Number.isNaN(upper)
    const before = at(bars.close, row - 1)
    const nextLower = middle - reach
    const nextUpper = middle + reach
    lower = isFirst || nextLower > lower || before < lower ? nextLower : lower
    upper = isFirst || nextUpper < upper || before > upper ? nextUpper : upper
    if (!isFirst) direction = direction < 0 ? (close > upper ? 1 : -1) : close < lower ? -1 : 1
    return { value: direction > 0 ? lower : upper, direction }
  })
}

export const vwap = (bars: Bars): number[] =>
  bars.time.map((time, row) => {
    const rows = bars.time
      .map((_, place) => place)
      .filter((place) => place <= row && istDayNumber(at(bars.time, place)) === istDayNumber(time))
    const units = total(rows.map((place) => at(bars.volume, place)))
    const typical = (place: number) =>
      (at(bars.high, place) + at(bars.low, place) + at(bars.close, place)) / 3
    return units > 0
      ? total(rows.map((place) => typical(place) * at(bars.volume, place))) / units
      : Number.NaN
  })

const field = (bars: Bars, name: string): Series => {
  const { open, high, low, close, volume } = bars
  const made = (of: (row: number) => number) => close.map((_, row) => of(row))
  switch (name) {
    case 'open':
      return open
    case 'high':
      return high
    case 'low':
      return low
    case 'close':
      return close
    case 'hl2':
      return made((row) => (at(high, row) + at(low, row)) / 2)
    case 'hlc3':
      return made((row) => (at(high, row) + at(low, row) + at(close, row)) / 3)
    case 'ohlc4':
      return made((row) => (at(open, row) + at(high, row) + at(low, row) + at(close, row)) / 4)
    case 'hlcc4':
      return made((row) => (at(high, row) + at(low, row) + 2 * at(close, row)) / 4)
    case 'volume': {
      const first = volume.findIndex((units) => units > 0)
      return volume.map((units, row) => (first < 0 || row < first ? Number.NaN : units))
    }
    default:
      throw new Error(`no field ${name}`)
  }
}

const back = (source: Series, offset: number): Series =>
  source.map((_, row) => source[row - Math.abs(offset)] ?? Number.NaN)

const combine = (left: Series, right: Series, of: (left: number, right: number) => number): number[] =>
  left.map((value, row) => of(value, at(right, row)))

/** One output of an indicator by its key. */
export const indicatorValues = (
  bars: Bars,
  key: string,
  params: readonly (number | string)[],
  output = 'value',
): Series => {
  const n = (place: number) => Number(params[place])
  const source = () => field(bars, String(params[0]))
  const average = (type: string, values: Series, period: number) =>
    type === 'simple' ? sma(values, period) : type === 'weighted' ? wma(values, period) : ema(values, period)
  switch (key) {
    case 'sma':
      return back(sma(source(), n(1)), n(2))
    case 'ema':
      return ema(source(), n(1))
    case 'wma':
      return wma(source(), n(1))
    case 'rsi':
      return rsi(bars.close, n(0))
    case 'atr':
      return atr(bars, n(0))
    case 'macd': {
      const line = combine(ema(bars.close, n(0)), ema(bars.close, n(1)), (fast, slow) => fast - slow)
      const signal = ema(line, n(2))
      if (params[3] === 'macd') return line
      return params[3] === 'signal' ? signal : combine(line, signal, (value, mean) => value - mean)
    }
    case 'bollinger_upper':
    case 'bollinger_lower':
    case 'bollinger_modified': {
      const side = key === 'bollinger_upper' ? 1 : key === 'bollinger_lower' ? -1 : 0
      const middle = average(String(params[3]), source(), n(1))
      const bands = combine(middle, deviation(source(), n(1)), (mid, spread) => mid + side * n(2) * spread)
      return back(side === 0 ? middle : bands, n(4))
    }
    case 'supertrend':
      return supertrend(bars, n(0), n(1)).map((step) =>
        output === 'direction' ? step.direction : step.value,
      )
    case 'vwap':
      return vwap(bars)
    case 'volume':
      return field(bars, 'volume')
    default:
      return back(field(bars, key), n(0))
  }
}

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
    const lots = size.kind === 'lots' ? size.lots : Math.floor(money / (price * contract.lotSize))
    if (lots >= 1) position = { row, price, quantity: lots * contract.lotSize, exposedFrom }
  }
  const leave = (row: number, raw: number, reason: string, isAmbiguous = false) => {
    if (position === null) return
    const { row: entryRow, price: entryPrice, quantity } = position
    const exitPrice = isLong ? selling(raw) : buying(raw)
    done.push({ entryRow, exitRow: row, quantity, entryPrice, exitPrice, reason, isAmbiguous })
    position = null
  }
  const distance = (held: Position, amount: number | null): number => {
    if (amount === null) return Number.POSITIVE_INFINITY
    if (params.tpslType === 'pct') return (held.price * amount) / 100
    return params.tpslType === 'pts' ? amount : amount / held.quantity
  }
  const watch = (row: number) => {
    if (position === null || row < position.exposedFrom) return
    const open = at(bars.open, row)
    const high = at(bars.high, row)
    const low = at(bars.low, row)
    const away = isLong ? 1 : -1
    const slack = 1e-10 * position.price
    const stopPrice = position.price - away * distance(position, params.stopLoss)
    const targetPrice = position.price + away * distance(position, params.targetProfit)
    const hitsStop = (price: number) => (isLong ? price <= stopPrice + slack : price >= stopPrice - slack)
    const hitsTarget = (price: number) =>
      isLong ? price >= targetPrice - slack : price <= targetPrice + slack
    const stopTouched = hitsStop(isLong ? low : high)
    const targetTouched = hitsTarget(isLong ? high : low)
    if (hitsStop(open)) leave(row, open, 'stop')
    else if (hitsTarget(open)) leave(row, open, 'target')
    else if (stopTouched && targetTouched) {
      const course = inside.time.flatMap((time, place) => {
        const isInside =
          minutes === null
            ? params.interval === 'day' && istDayNumber(time) === istDayNumber(at(bars.time, row))
            : time >= at(bars.time, row) && time < at(bars.time, row) + minutes * 60_000
        if (!isInside || minutes === 1) return []
        const prices = [at(inside.open, place), at(inside.high, place), at(inside.low, place)]
        return [
          {
            time,
            opensAt: at(inside.open, place),
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
      else leave(row, stopPrice, 'stop', !isKnown || (isSame && !opensBeyond))
    } else if (stopTouched) leave(row, stopPrice, 'stop')
    else if (targetTouched) leave(row, targetPrice, 'target')
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
    const wantsIn = entries[row] === true && !wantsOut
    if (params.fill === 'close' && wantsOut && position !== null) {
      leave(row, close, 'signal')
    }
    if (row === lastRow) leave(row, close, 'end')
    else if (isIntradayProduct && isLastOfDay(row)) leave(row, close, 'square-off')
    if (position !== null) order = wantsOut ? 'leave' : null
    else if (wantsIn && params.fill === 'next_open') order = 'enter'
    else if (wantsIn && row !== lastRow && !(isIntradayProduct && isLastOfDay(row)))
      enter(row, close, minute + (minutes ?? 0), row + 1)
  }
  return done
}
