import type {
  BacktestParams,
  BacktestRequest,
  TradedContract,
} from '../../../src/domain/backtests/backtest.ts'
import type { LegSpec, OptionRules } from '../../../src/domain/backtests/option-run/rules.ts'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { date, params } from '../engine/notation.ts'

export const niftyOptions: TradedContract = {
  instrument: instrumentId('INDICES', 'NIFTY 50'),
  lotSize: 65,
  tickSize: 0.05,
  chargedAs: 'options',
  exchange: 'NSE',
  option: { root: 'NIFTY', exchange: 'NFO', isIndex: true, strikeStep: 50 },
}

/** `sell ce 0`, `buy pe -4 x2 next 20% tp40%`: side, type, strikes from ATM, lots, expiry, own stop and target. */
export const leg = (text: string): LegSpec => {
  const [side, type, steps, ...rest] = text.split(' ')
  const lots = rest.find((word) => word.startsWith('x'))
  const moveOf = (word: string | undefined) =>
    word === undefined
      ? null
      : { amount: Number.parseFloat(word), type: word.endsWith('%') ? ('pct' as const) : ('pts' as const) }
  const target = moveOf(rest.find((word) => word.startsWith('tp'))?.slice(2))
  return {
    side: side === 'buy' ? 'buy' : 'sell',
    type: type === 'ce' ? 'CE' : 'PE',
    lots: lots === undefined ? 1 : Number(lots.slice(1)),
    strike: { kind: 'steps', steps: Number(steps) },
    expiry: rest.includes('next') ? 'next' : rest.includes('monthly') ? 'monthly' : 'weekly',
    stop: moveOf(rest.find((word) => /^\d/.test(word))),
    ...(target === null ? {} : { target }),
  }
}

export const rules = (legs: readonly string[], changes: Partial<OptionRules> = {}): OptionRules => ({
  legs: legs.map(leg),
  entry: 'time',
  combinedStop: null,
  combinedTarget: null,
  ...changes,
})

export const optionRequest = (
  options: OptionRules,
  changes: Partial<BacktestParams> = {},
): BacktestRequest => ({
  params: params({
    interval: 'min',
    product: 'MIS',
    tradingStartTime: '09:20',
    tradingStopTime: '15:20',
    from: date('2025-01-01'),
    to: date('2026-11-20'),
    capital: 1_000_000,
    ...changes,
    options,
  }),
  contract: niftyOptions,
  source: 'imported',
})

export interface CandleRow {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export const candlesOfRows = (rows: readonly CandleRow[]): Candles => {
  const made = emptyCandles(rows.length)
  rows.forEach(({ at, open, high, low, close }, row) => {
    made.time[row] = at
    made.open[row] = open
    made.high[row] = high
    made.low[row] = low
    made.close[row] = close
  })
  return made
}
