import { formatNumber } from '../../../domain/format.ts'
import { placeLabels } from '../place-labels.ts'

/** Rupees, over ascending prices of the underlying. */
export interface PayoffCurve {
  readonly prices: readonly number[]
  readonly atExpiry: readonly number[]
  /** At the current market, on the day of the second curve. */
  readonly onDay: readonly number[]
  /** Includes break-evens outside `prices`. */
  readonly breakevens: readonly number[]
  readonly spot: number
  /** One standard deviation until expiry; null if unknown. */
  readonly expectedMove: number | null
}

/** Average, in pixels. */
const CHARACTER = 6.4
const ASIDE = 7
/** Baselines relative to the zero line, in the order they are filled. */
const ROWS = [14, -8, 28, -22, 42, -36] as const

type Scale = (price: number) => number

interface Plot {
  readonly x: Scale
  readonly zero: number
  readonly width: number
  readonly top: number
  readonly bottom: number
}

const widthOf = (words: string): number => words.length * CHARACTER

export const breakevenLabels = (
  { breakevens, prices, spot }: PayoffCurve,
  { x, zero, width, top, bottom }: Plot,
) => {
  const [first = 0, last = 0] = [prices[0], prices.at(-1)]
  const labels = breakevens.map((price) => {
    const isShown = price >= first && price <= last
    const number = formatNumber(price, 0)
    const text = isShown ? number : price < first ? `‹ ${number}` : `${number} ›`
    const left = price < spot ? x(price) - ASIDE - widthOf(text) : x(price) + ASIDE
    return { price, text, isShown, left, width: widthOf(text) }
  })
  const fitting = ROWS.filter((row) => zero + row > top + 10 && zero + row < bottom - 2)
  const placed = placeLabels(labels, width)
  return labels.map((label, index) => {
    const { left, row } = placed[index] ?? { left: label.left, row: 0 }
    return { ...label, left, top: zero + (fitting[row % (fitting.length || 1)] ?? 0) }
  })
}

/** A move's label is omitted if it would cover the spot. */
export const headLabels = ({ spot, expectedMove, prices }: PayoffCurve, x: Scale, width: number) => {
  const [first = 0, last = 0] = [prices[0], prices.at(-1)]
  const moves =
    expectedMove === null
      ? []
      : [-1, 1].map((sign) => ({ price: spot + sign * expectedMove, text: sign < 0 ? '−1σ' : '+1σ' }))
  const heads = [{ price: spot, text: `spot ${formatNumber(spot, 0)}` }, ...moves]
    .filter(({ price }) => price >= first && price <= last)
    .map((head) => ({ ...head, width: widthOf(head.text), left: x(head.price) - widthOf(head.text) / 2 }))
  const placed = placeLabels(heads, width)
  return heads.flatMap((head, index) => {
    const { left, row } = placed[index] ?? { left: head.left, row: 0 }
    return row === 0 ? [{ ...head, left }] : []
  })
}
