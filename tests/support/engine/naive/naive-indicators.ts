/* The rest of the catalogue in its plainest form, written apart from the engine. */
import { istDayNumber, istMinuteOfDay } from '../../../../src/domain/time.ts'
import { average } from './naive-averages.ts'
import {
  at,
  atr,
  type Bars,
  back,
  combine,
  deviation,
  ema,
  field,
  rsi,
  type Series,
  sma,
  supertrend,
  total,
  trueRange,
  vwap,
  wilder,
  windows,
  wma,
} from './naive-series.ts'

const sum = (source: Series, period: number) => windows(source, period, total)
const highest = (source: Series, period: number) => windows(source, period, (window) => Math.max(...window))
const lowest = (source: Series, period: number) => windows(source, period, (window) => Math.min(...window))
const scaled = (source: Series, factor: number) => source.map((value) => value * factor)
const change = (source: Series) => source.map((value, row) => value - at(source, row - 1))
const minus = (left: Series, right: Series) => combine(left, right, (a, b) => a - b)
const ratio = (left: Series, right: Series) => combine(left, right, (a, b) => (b === 0 ? Number.NaN : a / b))
const middle = (bars: Bars, period: number) =>
  combine(highest(bars.high, period), lowest(bars.low, period), (top, bottom) => (top + bottom) / 2)
const laterRange = (bars: Bars) => trueRange(bars).map((range, row) => (row === 0 ? Number.NaN : range))

const directional = (bars: Bars, period: number, isUp: boolean): number[] => {
  const moves = bars.high.map((_, row) => {
    const up = at(bars.high, row) - at(bars.high, row - 1)
    const down = at(bars.low, row - 1) - at(bars.low, row)
    if (row === 0) return Number.NaN
    return isUp ? (up > down && up > 0 ? up : 0) : down > up && down > 0 ? down : 0
  })
  let value = 0
  return combine(wilder(moves, period), wilder(laterRange(bars), period), (move, range) => {
    if (Number.isNaN(range)) return Number.NaN
    value = range === 0 ? value : (100 * move) / range
    return value
  })
}

const within = (source: Series, low: Series, high: Series) =>
  source.map((value, row) => {
    const range = at(high, row) - at(low, row)
    return range === 0 ? Number.NaN : (100 * (value - at(low, row))) / range
  })

const stochastic = (source: Series, low: Series, high: Series, params: readonly (number | string)[]) => {
  const period = Number(params[0])
  const raw = within(source, lowest(low, period), highest(high, period))
  const k = params[2] === 'yes' ? sma(raw, 3) : raw
  return params[1] === '%k' ? k : sma(k, 3)
}

const sinceExtreme = (source: Series, length: number, sign: number) =>
  windows(source, length, (window) => {
    const best = Math.max(...window.map((value) => sign * value))
    return length - 1 - window.findIndex((value) => sign * value === best)
  })

const parabolic = ({ high, low, close }: Bars, params: readonly number[]) => {
  const [start = 0, increment = 0, maximum = 0] = params
  let isLong = at(close, 1) > at(close, 0)
  let extreme = isLong ? at(high, 1) : at(low, 1)
  let stop = isLong ? at(low, 0) : at(high, 0)
  let pace = start
  return close.map((_, row) => {
    if (row === 0) return { value: Number.NaN, direction: Number.NaN }
    const [top, bottom] = [at(high, row), at(low, row)]
    let fresh = row === 1
    stop = stop + pace * (extreme - stop)
    if (isLong && stop > bottom) {
      ;[isLong, stop, extreme, pace, fresh] = [false, Math.max(top, extreme), bottom, start, true]
    } else if (!isLong && stop < top) {
      ;[isLong, stop, extreme, pace, fresh] = [true, Math.min(bottom, extreme), top, start, true]
    }
    if (!fresh && isLong && top > extreme) {
      extreme = top
      pace = Math.min(pace + increment, maximum)
    } else if (!fresh && !isLong && bottom < extreme) {
      extreme = bottom
      pace = Math.min(pace + increment, maximum)
    }
    const places = row > 1 ? [row - 1, row - 2] : [row - 1]
    stop = isLong
      ? Math.min(stop, ...places.map((index) => at(low, index)))
      : Math.max(stop, ...places.map((index) => at(high, index)))
    return { value: stop, direction: isLong ? 1 : -1 }
  })
}

