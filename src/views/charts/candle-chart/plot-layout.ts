import { scaleLinear, scaleLog } from '@visx/scale'
import type { ChartType, PriceScaleKind } from '../../../domain/charts/chart-look.ts'
import type { PaneShares } from '../../../domain/charts/panes.ts'
import { formatNumber, formatSignedPercent } from '../../../domain/format.ts'
import type { Extremes } from '../../../market/instruments/extremes.ts'

export interface PriceScale {
  (value: number): number
  invert(pixels: number): number
  domain(): number[]
}

/** Pixels from the top. */
export interface Pane {
  readonly id: string
  readonly top: number
  readonly bottom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface PlotLook {
  readonly type: ChartType
  readonly scale: PriceScaleKind
  /** Pixels at the top covered by text; candles start below. */
  readonly headroom: number
  /** Pixels right of the newest candle, for labels. */
  readonly room: number
  /** The last close is the current price. */
  readonly hasLastPrice: boolean
  /** A line between trading sessions, of candles shorter than a day. */
  readonly hasSessions: boolean
  readonly paneShares: PaneShares
}

export const plainPlot: PlotLook = {
  type: 'candles',
  scale: 'linear',
  headroom: 0,
  room: 28,
  hasLastPrice: true,
  hasSessions: false,
  paneShares: {},
}

export const plotLooks = Object.keys(plainPlot) as readonly (keyof PlotLook)[]

export const AXIS_HEIGHT = 22
const PANE_HEIGHT_MAX = 110
const PANE_SHARE = 0.2
const PANES_SHARE_MAX = 0.8
const PRICE_TOP = 8
const PRICE_BOTTOM = 8
const PANE_PADDING = 10
const PRICE_PIXELS_A_MARK = 46
const PANE_PIXELS_A_MARK = 34
/** Share of the price pane's height. */
export const VOLUME_SHARE = 0.17

export const panesIn = (
  { height }: Size,
  others: readonly string[],
  shares: PaneShares = {},
): readonly Pane[] => {
  const inner = Math.max(40, height - AXIS_HEIGHT)
  const usual = Math.min(
    PANE_HEIGHT_MAX,
    (inner * Math.min(0.6, PANE_SHARE * others.length)) / Math.max(1, others.length),
  )
  const wanted = others.map((id) => usual * (shares[id] ?? 1))
  const all = wanted.reduce((sum, one) => sum + one, 0)
  const squeeze = Math.min(1, (inner * PANES_SHARE_MAX) / Math.max(1, all))
  let bottom = inner - all * squeeze
  return [
    { id: 'price', top: 0, bottom: Math.round(bottom) },
    ...others.map((id, index) => {
      const top = bottom
      bottom += (wanted[index] ?? 0) * squeeze
      return { id, top: Math.round(top), bottom: Math.round(bottom) }
    }),
  ]
}

const widened = ({ low, high }: Extremes): readonly [number, number] => {
  if (Number.isNaN(low)) return [0, 1]
  const room = high > low ? 0 : Math.max(Math.abs(high) * 0.001, 0.01)
  return [low - room, high + room]
}

/** `room` is in pixels. Prices of 0 and below have no logarithm and are drawn linearly. */
export const priceScaleOf = (
  extremes: Extremes,
  { top, bottom }: Pane,
  hasVolume: boolean,
  { kind, ...room }: { readonly top: number; readonly bottom: number; readonly kind: PriceScaleKind },
): PriceScale => {
  const foot = Math.max(hasVolume ? (bottom - top) * VOLUME_SHARE * 0.7 : 0, room.bottom)
  const domain = [...widened(extremes)]
  const range = [bottom - PRICE_BOTTOM - foot, top + Math.min(PRICE_TOP + room.top, (bottom - top) / 2)]
  return kind === 'log' && (domain[0] ?? 0) > 0
    ? scaleLog<number>({ domain, range })
    : scaleLinear<number>({ domain, range })
}

export const paneScaleOf = (extremes: Extremes, { top, bottom }: Pane): PriceScale =>
  scaleLinear<number>({ domain: [...widened(extremes)], range: [bottom - PANE_PADDING, top + PANE_PADDING] })

export interface PriceMark {
  readonly value: number
  readonly y: number
  readonly text?: string
}

/** The price that is 0 percent, or 100. */
export interface PriceBase {
  readonly price: number
  readonly isIndexed: boolean
}

export const priceText = (price: number, base: PriceBase | null): string => {
  if (base === null) return formatNumber(price)
  const share = price / base.price
  return base.isIndexed ? formatNumber(share * 100) : formatSignedPercent((share - 1) * 100)
}

const roundValues = (from: number, to: number, count: number): readonly number[] =>
  scaleLinear<number>({ domain: [from, to] }).ticks(count)

export const priceMarks = (scale: PriceScale, pane: Pane, base: PriceBase | null): readonly PriceMark[] => {
  const pixels = pane.id === 'price' ? PRICE_PIXELS_A_MARK : PANE_PIXELS_A_MARK
  const count = Math.max(2, Math.round((pane.bottom - pane.top) / pixels))
  const [from, to] = [scale.invert(pane.bottom), scale.invert(pane.top)]
  const values =
    base === null
      ? roundValues(from, to, count)
      : roundValues(from / base.price - 1, to / base.price - 1, count).map(
          (share) => base.price * (1 + share),
        )
  return values
    .map((value) => ({
      value,
      y: scale(value),
      ...(base === null ? {} : { text: priceText(value, base) }),
    }))
    .filter(({ y }) => y > pane.top + 8 && y < pane.bottom - 5)
}

/** None if the only level is zero. */
export const levelMarks = (scale: PriceScale, levels: readonly number[]): readonly PriceMark[] =>
  levels.every((level) => level === 0)
    ? []
    : levels.map((value) => ({
        value,
        y: scale(value),
        text: formatNumber(value, Number.isInteger(value) ? 0 : 1),
      }))

/** The fewest decimals that distinguish neighbouring marks. */
export const decimalsOf = (values: readonly number[], least: number): number => {
  const step = Math.abs((values[1] ?? 0) - (values[0] ?? 0))
  if (step === 0) return least
  return Math.min(6, Math.max(least, Math.ceil(-Math.log10(step) - 1e-9)))
}
