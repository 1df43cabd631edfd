import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { EquityStrategy } from '../../src/domain/strategies/strategy.ts'
import type { StrategiesPage, StrategyEntry } from '../../src/machines/strategies/strategies.ts'

/** `reclaim` has the slug `eq-reclaim`. */
export const strategyEntry = (name: string, changes: Partial<StrategyEntry> = {}): StrategyEntry => ({
  slug: `eq-${name.toLowerCase().replaceAll(' ', '-')}`,
  algoUuid: `uuid of ${name}`,
  algoName: name,
  category: 'equity',
  version: 1,
  subCategory: 'momentum',
  trend: 'bullish',
  note: '',
  interval: '5min',
  segSyms: [instrumentId('NSE', 'RELIANCE')],
  entry: 'rsi(14) < 30',
  exit: 'rsi(14) > 70, stop 2%',
  legs: [],
  terms: 'long · MIS · 1 lot',
  lastBacktest: null,
  isSample: false,
  createdAt: 1,
  updatedAt: 1,
  ...changes,
})

const PER_PAGE = 20

/** One page of all these entries, as the server answers. */
export const strategiesPage = (entries: readonly StrategyEntry[], page = 1, at = 1_000): StrategiesPage => {
  const count = (trend: StrategyEntry['trend']) => entries.filter((entry) => entry.trend === trend).length
  return {
    currentPage: page,
    data: entries.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    perPage: PER_PAGE,
    total: entries.length,
    totalPages: Math.ceil(entries.length / PER_PAGE),
    trendCounts: {
      bullish: count('bullish'),
      bearish: count('bearish'),
      neutral: count('neutral'),
      others: count('others'),
    },
    at,
  }
}

export const rsiDip: EquityStrategy = {
  category: 'equity',
  algoName: 'RSI dip',
  interval: '5min',
  product: 'MIS',
  quantity: { by: 'capital_pct', value: 100 },
  entryType: 'condition',
  entryTime: null,
  exitType: 'condition',
  exitTime: null,
  tradingStartTime: '09:15',
  tradingStopTime: '15:15',
  subCategory: 'momentum',
  trend: 'bullish',
  note: '',
  segSyms: ['NSE_TCS' as InstrumentId],
  position: 'buy',
  entryLogic: 'rsi(14) < 30',
  exitLogic: 'rsi(14) > 70',
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pct',
}