/** Rows of the trading day of each row, up to and with it. */
const ofDay = (bars: Bars, row: number): number[] =>
  bars.time.flatMap((time, index) =>
    index <= row && istDayNumber(time) === istDayNumber(at(bars.time, row)) ? [index] : [],
  )

const pivot = (bars: Bars, level: string, type: string): number[] => {
  const days = [...new Set(bars.time.map(istDayNumber))]
  return bars.time.map((time) => {
    const before = days[days.indexOf(istDayNumber(time)) - 1]
    if (before === undefined) return Number.NaN
    const places = bars.time.flatMap((other, index) => (istDayNumber(other) === before ? [index] : []))
    const h = Math.max(...places.map((index) => at(bars.high, index)))
    const l = Math.min(...places.map((index) => at(bars.low, index)))
    const c = at(bars.close, places.at(-1) ?? 0)
    const p = (h + l + c) / 3
    const r = h - l
    const standard: Readonly<Record<string, number>> = {
      p,
      r1: 2 * p - l,
      s1: 2 * p - h,
      r2: p + r,
      s2: p - r,
      r3: h + 2 * (p - l),
      s3: l - 2 * (h - p),
    }
    const fibonacci: Readonly<Record<string, number>> = {
      p,
      r1: p + 0.382 * r,
      s1: p - 0.382 * r,
      r2: p + 0.618 * r,
      s2: p - 0.618 * r,
      r3: p + r,
      s3: p - r,
    }
    return (type === 'standard' ? standard : fibonacci)[level] ?? Number.NaN
  })
}

const flow = (price: Series, amount: Series, sign: number) =>
  price.map((value, row) => {
    const moved = value - at(price, row - 1)
    if (Number.isNaN(moved) || Number.isNaN(at(amount, row - 1))) return Number.NaN
    return moved * sign > 0 ? at(amount, row) : 0
  })

type Params = readonly (number | string)[]
type Definition = (bars: Bars, params: Params, output: string) => Series

type SessionCandle = Bars & {
  readonly day: number
  readonly number: number
  readonly rows: readonly number[]
}

const SESSION_OPEN = 555
const SESSION_CLOSE = 930
const sizes: Readonly<Record<string, number>> = {
  '5min': 5,
  '10min': 10,
  '15min': 15,
  '30min': 30,
  hour: 60,
}

