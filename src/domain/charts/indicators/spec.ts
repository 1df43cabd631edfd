/** Numbers lie in `min` to `max`; a dropdown takes one of `options`. */
export interface ParamSpec {
  readonly name: string
  readonly type: 'number' | 'dropdown'
  readonly default: number | string
  readonly min: number
  readonly max: number
  readonly integer: boolean
  readonly options: readonly string[]
  readonly required: boolean
}

/** A daily line restarts each trading day; steps hold a level until it changes. */
export type Draw = 'line' | 'dailyLine' | 'bars' | 'dots' | 'steps'
/** Marks are dots that stand out on the candles. */
export type LineDraw = Draw | 'marks'

export const areaSides = ['upper', 'lower'] as const
export type AreaSide = (typeof areaSides)[number]

/** The two options that enclose an area; a cloud changes its colour where they cross. */
interface AreaOptions extends Readonly<Record<AreaSide, string>> {
  readonly isCloud?: boolean
}

export interface IndicatorSpec {
  readonly key: string
  readonly name: string
  /** The word in a condition: `ema` in `ema(close,9)`. */
  readonly syntax: string
  readonly params: readonly ParamSpec[]
  /** A comparator reads the first. */
  readonly outputs: readonly string[]
  readonly pane: 'price' | 'own'
  readonly draw: Draw
  /** Reference levels such as 30 and 70; 0 where the sign counts. */
  readonly levels: readonly number[]
  /** The dropdown whose options are lines of one picture, all by default; `bars` is drawn as bars. */
  readonly lines: { readonly param: string; readonly bars?: string; readonly area?: AreaOptions } | null
  /** Encloses an area with the other edge of this name and equal params. */
  readonly edge: { readonly of: string; readonly side: AreaSide } | null
}

export const fields = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4', 'hlcc4'] as const
export type Field = (typeof fields)[number]

export const averageTypes = [
  'simple',
  'exponential',
  'weighted',
  'triple',
  'triangular',
  'double',
  'hull',
  'mesa',
  'variable',
  'kaufman',
  'vidya',
] as const
export type AverageType = (typeof averageTypes)[number]

export const macdLines = ['macd', 'signal', 'histogram'] as const
export type MacdLine = (typeof macdLines)[number]

export const sessionFields = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4'] as const
export type SessionField = (typeof sessionFields)[number]

/** Candle sizes from the start of a session; `day` is for `prev_n` only. */
export const rangeSizes = ['min', '3min', '5min', '10min', '15min', '30min', 'hour'] as const
export const candleSizes = [...rangeSizes, 'day'] as const
export type CandleSize = (typeof candleSizes)[number]

export const pivotLevels = ['r3', 'r2', 'r1', 'p', 's1', 's2', 's3'] as const
export type PivotLevel = (typeof pivotLevels)[number]

export const ichimokuLines = ['conversion', 'base', 'span_a', 'span_b', 'lagging'] as const
export type IchimokuLine = (typeof ichimokuLines)[number]

export const PERIOD_MAX = 5_000
export const OFFSET_MAX = 5_000
export const MULTIPLIER_MAX = 1_000
