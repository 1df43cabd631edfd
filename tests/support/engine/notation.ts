import type {
  BacktestParams,
  BacktestRequest,
  TradedContract,
} from '../../../src/domain/backtests/backtest.ts'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { findIndicator } from '../../../src/domain/charts/indicators.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Comparator, Condition, Operand } from '../../../src/domain/strategies/condition/tree.ts'
import { DAY_MS, type IstDate, MINUTE_MS, parseClock, startOfIstDate } from '../../../src/domain/time.ts'

export const date = (text: string): IstDate => text as IstDate

/** The instant of a clock time in IST. */
export const at = (day: string, clock: string): number =>
  startOfIstDate(date(day)) + (parseClock(clock) ?? 0) * MINUTE_MS

export interface CandleOptions {
  readonly minutes?: number
  readonly day?: string
  readonly open?: string
  readonly volume?: readonly number[]
}

/**
 * Candles from a line: `100` is a candle that stands still, `100/104/99/103` is open, high, low, close; `-` is a
 * missing candle, `|` begins the next day. Five-minute candles from 09:15 on 2024-04-01 unless said otherwise.
 */
export const candles = (line: string, options: CandleOptions = {}): Candles => {
  const { minutes = 5, day = '2024-04-01', open = '09:15', volume = [] } = options
  const rows: { time: number; prices: readonly number[] }[] = []
  line.split('|').forEach((session, sessionPlace) => {
    session
      .trim()
      .split(/\s+/)
      .forEach((word, index) => {
        if (word === '-' || word === '') return
        const time = at(day, open) + sessionPlace * DAY_MS + index * minutes * MINUTE_MS
        const prices = word.split('/').map(Number)
        rows.push({ time, prices: prices.length === 1 ? Array(4).fill(prices[0]) : prices })
      })
  })
  const made = emptyCandles(rows.length)
  rows.forEach(({ time, prices }, row) => {
    made.time[row] = time
    made.open[row] = prices[0] ?? Number.NaN
    made.high[row] = prices[1] ?? Number.NaN
    made.low[row] = prices[2] ?? Number.NaN
    made.close[row] = prices[3] ?? Number.NaN
    made.volume[row] = volume[row] ?? 0
  })
  return made
}

export const number = (value: number): Operand => ({ kind: 'number', value })

/** An indicator with its defaults filled in behind the params given. */
export const indicator = (key: string, ...params: readonly (number | string)[]) => {
  const spec = findIndicator(key)
  if (spec === null) throw new Error(`no indicator ${key}`)
  return {
    kind: 'indicator' as const,
    key,
    params: spec.params.map((param, index) => params[index] ?? param.default),
  }
}

export const compare = (left: Operand, comparator: Comparator, right: Operand): Condition => ({
  kind: 'compare',
  left,
  comparator,
  right,
})

export const close = indicator('close')
export const never = compare(number(0), 'higher than', number(1))
export const always = compare(number(1), 'higher than', number(0))

/** True on candles that close at exactly this price: marks where a story wants its signal. */
export const closesAt = (...prices: readonly number[]): Condition => ({
  kind: 'any',
  of: prices.map((price) => compare(close, 'equal to', number(price))),
})

export const params = (changes: Partial<BacktestParams> = {}): BacktestParams => ({
  name: 'Story',
  entry: never,
  exit: never,
  side: 'buy',
  interval: '5min',
  from: date('2024-04-01'),
  to: date('2024-04-30'),
  product: 'NRML',
  size: { kind: 'lots', lots: 1 },
  fill: 'next_open',
  slippageBps: 0,
  slippageTicks: 0,
  costs: false,
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pts',
  tradingStartTime: '09:15',
  tradingStopTime: '15:15',
  capital: 100_000,
  ...changes,
})

export const nifty: TradedContract = {
  instrument: instrumentId('INDICES', 'NIFTY 50'),
  lotSize: 65,
  tickSize: 0.05,
  chargedAs: 'futures',
  exchange: 'NSE',
}

export const share: TradedContract = {
  instrument: instrumentId('NSE', 'RELIANCE'),
  lotSize: 1,
  tickSize: 0.05,
  chargedAs: 'equity',
  exchange: 'NSE',
}

export const request = (
  changes: Partial<BacktestParams> = {},
  contract: TradedContract = share,
): BacktestRequest => ({ params: params(changes), contract, source: 'imported' })
