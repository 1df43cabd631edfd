import { type PaneShares, readShares } from './panes.ts'

export const chartTypes = ['candles', 'hollow', 'bars', 'line', 'heikinAshi'] as const
export type ChartType = (typeof chartTypes)[number]

export const chartTypeNames: Readonly<Record<ChartType, string>> = {
  candles: 'Candles',
  hollow: 'Hollow candles',
  bars: 'Bars',
  line: 'Line',
  heikinAshi: 'Heikin-Ashi',
}

/** `percent` and `indexed` measure from the close of the first candle in sight; that is 0% or 100. */
export const priceScales = ['linear', 'log', 'percent', 'indexed'] as const
export type PriceScaleKind = (typeof priceScales)[number]

export const priceScaleNames: Readonly<Record<PriceScaleKind, string>> = {
  linear: 'Linear',
  log: 'Logarithmic',
  percent: 'Percent',
  indexed: 'Indexed to 100',
}

export const chartLevels = [
  'previousClose',
  'dayRange',
  'bidAsk',
  'sessions',
  'expiries',
  'holidays',
] as const
export type ChartLevel = (typeof chartLevels)[number]

export const chartLevelNames: Readonly<Record<ChartLevel, string>> = {
  previousClose: 'Previous close',
  dayRange: 'Day high and low',
  bidAsk: 'Bid and ask',
  sessions: 'Session breaks',
  expiries: 'Expiries',
  holidays: 'Holidays',
}

export interface ChartLook {
  readonly type: ChartType
  readonly scale: PriceScaleKind
  readonly levels: readonly ChartLevel[]
  readonly panes: PaneShares
}

export const plainLook: ChartLook = { type: 'candles', scale: 'linear', levels: [], panes: {} }

const oneOf = <Value extends string>(all: readonly Value[], value: unknown): Value | undefined =>
  all.find((one) => one === value)

/** A part that is missing or unknown becomes the plain one. */
export const readLook = (kept: unknown): ChartLook => {
  const { type, scale, levels, panes } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof ChartLook, unknown>
  >
  return {
    type: oneOf(chartTypes, type) ?? plainLook.type,
    scale: oneOf(priceScales, scale) ?? plainLook.scale,
    levels: Array.isArray(levels) ? chartLevels.filter((level) => levels.includes(level)) : [],
    panes: readShares(panes),
  }
}
