/** Kernels that compute a column from others; they live in `assembly`, one file per family. */
export const columnKernels = [
  'sma',
  'ema',
  'emaDifference',
  'wilder',
  'wma',
  'rsi',
  'trueRange',
  'averageRange',
  'deviation',
  'supertrend',
  'tradedVolume',
  'vwap',
  'hl2',
  'hlc3',
  'ohlc4',
  'hlcc4',
  'shift',
  'held',
  'constant',
  'project',
  'add',
  'subtract',
  'multiply',
  'divide',
  'scale',
  'band',
  'smaller',
  'larger',
  'absolute',
  'istDay',
  'windowSum',
  'highest',
  'lowest',
  'sinceHighest',
  'sinceLowest',
  'meanDistance',
  'kaufman',
  'variable',
  'vidya',
  'mesa',
  'rise',
  'fall',
  'balance',
  'standing',
  'share',
  'commodityChannel',
  'directional',
  'directionalSpread',
  'parabolicSar',
  'hypotenuse',
  'choppiness',
  'whereRising',
  'whereFalling',
  'moneyFlow',
  'closeLocation',
  'highestSoFar',
  'lowestSoFar',
  'pivot',
  'nthCandle',
  'previousCandle',
] as const

export const technicalsKernels = [...columnKernels, 'firstValid', 'firstFault'] as const

export const backtestKernels = [...technicalsKernels, 'stand', 'judge', 'both', 'either', 'trade'] as const

/** Their first value depends on the candles; that of other kernels stands a fixed number of rows behind their inputs. */
const kernelsOfAnyStart: ReadonlySet<KernelName> = new Set(['tradedVolume', 'held'])

export const startsAnywhere = (kernel: KernelName): boolean => kernelsOfAnyStart.has(kernel)

export type KernelName = (typeof backtestKernels)[number]

export interface KernelMemory {
  /** Earlier rows that it reads of its input columns. */
  readonly reach: number
  /** Numbers in its state; 0 for a kernel without one. */
  readonly state: number
  /** It begins anew, without its state, at the last row of each block of so many rows; 0 for one that never does. */
  readonly block: number
}

type MemoryOf = (numbers: readonly number[]) => KernelMemory

const blocks =
  (state: number): MemoryOf =>
  ([period = 1]) => ({ reach: period - 1, state: state + period, block: period })
const keeps =
  (state: number, reach = 0): MemoryOf =>
  () => ({ reach, state, block: 0 })
const before: MemoryOf = keeps(0, 1)

/** Takes the kernel's numbers in their order; unlisted kernels look at one row at a time. */
const memories: Partial<Record<KernelName, MemoryOf>> = {
  sma: blocks(1),
  windowSum: blocks(1),
  highest: blocks(1),
  lowest: blocks(1),
  sinceHighest: blocks(2),
  sinceLowest: blocks(2),
  wma: ([period = 1]) => ({ reach: period, state: 2, block: 0 }),
  deviation: ([period = 1]) => ({ reach: period, state: 4, block: 0 }),
  meanDistance: ([period = 1]) => ({ reach: period, state: 5 + period, block: 0 }),
  held: keeps(1),
  shift: ([distance = 0]) => ({ reach: distance, state: 0, block: 0 }),
  ema: keeps(1, 3),
  emaDifference: keeps(2, 3),
  wilder: keeps(1, 3),
  rsi: keeps(2, 4),
  kaufman: keeps(1),
  variable: keeps(1, 9),
  vidya: keeps(1),
  mesa: keeps(40, 3),
  supertrend: keeps(3, 1),
  parabolicSar: keeps(4, 2),
  averageRange: keeps(1, 4),
  directional: keeps(3, 4),
  tradedVolume: keeps(1),
  vwap: keeps(3),
  highestSoFar: keeps(2),
  lowestSoFar: keeps(2),
  pivot: keeps(5),
  nthCandle: keeps(8),
  previousCandle: ([, back = 0]) => ({
    reach: 0,
    state: 8 + Math.max(1, back),
    block: 0,
  }),
  trueRange: before,
  rise: before,
  fall: before,
  whereRising: before,
  whereFalling: before,
  judge: before,
}

const none: KernelMemory = { reach: 0, state: 0, block: 0 }

export const memoryOf = (kernel: KernelName, numbers: readonly number[]): KernelMemory =>
  memories[kernel]?.(numbers) ?? none
