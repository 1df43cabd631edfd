/** Loops that make a column of numbers out of others; they live in `assembly`, one file per family. */
export const columnKernels = [
  'sma',
  'ema',
  'wilder',
  'wma',
  'rsi',
  'trueRange',
  'deviation',
  'supertrend',
  'tradedVolume',
  'vwap',
  'hl2',
  'hlc3',
  'ohlc4',
  'hlcc4',
  'shift',
  'constant',
  'project',
  'add',
  'subtract',
  'multiply',
  'divide',
  'scale',
  'smaller',
  'larger',
  'absolute',
  'istDay',
] as const

/** What both modules must hold. */
export const technicalsKernels = [...columnKernels, 'firstValid', 'firstFault'] as const

/** What the backtest module must hold: it computes its own indicators, with the same loops. */
export const backtestKernels = [...technicalsKernels, 'stand', 'judge', 'both', 'either', 'trade'] as const

export type KernelName = (typeof backtestKernels)[number]
