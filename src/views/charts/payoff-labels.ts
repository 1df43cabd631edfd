import { formatNumber } from '../../domain/format.ts'
import { placeLabels } from './place-labels.ts'

/** Profit and loss in rupees over prices of the underlying, ascending. */
export interface PayoffCurve {
  readonly prices: readonly number[]
  /** On the day the nearest contract ends. */
  readonly atExpiry: readonly number[]
  /** At the market of now, on the day of the second curve. */
  readonly onDay: readonly number[]
  /** All of them, also those beyond `prices`. */
  readonly breakevens: readonly number[]
  readonly spot: number
  /** One standard deviation until expiry; null where it is not known. */
  readonly expectedMove: number | null
}

/** Of a character of a label, on average. */
const CHARACTER = 6.4
/** From a break-even to its label. */
const ASIDE = 7
/** Baselines of rows of labels from the line of no profit, in the order they are filled. */
const ROWS = [14, -8, 28, -22, 42, -36] as const

type Scale = (price: number) => number

/** In pixels: the line of no profit, and between which heights labels may stand. */
interface Plot {
  readonly x: Scale
  readonly zero: number
  readonly width: number
  readonly top: number
  readonly bottom: number
}

const widthOf = (words: string): number => words.length * CHARACTER

/** Beside their points, away from the spot; those beyond the picture stand at its edge with an arrow. */
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
  return labels.map((label, place) => {
    const { left, row } = placed[place] ?? { left: label.left, row: 0 }
    return { ...label, left, top: zero + (fitting[row % (fitting.length || 1)] ?? 0) }
  })
}

/** Spot and one expected move to either side; where they would cover the spot, the moves have no label. */
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
  return heads.flatMap((head, place) => {
    const { left, row } = placed[place] ?? { left: head.left, row: 0 }
    return row === 0 ? [{ ...head, left }] : []
  })
}
