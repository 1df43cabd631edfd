import { createRequire } from 'node:module'
import type { BacktestRequest, BacktestResult } from '../../src/domain/backtests/backtest.ts'
import type { Candles } from '../../src/domain/charts/candle.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Condition } from '../../src/domain/strategies/condition/tree.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { noMinutes, runBacktest } from '../../src/engine/backtest/backtest.ts'
import { rulesOf } from '../../src/engine/backtest/rules.ts'
import { BLOCK_ROWS, writeBlock } from '../../src/engine/backtest/trade-block.ts'
import { createHost, type Host } from '../../src/engine/kernel-host.ts'
import { putChart } from '../../src/engine/program/chart.ts'
import { evaluate } from '../../src/engine/program/evaluate.ts'
import { backtestKernels } from '../../src/engine/program/kernels.ts'
import { createCompiler } from '../../src/engine/program/program.ts'
import type { Report } from '../report.ts'
import { shippedModule } from './made-candles.ts'
import { yearOfMinutes } from './year-of-minutes.ts'

const FAST = 10
const SLOW = 30
const SLIPPAGE_BPS = 3

const crossing = (comparator: 'crosses above' | 'crosses below'): Condition => ({
  kind: 'compare',
  left: { kind: 'indicator', key: 'sma', params: ['close', FAST, 0] },
  comparator,
  right: { kind: 'indicator', key: 'sma', params: ['close', SLOW, 0] },
})

const requestFor = (candles: Candles): BacktestRequest => ({
  params: {
    name: 'Crossover',
    entry: crossing('crosses above'),
    exit: crossing('crosses below'),
    side: 'buy',
    interval: 'min',
    from: toIstDate(candles.time[0] ?? 0),
    to: toIstDate(candles.time.at(-1) ?? 0),
    product: 'NRML',
    size: { kind: 'lots', lots: 1 },
    fill: 'next_open',
    slippageBps: SLIPPAGE_BPS,
    slippageTicks: 0,
    costs: true,
    stopLoss: null,
    targetProfit: null,
    tpslType: 'pct',
    tradingStartTime: '00:00',
    tradingStopTime: '23:59',
    capital: 1_000_000,
  },
  contract: {
    instrument: instrumentId('INDICES', 'NIFTY 50'),
    lotSize: 65,
    tickSize: 0.05,
    chargedAs: 'futures',
    exchange: 'NSE',
  },
  source: 'simulated',
})

const bareRun = (host: Host, request: BacktestRequest, candles: Candles): number =>
  host.use((memory) => {
    const compiler = createCompiler({ interval: request.params.interval })
    const entry = compiler.condition(request.params.entry)
    const exit = compiler.condition(request.params.exit)
    const chart = putChart(memory, candles)
    const at = evaluate(memory, compiler.program, candles, chart)
    const capacity = 10_000
    const block = memory.column(BLOCK_ROWS)
    writeBlock(memory, block, {
      ...chart,
      entry: at(entry),
      exit: at(exit),
      ...noMinutes,
      trades: memory.column(capacity * 10),
      tally: memory.column(4),
      capacity,
      first: 0,
      last: candles.time.length,
      ...rulesOf(request),
    })
    return memory.call('trade', block)
  })

const plainAverage = (source: Float64Array, period: number): Float64Array => {
  const out = new Float64Array(source.length).fill(Number.NaN)
  let sum = 0
  for (let row = 0; row < source.length; row++) {
    sum += source[row] as number
    if (row >= period) sum -= source[row - period] as number
    if (row >= period - 1) out[row] = sum / period
  }
  return out
}

/** The same rules as a plain loop that computes only the gain per unit. */
const plainRun = ({ open, close }: Candles): { trades: number; gain: number } => {
  const fast = plainAverage(close, FAST)
  const slow = plainAverage(close, SLOW)
  const slip = SLIPPAGE_BPS / 10_000
  let trades = 0
  let gain = 0
  let entry = 0
  let wants = 0
  for (let row = 1; row < close.length; row++) {
    const price = open[row] as number
    if (wants === 1 && entry === 0) entry = price * (1 + slip)
    else if (wants === -1 && entry !== 0) {
      gain += price * (1 - slip) - entry
      entry = 0
      trades += 1
    }
    const before = (fast[row - 1] as number) - (slow[row - 1] as number)
    const now = (fast[row] as number) - (slow[row] as number)
    wants = before <= 0 && now > 0 ? 1 : before >= 0 && now < 0 ? -1 : 0
  }
  if (entry !== 0) {
    gain += (close.at(-1) ?? 0) * (1 - slip) - entry
    trades += 1
  }
  return { trades, gain }
}

interface Bar {
  readonly time: Date
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly fast?: number
  readonly slow?: number
}

/** grademark 0.3.0 and data-forge 1.10.5 have types only where they are installed. */
interface Grademark {
  readonly backtest: (strategy: object, bars: object) => readonly object[]
  readonly analyze: (capital: number, trades: readonly object[]) => object
}

/** grademark passes one bar, so the bar carries the previous averages. It models no costs per order. */
const grademarkRun = (candles: Candles): (() => void) => {
  const load = createRequire(import.meta.url)
  const { DataFrame } = load('data-forge') as { DataFrame: new (values: object) => object }
  const { backtest, analyze } = load('grademark') as Grademark
  const bars: Bar[] = Array.from(candles.time, (time, row) => ({
    time: new Date(time),
    open: candles.open[row] ?? 0,
    high: candles.high[row] ?? 0,
    low: candles.low[row] ?? 0,
    close: candles.close[row] ?? 0,
    volume: 0,
  }))
  const strategy = {
    entryRule: (enter: () => void, { bar }: { bar: Bar }) => {
      if ((bar.fast ?? 0) > (bar.slow ?? 0)) enter()
    },
    exitRule: (exit: () => void, { bar }: { bar: Bar }) => {
      if ((bar.fast ?? 0) < (bar.slow ?? 0)) exit()
    },
  }
  return () => {
    const fast = plainAverage(candles.close, FAST)
    const slow = plainAverage(candles.close, SLOW)
    const values = bars.map((bar, row) => ({ ...bar, fast: fast[row], slow: slow[row] })).slice(SLOW)
    analyze(1_000_000, backtest(strategy, new DataFrame({ values })))
  }
}

export const bench = async (report: Report): Promise<void> => {
  const host = createHost(await shippedModule('backtest'), 'Backtest', backtestKernels)
  const candles = yearOfMinutes()
  const request = requestFor(candles)
  const full = (): BacktestResult => runBacktest(host, request, candles)
  const plain = plainRun(candles)
  const { tradeLog, grossPnl } = full()
  report.note(
    `${candles.time.length} one-minute candles, ${tradeLog.length} trades; the plain loop makes ${plain.trades}, gross ${(plain.gain * 65).toFixed(2)} against ${grossPnl.toFixed(2)}`,
  )
  await report.compare({
    name: 'backtest, report as JSON',
    runs: 40,
    goal: 10,
    ours: () => void JSON.stringify(full()),
    peers: {},
  })
  await report.compare({
    name: 'backtest, bare',
    runs: 40,
    goal: 1,
    ours: () => void bareRun(host, request, candles),
    peers: { 'plain loop over typed arrays': () => void plainRun(candles) },
  })
  const peer = grademarkRun(candles)
  await report.compare({
    name: 'backtest with report',
    runs: 40,
    goal: 5,
    ours: () => void full(),
    peers: { 'grademark 0.3.0': peer },
  })
}
