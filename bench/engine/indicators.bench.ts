import { readFile } from 'node:fs/promises'
import { type Candles, emptyCandles } from '../../src/domain/candle.ts'
import { findIndicator, type IndicatorSpec, indicators } from '../../src/domain/indicators.ts'
import { type IstDate, MINUTE_MS, startOfIstDate } from '../../src/domain/time.ts'
import { putChart } from '../../src/engine/chart.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { createHost, type Host } from '../../src/engine/host.ts'
import { technicalsKernels } from '../../src/engine/kernels.ts'
import { createCompiler } from '../../src/engine/program.ts'
import { unzip } from '../../src/engine/unzip.ts'
import type { Report } from '../report.ts'

const ROWS = 1_000_000
const CANDLES_A_DAY = 375
const RUNS = 7
const SHORT = 5
const LONG = 500
/** A long window costs this much more than a short one at most: the difference is memory that leaves the cache. */
const LONG_TO_SHORT_MAX = 4

const randomCandles = (): Candles => {
  const made = emptyCandles(ROWS)
  let state = 12_345
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  let price = 20_000
  for (let row = 0; row < ROWS; row++) {
    const minute = Math.floor(row / CANDLES_A_DAY) * 1440 + 555 + (row % CANDLES_A_DAY)
    made.time[row] = startOfIstDate('2010-01-04' as IstDate) + minute * MINUTE_MS
    made.open[row] = price
    price *= 1 + (random() - 0.5) * 0.001
    made.close[row] = price
    made.high[row] = Math.max(price, made.open[row] ?? 0) * (1 + random() * 0.0002)
    made.low[row] = Math.min(price, made.open[row] ?? 0) * (1 - random() * 0.0002)
    made.volume[row] = Math.floor(random() * 10_000)
  }
  return made
}

const run = (host: Host, candles: Candles, spec: IndicatorSpec, params: readonly (number | string)[]) =>
  host.use((desk) => {
    const compiler = createCompiler({ interval: 'min' })
    const output = spec.outputs[0] ?? 'value'
    const step = compiler.output({ kind: 'indicator', key: spec.key, params: [...params] }, output)
    return evaluate(desk, compiler.program, candles, putChart(desk, candles))(step)
  })

const minOf = (work: () => void): number => {
  work()
  let best = Number.POSITIVE_INFINITY
  for (let time = 0; time < RUNS; time++) {
    const startedAt = performance.now()
    work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

const find = (key: string): IndicatorSpec => {
  const spec = findIndicator(key)
  if (spec === null) throw new Error(`no indicator ${key}`)
  return spec
}

const defaultsOf = (spec: IndicatorSpec) => spec.params.map((param) => param.default)

const plain: Readonly<Record<string, (candles: Candles) => Float64Array>> = {
  sma: ({ close }) => {
    const out = new Float64Array(close.length).fill(Number.NaN)
    let sum = 0
    for (let row = 0; row < close.length; row++) {
      sum += close[row] as number
      if (row >= 20) sum -= close[row - 20] as number
      if (row >= 19) out[row] = sum / 20
    }
    return out
  },
  ema: ({ close }) => {
    const out = new Float64Array(close.length).fill(Number.NaN)
    let value = 0
    for (let row = 0; row < 20; row++) value += (close[row] as number) / 20
    out[19] = value
    for (let row = 20; row < close.length; row++) {
      value += (2 / 21) * ((close[row] as number) - value)
      out[row] = value
    }
    return out
  },
  rsi: ({ close }) => {
    const out = new Float64Array(close.length).fill(Number.NaN)
    let gain = 0
    let loss = 0
    for (let row = 1; row < close.length; row++) {
      const change = (close[row] as number) - (close[row - 1] as number)
      const rise = change > 0 ? change : 0
      const fall = change < 0 ? -change : 0
      if (row <= 14) {
        gain += rise / 14
        loss += fall / 14
      } else {
        gain += (rise - gain) / 14
        loss += (fall - loss) / 14
      }
      if (row >= 14) out[row] = loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
    }
    return out
  },
  atr: ({ high, low, close }) => {
    const out = new Float64Array(close.length).fill(Number.NaN)
    let value = 0
    for (let row = 0; row < close.length; row++) {
      const before = row === 0 ? (close[0] as number) : (close[row - 1] as number)
      const top = row > 0 && before > (high[row] as number) ? before : (high[row] as number)
      const bottom = row > 0 && before < (low[row] as number) ? before : (low[row] as number)
      value = row < 14 ? value + (top - bottom) / 14 : value + (top - bottom - value) / 14
      if (row >= 13) out[row] = value
    }
    return out
  },
}

/** Every indicator over a million candles, its share of a plain typed-array loop, and long windows against short ones. */
export const bench = async (report: Report): Promise<void> => {
  const archive = await readFile(new URL('../../public/wasm/technicals.wasm.zip', import.meta.url))
  const wasm = await unzip(new Uint8Array(archive).buffer, 'technicals.wasm')
  if (wasm === null) throw new Error('technicals.wasm is not in its archive: npm run build:engines')
  const host = createHost(await WebAssembly.compile(wasm), 'GetTechnicals', technicalsKernels)
  const candles = randomCandles()
  const base = minOf(() => run(host, candles, find('close'), [0]))

  for (const [key, loop] of Object.entries(plain)) {
    const spec = find(key)
    const ours = minOf(() => run(host, candles, spec, defaultsOf(spec))) - base
    const theirs = minOf(() => loop(candles))
    report.value({
      name: `${spec.name}, ${ROWS.toLocaleString('en-IN')} candles`,
      unit: 'ms',
      value: ours,
      goal: null,
      peer: { name: 'plain typed-array loop', value: theirs, goalRatio: 1 },
    })
  }

  let worst = { name: '', ratio: 0 }
  for (const spec of indicators) {
    const places = spec.params.flatMap((param, place) =>
      param.type === 'number' && param.integer && param.max >= LONG && param.name.includes('period')
        ? [place]
        : [],
    )
    if (places.length === 0) continue
    const withPeriod = (period: number) =>
      defaultsOf(spec).map((value, place) => (places.includes(place) ? period : value))
    const short = minOf(() => run(host, candles, spec, withPeriod(SHORT))) - base
    const long = minOf(() => run(host, candles, spec, withPeriod(LONG))) - base
    report.note(
      `${spec.name}: ${((short * 1e6) / ROWS).toFixed(1)} ns a candle at ${SHORT}, ${((long * 1e6) / ROWS).toFixed(1)} at ${LONG}`,
    )
    if (long / short > worst.ratio) worst = { name: spec.name, ratio: long / short }
  }
  report.value({
    name: `period ${LONG} against ${SHORT}, the worst (${worst.name})`,
    unit: 'x',
    value: worst.ratio,
    goal: LONG_TO_SHORT_MAX,
  })
}
