import type { Category, EquityStrategy, OptionsStrategy, Strategy } from './strategy.ts'

const shared = {
  algoName: '',
  interval: '5min',
  product: 'MIS',
  entryTime: null,
  exitTime: null,
  tradingStartTime: '09:20',
  tradingStopTime: '15:15',
  note: '',
} as const

const equity: EquityStrategy = {
  category: 'equity',
  ...shared,
  segSyms: [],
  position: 'buy',
  quantity: { by: 'rupees', value: 1_00_000 },
  entryType: 'condition',
  entryLogic: '',
  exitType: 'none',
  exitLogic: '',
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pct',
  subCategory: 'momentum',
  trend: 'bullish',
}

export const newOptions: OptionsStrategy = {
  category: 'options',
  ...shared,
  quantity: { by: 'lots', value: 1 },
  entryType: 'time',
  entryTime: '09:20',
  exitType: 'none',
  legs: [],
  entryUnderlyings: [],
  exitUnderlyings: [],
  combinedSl: null,
  combinedTp: null,
  subCategory: 'income',
  trend: 'neutral',
}

/** The empty form of the builder: it lacks a name, instruments, and a rule or legs. */
export const newStrategy = (category: Category): Strategy => (category === 'equity' ? equity : newOptions)
