import * as debut from '@debut/indicators'
import * as signals from 'trading-signals'
import type { Condition, Operand } from '../../src/domain/strategies/condition/tree.ts'
import { createEvaluator } from '../../src/engine/live/live.ts'
import type { Candle } from '../../src/engine/live/live-frames.ts'
import { createLiveHost } from '../../src/engine/live/live-host.ts'
import { createCompiler } from '../../src/engine/program/program.ts'
import { rounds, rows } from '../brief.ts'
import type { Report } from '../report.ts'
import { madeCandles, shippedModule } from './made-candles.ts'

const ROWS = rows(200_000)
const RUNS = rounds(7)
/** Per candle with three indicators, warm. */
const STEP_US_MAX = 2
const OVERBOUGHT = 70

const indicator = (key: string, ...params: readonly (number | string)[]): Operand => ({
  kind: 'indicator',
  key,
  params: [...params],
})

/** ema(close,9) crosses above ema(close,21) and rsi(14) < 70 and close > sma(close,20) */
const tree: Condition = {
  kind: 'all',
  of: [
    {
      kind: 'compare',
      left: indicator('ema', 'close', 9),
      comparator: 'crosses above',
      right: indicator('ema', 'close', 21),
    },
    {
      kind: 'compare',
      left: indicator('rsi', 14),
      comparator: 'lower than',
      right: { kind: 'number', value: OVERBOUGHT },
    },
    {
      kind: 'compare',
      left: indicator('close', 0),
      comparator: 'higher than',
      right: indicator('sma', 'close', 20, 0),
    },
  ],
}

type Watch = (candle: Candle) => boolean

type Reading = number | null | undefined

const watchOf = (
  next: (close: number) => readonly [fast: Reading, slow: Reading, strength: Reading, mean: Reading],
): Watch => {
  let wasAbove: boolean | null = null
  return ({ close }) => {
    const [fast, slow, strength, mean] = next(close)
    const isAbove = isNumber(fast) && isNumber(slow) ? fast > slow : null
    const crosses = isAbove === true && wasAbove === false
    wasAbove = isAbove
    return crosses && isNumber(strength) && strength < OVERBOUGHT && isNumber(mean) && close > mean
  }
}

const isNumber = (value: Reading): value is number => typeof value === 'number' && !Number.isNaN(value)

const plainEma = (period: number) => {
  let value = 0
  let rows = 0
  return (close: number): number => {
    rows += 1
    value = rows <= period ? value + close / period : value + (2 / (period + 1)) * (close - value)
    return rows < period ? Number.NaN : value
  }
}

const plainSma = (period: number) => {
  const ring = new Float64Array(period)
  let sum = 0
  let rows = 0
  return (close: number): number => {
    const index = rows % period
    sum += close - (ring[index] ?? 0)
    ring[index] = close
    rows += 1
    return rows < period ? Number.NaN : sum / period
  }
}

const plainRsi = (period: number) => {
  let [gain, loss, before, rows] = [0, 0, Number.NaN, 0]
  return (close: number): number => {
    const change = rows === 0 ? 0 : close - before
    before = close
    const rise = Math.max(change, 0)
    const fall = Math.max(-change, 0)
    gain += rows <= period ? rise / period : (rise - gain) / period
    loss += rows <= period ? fall / period : (fall - loss) / period
    rows += 1
    if (rows <= period) return Number.NaN
    return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
  }
}

const plain = (): Watch => {
  const [fast, slow, strength, mean] = [plainEma(9), plainEma(21), plainRsi(14), plainSma(20)] as const
  return watchOf((close) => [fast(close), slow(close), strength(close), mean(close)])
}

const tradingSignals = (): Watch => {
  const [fast, slow] = [new signals.EMA(9), new signals.EMA(21)]
  const strength = new signals.RSI(14)
  const mean = new signals.SMA(20)
  return watchOf((close) => [fast.add(close), slow.add(close), strength.add(close), mean.add(close)])
}

const debutIndicators = (): Watch => {
  const [fast, slow] = [new debut.EMA(9), new debut.EMA(21)]
  const strength = new debut.RSI(14)
  const mean = new debut.SMA(20)
  return watchOf((close) => [
    fast.nextValue(close),
    slow.nextValue(close),
    strength.nextValue(close),
    mean.nextValue(close),
  ])
}

interface Timed {
  readonly microseconds: number
  readonly held: number
}

const timed = (candles: readonly Candle[], make: () => Watch): Timed => {
  let best = Number.POSITIVE_INFINITY
  let held = 0
  for (let run = 0; run < RUNS; run++) {
    const watch = make()
    held = 0
    const startedAt = performance.now()
    for (const candle of candles) if (watch(candle)) held += 1
    best = Math.min(best, performance.now() - startedAt)
  }
  return { microseconds: (best * 1_000) / candles.length, held }
}

export const bench = async (report: Report): Promise<void> => {
  const host = createLiveHost(await shippedModule('backtest'))
  const columns = madeCandles(ROWS)
  const candles = Array.from(columns.time, (time, row): Candle => {
    const at = (column: Float64Array) => column[row] ?? Number.NaN
    const { open, high, low, close, volume } = columns
    return { time, open: at(open), high: at(high), low: at(low), close: at(close), volume: at(volume) }
  })
  const compiler = createCompiler({ interval: 'min' })
  const condition = compiler.condition(tree)
  const evaluators: ReturnType<typeof createEvaluator>[] = []
  const ours = timed(candles, () => {
    const evaluator = createEvaluator(host, compiler.program)
    evaluators.push(evaluator)
    return (candle) => {
      evaluator.push(candle)
      return evaluator.isTrue(condition)
    }
  })

  const peers = {
    'plain loop': plain,
    'trading-signals': tradingSignals,
    '@debut/indicators': debutIndicators,
  }
  for (const [name, make] of Object.entries(peers)) {
    const theirs = timed(candles, make)
    report.value({
      name: `one candle of a condition of three indicators, ${ROWS.toLocaleString('en-IN')} in a row`,
      unit: 'µs',
      value: ours.microseconds,
      goal: STEP_US_MAX,
      peer: { name, value: theirs.microseconds },
    })
    report.note(`${name}: held ${theirs.held} times, ours ${ours.held}`)
  }

  const [one] = evaluators
  if (one === undefined) throw new Error('nothing was run')
  const snapshot = one.snapshot()
  const copies = 1_000
  const startedAt = performance.now()
  for (let copy = 0; copy < copies; copy++) one.restore(one.snapshot())
  const each = ((performance.now() - startedAt) * 1_000) / copies
  report.value({ name: 'snapshot and restore of it', unit: 'µs', value: each, goal: null })
  report.note(`the snapshot holds ${snapshot.byteLength.toLocaleString('en-IN')} bytes`)
}
