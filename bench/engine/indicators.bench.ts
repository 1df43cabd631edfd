import type { Candles } from '../../src/domain/charts/candle.ts'
import type { IndicatorSpec } from '../../src/domain/charts/indicators/spec.ts'
import { findIndicator, indicators } from '../../src/domain/charts/indicators.ts'
import type { Host } from '../../src/engine/kernel-host.ts'
import { putChart } from '../../src/engine/program/chart.ts'
import { evaluate } from '../../src/engine/program/evaluate.ts'
import { createCompiler } from '../../src/engine/program/program.ts'
import { rounds, rows } from '../brief.ts'
import type { Report } from '../report.ts'
import { timeInC } from './c-reference.ts'
import { indicatorPeers } from './indicator-peers.ts'
import { madeCandles, shippedTechnicals } from './made-candles.ts'
import { type BenchedIndicator, plainIndicators } from './plain-indicators.ts'

const ROWS = rows(1_000_000)
const RUNS = rounds(9)
const SIDE_MS_MAX = 2_500
const SHORT = 5
const LONG = 500
/** A long window may cost this many times a short one, because memory leaves the cache. */
const LONG_TO_SHORT_MAX = 4
/** Geometric mean over the nine, against the fastest library of each. */
const FASTER_MIN = 10
const PLAIN_RATIO_MAX = 1
const C_RATIO_MAX = 1.3
/** Relative: sums in another order differ by this much. */
const AGREES_WITHIN = 1e-6

interface Asked {
  readonly key: string
  readonly params: readonly (number | string)[]
  readonly output: string
}

const one = (key: string, params: readonly (number | string)[], output = 'value'): Asked => ({
  key,
  params,
  output,
})

const asked: Readonly<Record<BenchedIndicator, readonly Asked[]>> = {
  sma: [one('sma', ['close', 20, 0])],
  ema: [one('ema', ['close', 20])],
  rsi: [one('rsi', [14])],
  atr: [one('atr', [14])],
  macd: ['macd', 'signal', 'histogram'].map((line) => one('macd', [12, 26, 9, line])),
  bollinger: ['upper', 'modified', 'lower'].map((line) =>
    one(`bollinger_${line}`, ['close', 20, 2, 'simple', 0]),
  ),
  adx: ['adx', 'plus_di', 'minus_di'].map((output) => one('adx', [14], output)),
  stochastic: ['%k', '%d'].map((line) => one('stochastic', [14, line, 'yes'])),
  supertrend: ['value', 'direction'].map((output) => one('supertrend', [7, 3], output)),
}

/** ms of the kernels only: the columns are already in the engine's memory, as a peer's are in its own. */
const timeOurs = (host: Host, candles: Candles, all: readonly Asked[]): { ms: number; last: number[] } => {
  const compiler = createCompiler({ interval: 'min' })
  const steps = all.map(({ key, params, output }) =>
    compiler.output({ kind: 'indicator', key, params }, output),
  )
  return host.use((memory) => {
    const chart = putChart(memory, candles)
    const startedAt = performance.now()
    const columns = evaluate(memory, compiler.program, candles, chart)
    const ms = performance.now() - startedAt
    const last = steps.map((step) => memory.take(memory.skip(columns(step), ROWS - 1), 1)[0] ?? Number.NaN)
    return { ms, last }
  })
}

const least = (time: () => number, runs = RUNS): number => {
  time()
  const begunAt = performance.now()
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    best = Math.min(best, time())
    if (run > 0 && performance.now() - begunAt > SIDE_MS_MAX) break
  }
  return best
}

const timed = (work: () => void) => (): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

const mustAgree = (name: string, ours: readonly number[], theirs: readonly number[]): void => {
  ours.forEach((value, index) => {
    const other = theirs[index] ?? Number.NaN
    if (!(Math.abs(value - other) <= AGREES_WITHIN * Math.max(1, Math.abs(other))))
      throw new Error(`${name}, line ${index}: the engine ends with ${value}, the plain loop with ${other}`)
  })
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

const besidePeers = (host: Host, report: Report): void => {
  const candles = madeCandles(ROWS)
  const inC = timeInC(candles, RUNS)
  if (inC === null) report.note('no C compiler here: the loops in C are left out')
  const peers = indicatorPeers(candles, report)
  const out = [0, 1, 2].map(() => new Float64Array(ROWS))
  const gains: number[] = []

  for (const [name, { loop, lines }] of Object.entries(plainIndicators)) {
    const key = name as BenchedIndicator
    const { last } = timeOurs(host, candles, asked[key])
    const ours = least(() => timeOurs(host, candles, asked[key]).ms)
    const plain = least(timed(() => loop(candles, out)))
    const plainLast = out.slice(0, lines).map((column) => column[ROWS - 1] ?? Number.NaN)
    mustAgree(key, last, plainLast)
    const label = `${key}, ${lines === 1 ? 'one line' : `${lines} lines`}, ${ROWS.toLocaleString('en-IN')} candles`
    const figure = (peer: { name: string; value: number; goalRatio?: number }) =>
      report.value({ name: label, unit: 'ms', value: ours, goal: null, peer })
    figure({ name: 'loop over typed arrays', value: plain, goalRatio: PLAIN_RATIO_MAX })
    const c = inC?.[key]
    if (c !== undefined) {
      mustAgree(key, last, c.last)
      figure({ name: 'loop in C', value: c.minMs, goalRatio: C_RATIO_MAX })
    }
    let fastest = Number.POSITIVE_INFINITY
    for (const [peer, loops] of Object.entries(peers)) {
      const work = loops[key]
      if (work === undefined) continue
      const theirs = least(timed(work))
      fastest = Math.min(fastest, theirs)
      figure({ name: peer, value: theirs })
    }
    gains.push(ours / fastest)
  }
  report.value({
    name: `the ${gains.length} against the fastest library of each, geometric mean`,
    unit: 'of its time',
    value: geometricMean(gains),
    goal: 1 / FASTER_MIN,
  })
}

const longAgainstShort = (host: Host, report: Report): void => {
  const candles = madeCandles(ROWS)
  let worst = { name: '', ratio: 0 }
  for (const spec of indicators) {
    const places = periodsOf(spec)
    if (places.length === 0) continue
    const withPeriod = (period: number): Asked =>
      one(
        spec.key,
        spec.params.map((param, index) => (places.includes(index) ? period : param.default)),
        spec.outputs[0],
      )
    const time = (period: number) => least(() => timeOurs(host, candles, [withPeriod(period)]).ms, 5)
    const short = time(SHORT)
    const long = time(LONG)
    const each = (ms: number) => ((ms * 1e6) / ROWS).toFixed(1)
    report.note(
      `${spec.name}: ${each(short)} ns a candle at ${SHORT}, ${each(long)} at ${LONG}, ratio ${(long / short).toFixed(2)}`,
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

const periodWords = /period|fast|slow|signal|long|short|medium|conversion|base|span_b/

const periodsOf = (spec: IndicatorSpec): readonly number[] =>
  spec.params.flatMap((param, index) =>
    param.type === 'number' && param.integer && param.max >= LONG && periodWords.test(param.name)
      ? [index]
      : [],
  )

export const bench = async (report: Report): Promise<void> => {
  for (const key of Object.values(asked).flat())
    if (findIndicator(key.key) === null) throw new Error(`no indicator ${key.key}`)
  const host = await shippedTechnicals()
  besidePeers(host, report)
  longAgainstShort(host, report)
}
