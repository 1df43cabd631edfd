import { formatNumber, formatRupees, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import type { Payoff } from '../../../machines/basket.ts'
import type { OrderPreviewAnswer } from '../../../machines/order-placement.ts'
import { toneOf } from '../../kit/signed.tsx'
import { Tiles } from '../../kit/tiles.tsx'

interface MarginTilesProps {
  readonly preview: OrderPreviewAnswer | null
  /** Every leg was sent, so that nothing is left to be priced. */
  readonly isPlaced: boolean
}

/** Of legs that are still to be placed: margin with and without the hedge, charges, and what is left afterwards. */
export function MarginTiles({ preview, isPlaced }: MarginTilesProps) {
  const margin = preview?.margin ?? null
  const remaining = margin?.remaining ?? null
  return (
    <Tiles
      label="Margin and charges"
      tiles={[
        {
          label: 'Margin',
          value: formatRupees(margin?.required ?? null, 0),
          detail: isPlaced
            ? 'nothing left to place'
            : margin === null
              ? 'all legs together'
              : `together${margin.isEstimate ? ', estimated' : ''}`,
        },
        {
          label: 'Without the hedge',
          value: formatRupees(margin?.alone ?? null, 0),
          detail: margin === null ? '' : `hedge saves ${formatRupees(margin.hedgeBenefit, 0)}`,
        },
        {
          label: 'Left afterwards',
          value: formatRupees(remaining, 0),
          tone: remaining !== null && remaining < 0 ? 'down' : undefined,
          detail:
            remaining !== null && remaining < 0
              ? `short by ${formatRupees(-remaining, 0)}`
              : margin === null
                ? ''
                : `of ${formatRupees(margin.available, 0)}`,
        },
        { label: 'Charges', value: formatRupees(preview?.charges ?? null), detail: 'to enter, all legs' },
      ]}
    />
  )
}

/** How far it can go, where it breaks even, and how likely a profit is. */
export function PayoffTiles({ payoff }: { readonly payoff: Payoff }) {
  const { maxProfit, maxLoss, breakevens, pop, maxProfitNote, maxLossNote } = payoff
  return (
    <Tiles
      label="Outcome"
      tiles={[
        {
          label: 'Max profit',
          value: maxProfit === null ? 'unlimited' : formatSignedRupees(maxProfit, 0),
          tone: maxProfit === null ? 'up' : toneOf(maxProfit),
          detail: maxProfit === null ? 'as the price goes on' : noteInWords(maxProfitNote),
        },
        {
          label: 'Max loss',
          value: maxLoss === null ? 'unlimited' : formatSignedRupees(maxLoss, 0),
          tone: maxLoss === null ? 'down' : toneOf(maxLoss),
          detail: maxLoss === null ? 'as the price goes on' : noteInWords(maxLossNote),
        },
        {
          label: breakevens.length === 1 ? 'Break-even' : 'Break-evens',
          value:
            breakevens.length === 0 ? 'none' : breakevens.map((price) => formatNumber(price, 0)).join(' · '),
          detail: `spot ${formatNumber(payoff.spot)}`,
        },
        {
          label: 'Chance of profit',
          value: pop === null ? formatNumber(null) : `${formatNumber(pop, 0)}%`,
          detail: 'by the model',
        },
      ]}
    />
  )
}

const noteInWords = (note: string): string =>
  note === 'exact'
    ? 'at expiry'
    : note === 'at S = 0'
      ? 'were the price nothing'
      : 'within half the price up or down'

export function GreekTiles({ payoff }: { readonly payoff: Payoff }) {
  const { delta, gamma, theta, vega } = payoff.greeks
  return (
    <Tiles
      label="Greeks of the basket"
      tiles={[
        { label: 'Delta', value: formatSigned(delta, 1), detail: 'units of the underlying' },
        { label: 'Gamma', value: formatSigned(gamma, 3), detail: 'of delta, per point' },
        { label: 'Theta', value: formatSignedRupees(theta, 0), detail: 'per day' },
        { label: 'Vega', value: formatSignedRupees(vega, 0), detail: 'per point of IV' },
      ]}
    />
  )
}