/** Candles of another size, aligned to 09:15 of each day; `day` is one candle. */
const sessionCandles = (bars: Bars, size: string): readonly SessionCandle[] => {
  const groups = new Map<string, number[]>()
  bars.time.forEach((time, row) => {
    const minute = istMinuteOfDay(time) - SESSION_OPEN
    const number = size === 'day' ? 0 : Math.max(0, Math.floor(minute / (sizes[size] ?? 1)))
    const key = `${istDayNumber(time)} ${number}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  })
  return [...groups].map(([key, rows]) => {
    const [day = 0, number = 0] = key.split(' ').map(Number)
    return { ...foldRows(bars, rows), day, number, rows }
  })
}

const foldRows = (bars: Bars, rows: readonly number[]): Bars => ({
  time: [at(bars.time, rows[0] ?? 0)],
  open: [at(bars.open, rows[0] ?? 0)],
  high: [Math.max(...rows.map((row) => at(bars.high, row)))],
  low: [Math.min(...rows.map((row) => at(bars.low, row)))],
  close: [at(bars.close, rows.at(-1) ?? 0)],
  volume: [total(rows.map((row) => at(bars.volume, row)))],
})

const nthCandle = (bars: Bars, name: string, size: string, number: number): number[] => {
  const known = bars.volume.findIndex((units) => units > 0)
  const from = name === 'volume' ? (known < 0 ? bars.time.length : known) : 0
  const kept = sliceBars(bars, from)
  // A day without a session by the calendar has no close.
  const isInside = (time: number) =>
    istMinuteOfDay(time) < SESSION_CLOSE || [0, 6].includes((istDayNumber(time) + 4) % 7)
  const candles = sessionCandles(keepRows(kept, isInside), size)
  const values = kept.time.map((time) => {
    const candle = candles.find((other) => other.day === istDayNumber(time) && other.number === number - 1)
    const length = sizes[size] ?? 1
    const isSession = ![0, 6].includes((istDayNumber(time) + 4) % 7)
    const close = isSession ? SESSION_CLOSE : Number.POSITIVE_INFINITY
    const ends = Math.min(SESSION_OPEN + number * length, close)
    const isOver = Math.min(istMinuteOfDay(time) + 5, close) >= ends
    return candle === undefined || !isOver ? Number.NaN : candleField(candle, name)
  })
  return [...Array(from).fill(Number.NaN), ...values]
}

const keepRows = (bars: Bars, keeps: (time: number) => boolean): Bars => {
  const rows = bars.time.flatMap((time, row) => (keeps(time) ? [row] : []))
  const kept = (series: Series) => rows.map((row) => at(series, row))
  return {
    time: kept(bars.time),
    open: kept(bars.open),
    high: kept(bars.high),
    low: kept(bars.low),
    close: kept(bars.close),
    volume: kept(bars.volume),
  }
}

const sliceBars = (bars: Bars, from: number): Bars => ({
  time: bars.time.slice(from),
  open: bars.open.slice(from),
  high: bars.high.slice(from),
  low: bars.low.slice(from),
  close: bars.close.slice(from),
  volume: bars.volume.slice(from),
})

const previousCandle = (bars: Bars, name: string, size: string, offset: number): number[] => {
  const known = bars.volume.findIndex((units) => units > 0)
  const from = name === 'volume' ? (known < 0 ? bars.time.length : known) : 0
  const kept = sliceBars(bars, from)
  const candles = sessionCandles(kept, size)
  const values = kept.time.map((_, row) => {
    const current = candles.findIndex((candle) => candle.rows.includes(row))
    const candle = candles[current + offset]
    if (candle === undefined) return Number.NaN
    if (offset < 0) return candleField(candle, name)
    return candleField(
      foldRows(
        kept,
        candle.rows.filter((index) => index <= row),
      ),
      name,
    )
  })
  return [...Array(from).fill(Number.NaN), ...values]
}

const candleField = (candle: Bars, name: string): number =>
  name === 'volume' ? at(candle.volume, 0) : at(field(candle, name), 0)

const n = (params: Params, index: number): number => Number(params[index])
const text = (params: Params, index: number): string => String(params[index])

const definitions: Readonly<Record<string, Definition>> = {
  dema: (bars, params) => average('double', field(bars, text(params, 0)), n(params, 1)),
  tema: (bars, params) => average('triple', field(bars, text(params, 0)), n(params, 1)),
  hull_ma: (bars, params) => average('hull', field(bars, text(params, 0)), n(params, 1)),
  moving_average: (bars, params) =>
    back(average(text(params, 0), field(bars, text(params, 1)), n(params, 2)), n(params, 3)),
  moving_average_volume: (bars, params) => average(text(params, 1), field(bars, 'volume'), n(params, 0)),
  median_price: (bars, params) => sma(field(bars, 'hl2'), n(params, 0)),
  median_price_ma: (bars, params) =>
    back(average(text(params, 1), field(bars, 'hl2'), n(params, 0)), n(params, 2)),
  alligator: (bars, params) => {
    const index = { jaw: 1, teeth: 3, lips: 5 }[text(params, 0)] ?? 0
    return back(wilder(field(bars, 'hl2'), n(params, index)), n(params, index + 1))
  },
  donchian: (bars, params) => {
    const upper = highest(bars.high, n(params, 1))
    const lower = lowest(bars.low, n(params, 2))
    const both = combine(upper, lower, (top, bottom) => (top + bottom) / 2)
    return { upper, lower, median: both }[text(params, 0)] ?? []
  },
  keltner: (bars, params) => {
    const side = { top: 1, median: 0, bottom: -1 }[text(params, 1)] ?? 0
    const median = average(text(params, 2), bars.close, n(params, 0))
    if (side === 0) return median
    return combine(median, atr(bars, n(params, 0)), (mid, range) => mid + side * n(params, 3) * range)
  },
  ichimoku: (bars, params) => {
    const conversion = middle(bars, n(params, 0))
    const base = middle(bars, n(params, 1))
    const shift = params[5] === 'yes' ? Math.max(0, n(params, 3) - 1) : 0
    switch (params[4]) {
      case 'conversion':
        return conversion
      case 'base':
        return base
      case 'span_a':
        return back(
          combine(conversion, base, (a, b) => (a + b) / 2),
          shift,
        )
      case 'span_b':
        return back(middle(bars, n(params, 2)), shift)
      default:
        return bars.close
    }
  },
  parabolic_sar: (bars, params, output) =>
    parabolic(bars, params.map(Number)).map((step) => (output === 'direction' ? step.direction : step.value)),
  bollinger_bandwidth: (bars, params) => {
    const source = field(bars, text(params, 0))
    const mid = average(text(params, 3), source, n(params, 1))
    return scaled(ratio(deviation(source, n(params, 1)), mid), 200 * n(params, 2))
  },
  adx: (bars, params, output) => {
    const plus = directional(bars, n(params, 0), true)
    const less = directional(bars, n(params, 0), false)
    if (output === 'plus_di') return plus
    if (output === 'minus_di') return less
    const spread = combine(plus, less, (a, b) => (a + b === 0 ? 0 : (100 * Math.abs(a - b)) / (a + b)))
    return wilder(spread, n(params, 0))
  },
  williams_r: (bars, params) =>
    within(bars.close, lowest(bars.low, n(params, 0)), highest(bars.high, n(params, 0))).map(
      (value) => value - 100,
    ),
  mom: (bars, params) => minus(bars.close, back(bars.close, n(params, 0))),
  stochastic: (bars, params) => stochastic(bars.close, bars.low, bars.high, params),
  stochastic_rsi: (bars, params) => {
    const strength = rsi(bars.close, n(params, 0))
    return stochastic(strength, strength, strength, params)
  },
  cci: (bars, params) =>
    windows(field(bars, 'hlc3'), n(params, 0), (window) => {
      const mean = total(window) / window.length
      const distance = total(window.map((value) => Math.abs(value - mean))) / window.length
      const isFlat = window.every((value) => value === window[0])
      return isFlat ? 0 : ((window.at(-1) ?? 0) - mean) / (0.015 * distance)
    }),
  awesome_oscillator: (bars) => minus(sma(field(bars, 'hl2'), 5), sma(field(bars, 'hl2'), 34)),
  tsi: (bars, params, output) => {
    const smooth = (source: Series) => ema(ema(source, n(params, 0)), n(params, 1))
    const moves = change(bars.close)
    const line = combine(smooth(moves), smooth(moves.map(Math.abs)), (a, b) => (b === 0 ? 0 : (100 * a) / b))
    return output === 'signal' ? ema(line, n(params, 2)) : line
  },
  ultimate_oscillator: (bars, params) => {
    const bottom = bars.low.map((low, row) =>
      row === 0 ? Number.NaN : Math.min(low, at(bars.close, row - 1)),
    )
    const top = bars.high.map((high, row) =>
      row === 0 ? Number.NaN : Math.max(high, at(bars.close, row - 1)),
    )
    const pressure = minus(bars.close, bottom)
    const parts = [0, 1, 2].map((index) =>
      ratio(sum(pressure, n(params, index)), sum(minus(top, bottom), n(params, index))),
    )
    return bars.close.map((_, row) => {
      const [short = 0, medium = 0, long = 0] = parts.map((part) => at(part, row))
      return (100 * (4 * short + 2 * medium + long)) / 7
    })
  },
  cmo: (bars, params) =>
    windows(change(bars.close), n(params, 0), (window) => {
      const up = total(window.map((value) => Math.max(value, 0)))
      const down = total(window.map((value) => Math.max(-value, 0)))
      return up + down === 0 ? 0 : (100 * (up - down)) / (up + down)
    }),
  aroon_oscillator: (bars, params) =>
    combine(
      sinceExtreme(bars.high, n(params, 0) + 1, 1),
      sinceExtreme(bars.low, n(params, 0) + 1, -1),
      (high, low) =>
        (100 * (n(params, 0) - high)) / n(params, 0) - (100 * (n(params, 0) - low)) / n(params, 0),
    ),
  stddev: (bars, params) => {
    const source = field(bars, text(params, 1))
    const mid = average(text(params, 3), source, n(params, 0))
    return source.map((_, row) => {
      const window = source.slice(row + 1 - n(params, 0), row + 1)
      if (row + 1 < n(params, 0) || window.some(Number.isNaN)) return Number.NaN
      const squares = total(window.map((value) => (value - at(mid, row)) ** 2))
      return n(params, 2) * Math.sqrt(squares / n(params, 0))
    })
  },
  choppiness: (bars, params) => {
    const period = n(params, 0)
    const range = minus(highest(bars.high, period), lowest(bars.low, period))
    return ratio(sum(trueRange(bars), period), range).map(
      (value) => (100 * Math.log10(value)) / Math.log10(period),
    )
  },
  vortex: (bars, params) => {
    const [from, to] = params[1] === '+vi' ? [bars.high, bars.low] : [bars.low, bars.high]
    const reach = from.map((value, row) => Math.abs(value - at(to, row - 1)))
    return back(ratio(sum(reach, n(params, 0)), sum(laterRange(bars), n(params, 0))), n(params, 2))
  },
  mfi: (bars, params) => {
    const price = field(bars, 'hlc3')
    const volume = field(bars, 'volume')
    const amount = combine(price, volume, (a, b) => a * b)
    const up = sum(flow(price, amount, 1), n(params, 0))
    const down = sum(flow(price, amount, -1), n(params, 0))
    const traded = sum(volume, n(params, 0))
    return up.map((rose, row) => {
      if (Number.isNaN(rose) || !(at(traded, row) > 0)) return Number.NaN
      return at(down, row) === 0 ? 100 : 100 - 100 / (1 + rose / at(down, row))
    })
  },
  chaikin_mf: (bars, params) => {
    const volume = field(bars, 'volume')
    const place = bars.close.map((close, row) => {
      const [high, low] = [at(bars.high, row), at(bars.low, row)]
      return high === low ? 0 : (close - low - (high - close)) / (high - low)
    })
    const flows = combine(place, volume, (a, b) => a * b)
    return ratio(sum(flows, n(params, 0)), sum(volume, n(params, 0)))
  },
  elder_force_index: (bars, params) =>
    ema(
      combine(change(bars.close), field(bars, 'volume'), (a, b) => a * b),
      n(params, 0),
    ),
  volume_oscillator: (bars, params) => {
    const volume = field(bars, 'volume')
    const slow = ema(volume, n(params, 1))
    const apart = minus(ema(volume, n(params, 0)), slow)
    return params[2] === 'point' ? apart : scaled(ratio(apart, slow), 100)
  },
  day_high: (bars) =>
    bars.time.map((_, row) => Math.max(...ofDay(bars, row).map((index) => at(bars.high, index)))),
  day_low: (bars) =>
    bars.time.map((_, row) => Math.min(...ofDay(bars, row).map((index) => at(bars.low, index)))),
  opening_range: (bars, params) => nthCandle(bars, text(params, 0), text(params, 1), 1),
  nth_candle: (bars, params) => nthCandle(bars, text(params, 0), text(params, 1), n(params, 2)),
  prev_n: (bars, params) => previousCandle(bars, text(params, 0), text(params, 2), n(params, 1)),
  pivot_point: (bars, params) => pivot(bars, text(params, 0), text(params, 1)),
}

/** One output of an indicator by its key. */
export const indicatorValues = (
  bars: Bars,
  key: string,
  params: readonly (number | string)[],
  output = 'value',
): Series => {
  const n = (index: number) => Number(params[index])
  const source = () => field(bars, String(params[0]))
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
    case 'open':
    case 'high':
    case 'low':
    case 'close':
      return back(field(bars, key), n(0))
    default: {
      const definition = definitions[key]
      if (definition === undefined) throw new Error(`no definition of ${key}`)
      return definition(bars, params, output)
    }
  }
}
