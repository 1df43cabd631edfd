import { scaleLinear } from '@visx/scale'
import { formatNumber } from '../../../domain/format.ts'
import type { Extremes } from '../../../market/instruments/extremes.ts'

export type PriceScale = ReturnType<typeof scaleLinear<number>>

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

export const AXIS_HEIGHT = 22
const PANE_HEIGHT_MAX = 110
const PANE_SHARE = 0.2
const PRICE_TOP = 8
const PRICE_BOTTOM = 8
const PANE_PADDING = 10
const PRICE_PIXELS_A_MARK = 46
const PANE_PIXELS_A_MARK = 34
/** Share of the price pane's height. */
export const VOLUME_SHARE = 0.17

export const panesIn = ({ height }: Size, others: readonly string[]): readonly Pane[] => {
  const inner = Math.max(40, height - AXIS_HEIGHT)
  const each = Math.min(
    PANE_HEIGHT_MAX,
    (inner * Math.min(0.6, PANE_SHARE * others.length)) / Math.max(1, others.length),
  )
  const split = Math.round(inner - each * others.length)
  return [
    { id: 'price', top: 0, bottom: split },
    ...others.map((id, index) => ({
      id,
      top: Math.round(split + index * each),
      bottom: Math.round(split + (index + 1) * each),
    })),
  ]
}

const widened = ({ low, high }: Extremes): readonly [number, number] => {
  if (Number.isNaN(low)) return [0, 1]
  const room = high > low ? 0 : Math.max(Math.abs(high) * 0.001, 0.01)
  return [low - room, high + room]
}

/** `room` is in pixels. */
export const priceScaleOf = (
  extremes: Extremes,
  { top, bottom }: Pane,
  hasVolume: boolean,
  room: { readonly top: number; readonly bottom: number },
): PriceScale => {
  const foot = Math.max(hasVolume ? (bottom - top) * VOLUME_SHARE * 0.7 : 0, room.bottom)
  return scaleLinear<number>({
    domain: [...widened(extremes)],
    range: [bottom - PRICE_BOTTOM - foot, top + Math.min(PRICE_TOP + room.top, (bottom - top) / 2)],
  })
}

export const paneScaleOf = (extremes: Extremes, { top, bottom }: Pane): PriceScale =>
  scaleLinear<number>({ domain: [...widened(extremes)], range: [bottom - PANE_PADDING, top + PANE_PADDING] })

export interface PriceMark {
  readonly value: number
  readonly y: number
  /** Set for levels only. */
  readonly text?: string
}

export const priceMarks = (scale: PriceScale, pane: Pane): readonly PriceMark[] => {
  const pixels = pane.id === 'price' ? PRICE_PIXELS_A_MARK : PANE_PIXELS_A_MARK
  const from = scale.invert(pane.bottom)
  const to = scale.invert(pane.top)
  const whole = scaleLinear<number>({ domain: [from, to], range: [pane.bottom, pane.top] })
  return whole
    .ticks(Math.max(2, Math.round((pane.bottom - pane.top) / pixels)))
    .map((value) => ({ value, y: whole(value) }))
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
