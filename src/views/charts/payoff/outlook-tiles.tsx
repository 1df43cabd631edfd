import { formatNumber, formatRupees, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import type { Payoff } from '../../../machines/orders/basket.ts'
import type { OrderPreviewAnswer } from '../../../machines/orders/order-placement.ts'
import { Tiles } from '../../kit/layout/tiles.tsx'
import { toneOf } from '../../kit/price/signed.tsx'
import { extremeInWords } from './outcome-in-words.ts'

interface MarginTilesProps {
  readonly preview: OrderPreviewAnswer | null
  /** All legs were sent, so nothing is left to price. */
  readonly isPlaced?: boolean
}

export function MarginTiles({ preview, isPlaced = false }: MarginTilesProps) {
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
            ? 'all legs placed'
            : margin === null
              ? 'all legs together'
              : `together${margin.isEstimate ? ', estimated' : ''}`,
        },
        {
          label: 'Without hedge',
          value: formatRupees(margin?.alone ?? null, 0),
          detail: margin === null ? '' : `hedge saves ${formatRupees(margin.hedgeBenefit, 0)}`,
        },
        {
          label: 'Margin left',
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

interface Outcome
  extends Pick<Payoff, 'maxProfit' | 'maxLoss' | 'pop' | 'maxProfitNote' | 'maxLossNote' | 'spot'> {
  readonly breakevens: readonly number[]
}

export function OutcomeTiles({ payoff }: { readonly payoff: Outcome }) {
  const { maxProfit, maxLoss, breakevens, pop, maxProfitNote, maxLossNote } = payoff
  return (
    <Tiles
      label="Outcome"
      tiles={[
        {
          label: 'Max profit',
          value: extremeInWords(maxProfit),
          tone: maxProfit === null ? 'up' : toneOf(maxProfit),
          detail: maxProfit === null ? 'if the price keeps rising' : noteInWords(maxProfitNote),
        },
        {
          label: 'Max loss',
          value: extremeInWords(maxLoss),
          tone: maxLoss === null ? 'down' : toneOf(maxLoss),
          detail: maxLoss === null ? 'if the price keeps rising' : noteInWords(maxLossNote),
        },
        {
          label: breakevens.length === 1 ? 'Break-even' : 'Break-evens',
          value:
            breakevens.length === 0 ? 'none' : breakevens.map((price) => formatNumber(price, 0)).join(' · '),
          detail: `spot ${formatNumber(payoff.spot)}`,
        },
        {
          label: 'POP',
          value: pop === null ? formatNumber(null) : `${formatNumber(pop, 0)}%`,
          detail: 'probability of profit, model',
        },
      ]}
    />
  )
}

const notes: Readonly<Record<string, string>> = {
  exact: 'at expiry',
  'at S = 0': 'if the price falls to 0',
  'on the shown range': 'within ±50% of spot',
}

const noteInWords = (note: string): string => notes[note] ?? note

interface GreekTilesProps {
  /** Null when nothing explains the price of a leg. */
  readonly greeks: { readonly [Name in 'delta' | 'gamma' | 'theta' | 'vega']: number | null } | null
  /** `basket`, `legs`. */
  readonly of: string
}

const unknown = { delta: null, gamma: null, theta: null, vega: null }

export function GreekTiles({ greeks, of }: GreekTilesProps) {
  const { delta, gamma, theta, vega } = greeks ?? unknown
  return (
    <Tiles
      label={`Greeks of the ${of}`}
      tiles={[
        { label: 'Delta', value: formatSigned(delta, 1), detail: 'units of the underlying' },
        { label: 'Gamma', value: formatSigned(gamma, 3), detail: 'of delta, per point' },
        { label: 'Theta', value: formatSignedRupees(theta, 0), detail: 'per day' },
        { label: 'Vega', value: formatSignedRupees(vega, 0), detail: 'per point of IV' },
      ]}
    />
  )
}
