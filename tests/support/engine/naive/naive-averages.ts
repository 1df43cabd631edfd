/* Moving averages of every type in their plainest form. */
import { at, combine, deviation, ema, type Series, sma, total, wma } from './naive-series.ts'

const kaufman = (source: Series, period: number): number[] => {
  const start = source.findIndex((value) => !Number.isNaN(value))
  let average = at(source, start + period - 1)
  return source.map((value, row) => {
    if (start < 0 || row < start + period) return Number.NaN
    const changes = Array.from({ length: period }, (_, index) =>
      Math.abs(at(source, row - index) - at(source, row - index - 1)),
    )
    const travel = total(changes)
    const efficiency = travel === 0 ? 0 : Math.abs(value - at(source, row - period)) / travel
    average += (efficiency * (2 / 3 - 2 / 31) + 2 / 31) ** 2 * (value - average)
    return average
  })
}

const variable = (source: Series, period: number): number[] => {
  const start = source.findIndex((value) => !Number.isNaN(value))
  let average = at(source, start)
  return source.map((value, row) => {
    if (start < 0 || row <= start) return Number.NaN
    const window = source.slice(Math.max(start, row - 9), row + 1)
    const changes = window.slice(1).map((later, index) => later - at(window, index))
    const moved = total(changes.map(Math.abs))
    const drive = moved === 0 ? 0 : Math.abs(total(changes)) / moved
    average += (2 / (period + 1)) * drive * (value - average)
    return row < start + 9 ? Number.NaN : average
  })
}

const vidya = (source: Series, period: number): number[] => {
  const short = deviation(source, 9)
  const long = deviation(source, 30)
  const first = long.findIndex((value) => !Number.isNaN(value))
  let average = at(source, first - 1)
  return source.map((value, row) => {
    if (first < 0 || row < first) return Number.NaN
    const whole = at(long, row)
    // A window that stands still has no deviation, whatever rounding leaves of it.
    const share = whole < 1e-9 ? 0 : Math.min(1, (2 / (period + 1)) * (at(short, row) / whole))
    average += share * (value - average)
    return average
  })
}

const mesa = (source: Series): number[] => {
  const start = source.findIndex((value) => !Number.isNaN(value))
  const x = start < 0 ? [] : source.slice(start)
  const zeros = () => x.map(() => 0)
  const [s, d, q1, i1, i2, q2, re, im, cycle, phase, mama] = Array.from({ length: 11 }, zeros) as [
    number[],
    ...number[][],
  ] as number[][]
  const set = (series: number[] | undefined, row: number, value: number) => {
    if (series !== undefined) series[row] = value
  }
  const get = (series: number[] | undefined, row: number) => series?.[row] ?? 0
  x.forEach((value, row) => {
    if (row < 6) {
      set(mama, row, total(x.slice(0, row + 1)) / (row + 1))
      return
    }
    const before = get(cycle, row - 1)
    const gain = 0.075 * before + 0.54
    const hilbert = (series: number[] | undefined) =>
      (0.0962 * get(series, row) +
        0.5769 * get(series, row - 2) -
        0.5769 * get(series, row - 4) -
        0.0962 * get(series, row - 6)) *
      gain
    set(s, row, (4 * value + 3 * at(x, row - 1) + 2 * at(x, row - 2) + at(x, row - 3)) / 10)
    set(d, row, hilbert(s))
    set(q1, row, hilbert(d))
    set(i1, row, get(d, row - 3))
    set(i2, row, 0.2 * (get(i1, row) - hilbert(q1)) + 0.8 * get(i2, row - 1))
    set(q2, row, 0.2 * (get(q1, row) + hilbert(i1)) + 0.8 * get(q2, row - 1))
    const both = get(i2, row) * get(i2, row - 1) + get(q2, row) * get(q2, row - 1)
    const cross = get(i2, row) * get(q2, row - 1) - get(q2, row) * get(i2, row - 1)
    set(re, row, 0.2 * both + 0.8 * get(re, row - 1))
    set(im, row, 0.2 * cross + 0.8 * get(im, row - 1))
    const isTurning = get(im, row) !== 0 && get(re, row) !== 0
    const raw = isTurning ? (2 * Math.PI) / Math.atan(get(im, row) / get(re, row)) : 0
    const bounded = Math.min(50, Math.max(6, Math.max(0.67 * before, Math.min(1.5 * before, raw))))
    set(cycle, row, 0.2 * bounded + 0.8 * before)
    set(phase, row, get(i1, row) === 0 ? 0 : (Math.atan(get(q1, row) / get(i1, row)) * 180) / Math.PI)
    const turn = Math.max(1, get(phase, row - 1) - get(phase, row))
    const share = Math.min(0.5, Math.max(0.05, 0.5 / turn))
    set(mama, row, get(mama, row - 1) + share * (value - get(mama, row - 1)))
  })
  return source.map((_, row) => (start < 0 || row < start + 32 ? Number.NaN : get(mama, row - start)))
}

export const average = (type: string, source: Series, period: number): number[] => {
  const once = () => ema(source, period)
  switch (type) {
    case 'simple':
      return sma(source, period)
    case 'exponential':
      return once()
    case 'weighted':
      return wma(source, period)
    case 'double':
      return combine(once(), ema(once(), period), (one, two) => 2 * one - two)
    case 'triple': {
      const twice = ema(once(), period)
      const first = combine(once(), twice, (one, two) => 3 * one - 3 * two)
      return combine(first, ema(twice, period), (left, three) => left + three)
    }
    case 'triangular':
      return period % 2 === 1
        ? sma(sma(source, (period + 1) / 2), (period + 1) / 2)
        : sma(sma(source, period / 2), period / 2 + 1)
    case 'hull': {
      const quick = wma(source, Math.floor(period / 2))
      const raw = combine(quick, wma(source, period), (half, whole) => 2 * half - whole)
      return wma(raw, Math.floor(Math.sqrt(period)))
    }
    case 'kaufman':
      return kaufman(source, period)
    case 'variable':
      return variable(source, period)
    case 'vidya':
      return vidya(source, period)
    default:
      return mesa(source)
  }
}
