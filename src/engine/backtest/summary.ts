import type { Candles } from '../../domain/charts/candle.ts'
import { findIndicator } from '../../domain/charts/indicators.ts'
import { isInterval } from '../../domain/charts/interval.ts'
import {
  type DatedSummary,
  findSummarySkip,
  type Recent,
  rateTechnicals,
  type TechnicalSeries,
} from '../../domain/charts/technical-summary.ts'
import { parseIstDate } from '../../domain/time.ts'
import { refusal } from '../failure.ts'
import type { Host } from '../kernel-host.ts'
import { putChart } from '../program/chart.ts'
import { evaluate } from '../program/evaluate.ts'
import { type Compiler, createCompiler } from '../program/program.ts'
import type { StepId } from '../program/steps.ts'
import { volumeWeighted } from '../program/volume-steps.ts'
import type { SummaryRequest } from './request.ts'

/** Takes all candles as closed. Null under 20 of them or if the range is past. Throws EngineError. */
export const runSummary = (
  host: Host,
  { interval, to, today }: SummaryRequest,
  candles: Candles,
): DatedSummary | null => {
  if (!isInterval(String(interval))) throw refusal(`interval is ${String(interval)}`)
  if (parseIstDate(String(to)) === null) throw refusal(`to is ${String(to)}, not a day`)
  if (parseIstDate(String(today)) === null) throw refusal(`today is ${String(today)}, not a day`)
  const rows = candles?.time?.length ?? 0
  if (findSummarySkip({ candles: rows, to, today }) !== null) return null

  const compiler = createCompiler({ interval })
  const steps = seriesOf(compiler)
  return host.use((memory) => {
    const columns = evaluate(memory, compiler.program, candles, putChart(memory, candles))
    const looked = Math.min(rows, LOOK_BACK + 3)
    const tails = mapSeries(steps, (step) => memory.take(memory.skip(columns(step), rows - looked), looked))
    const rate = (back: number) =>
      rateTechnicals(mapSeries(tails, (tail) => recentOf(tail, looked - 1 - back)))
    const summary = rate(0)
    const backMax = looked - 3
    let back = 0
    while (back < backMax && rate(back + 1).overall?.verdict === summary.overall?.verdict) back++
    return { ...summary, since: back === backMax ? null : (candles.time[rows - 1 - back] ?? null) }
  })
}

/** Candles over which the verdict is followed back to where it began. */
const LOOK_BACK = 60

const recentOf = (tail: Float64Array, row: number): Recent => {
  const at = (back: number) => {
    const value = tail[row - back] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }
  return [at(0), at(1), at(2)]
}

const mapSeries = <From, To>(
  series: Readonly<Record<TechnicalSeries, From>>,
  map: (one: From) => To,
): Readonly<Record<TechnicalSeries, To>> =>
  Object.fromEntries(Object.entries<From>(series).map(([name, one]) => [name, map(one)])) as Record<
    TechnicalSeries,
    To
  >

const VWMA_PERIOD = 20

const seriesOf = (compiler: Compiler): Readonly<Record<TechnicalSeries, StepId>> => {
  const step = (key: string, params: readonly (number | string)[], output?: string) => {
    const first = findIndicator(key)?.outputs[0] ?? 'value'
    return compiler.output({ kind: 'indicator', key, params }, output ?? first)
  }
  const ema = (period: number) => step('ema', ['close', period])
  const sma = (period: number) => step('sma', ['close', period, 0])
  // The shifted cloud: a candle's own spans always lie between its other two lines.
  const ichimoku = (line: string) => step('ichimoku', [9, 26, 52, 26, line, 'yes'])
  return {
    close: step('close', [0]),
    ema5: ema(5),
    ema10: ema(10),
    ema20: ema(20),
    ema30: ema(30),
    ema50: ema(50),
    ema100: ema(100),
    ema200: ema(200),
    sma5: sma(5),
    sma10: sma(10),
    sma20: sma(20),
    sma30: sma(30),
    sma50: sma(50),
    sma100: sma(100),
    sma200: sma(200),
    hma: step('hull_ma', ['close', 9]),
    vwma: compiler.column((build) => volumeWeighted(build, 'close', VWMA_PERIOD)),
    ichimoku: ichimoku('base'),
    conversion: ichimoku('conversion'),
    spanA: ichimoku('span_a'),
    spanB: ichimoku('span_b'),
    rsi: step('rsi', [14]),
    stoch_k: step('stochastic', [14, '%k', 'yes']),
    stoch_d: step('stochastic', [14, '%d', 'yes']),
    cci: step('cci', [20]),
    adx: step('adx', [14]),
    plus_di: step('adx', [14], 'plus_di'),
    minus_di: step('adx', [14], 'minus_di'),
    ao: step('awesome_oscillator', []),
    mom: step('mom', [10]),
    macd: step('macd', [12, 26, 9, 'macd']),
    macd_signal: step('macd', [12, 26, 9, 'signal']),
    stoch_rsi_fast: step('stochastic_rsi', [14, '%k', 'yes']),
    stoch_rsi_d: step('stochastic_rsi', [14, '%d', 'yes']),
    will_r: step('williams_r', [14]),
    ult_osc: step('ultimate_oscillator', [7, 14, 28]),
  }
}
