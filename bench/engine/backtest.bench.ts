import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BacktestRequest, BacktestResult } from '../../src/domain/backtest.ts'
import type { Candles } from '../../src/domain/candle.ts'
import type { Condition } from '../../src/domain/condition/tree.ts'
import { instrumentId } from '../../src/domain/instrument.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { runBacktest } from '../../src/engine/backtest.ts'
import { putChart } from '../../src/engine/chart.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { createHost, type Host } from '../../src/engine/host.ts'
import { backtestKernels } from '../../src/engine/kernels.ts'
import { createCompiler } from '../../src/engine/program.ts'
import { rulesOf } from '../../src/engine/rules.ts'
import { unzip } from '../../src/engine/unzip.ts'
import type { Report } from '../report.ts'
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

/** Indicators, conditions and trades without the report: how many trades. */
const bareRun = (host: Host, request: BacktestRequest, candles: Candles): number =>
  host.use((desk) => {
    const compiler = createCompiler({ interval: request.params.interval })
    const entry = compiler.condition(request.params.entry)
    const exit = compiler.condition(request.params.exit)
    const chart = putChart(desk, candles)
    const at = evaluate(desk, compiler.program, candles, chart)
    const rows = candles.time.length
    const capacity = 10_000
    const trades = desk.column(capacity * 10)
    const tally = desk.column(4)
    const noMinutes = [0, 0, 0, 0, 0]
    const prices = [chart.open, chart.high, chart.low, chart.close]
    const columns = [...prices, chart.time, at(entry), at(exit), ...noMinutes, trades, tally]
    return desk.call('trade', ...columns, capacity, 0, rows, ...rulesOf(request))
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

/** The same rules as a plain loop over typed arrays, with nothing but the final gain per unit. */
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

/** What the bench calls of grademark 0.3.0 and data-forge 1.10.5, which have types but only where they are installed. */
interface Grademark {
  readonly backtest: (strategy: object, bars: object) => readonly object[]
  readonly analyze: (capital: number, trades: readonly object[]) => object
}

/** grademark hands a strategy one bar, so the average of before travels in it. It models no costs per order. */
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

const openHost = async (): Promise<Host> => {
  const archive = await readFile(new URL('../../public/wasm/backtest.wasm.zip', import.meta.url))
  const bytes = await unzip(new Uint8Array(archive).buffer, 'backtest.wasm')
  if (bytes === null) throw new Error('public/wasm/backtest.wasm.zip holds no module: npm run build:engines')
  return createHost(await WebAssembly.compile(bytes), 'Backtest', backtestKernels)
}

export const bench = async (report: Report): Promise<void> => {
  const host = await openHost()
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
