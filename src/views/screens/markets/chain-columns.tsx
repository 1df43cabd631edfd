import type { ReactNode } from 'react'
import { formatCompact, formatNumber, formatSigned } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import type { ChainStrike } from '../../../machines/option-chain.ts'
import { PercentCell, PriceCell } from '../../kit/live-cells.tsx'
import { toneOf } from '../../kit/signed.tsx'
import { useQuote } from '../../kit/use-quote.ts'
import text from '../../theme/text.module.css'
import styles from './chain-grid.module.css'

export type ChainSide = NonNullable<ChainStrike['ce']>

export interface ChainColumn {
  readonly id: string
  readonly title: string
  /** Left out of grids narrower than this many pixels. */
  readonly from: number
  readonly width: string
  readonly cell: (side: ChainSide, most: ChainMost) => ReactNode
}

/** What the bars are drawn against. */
export interface ChainMost {
  readonly openInterest: number
}

/** Percent in at most four characters up to 9999: near expiry a far strike has hundreds. */
export const formatIv = (iv: number | null): string =>
  iv !== null && iv >= 99.95 ? String(Math.round(iv)) : formatNumber(iv, 1)

/** From the strike outwards; calls show them mirrored. */
export const chainColumns: readonly ChainColumn[] = [
  {
    id: 'ltp',
    title: 'LTP',
    from: 0,
    width: 'minmax(70px, 1.1fr)',
    cell: (side) => <Premium of={side} />,
  },
  {
    id: 'change',
    title: 'Chg',
    from: 560,
    width: 'minmax(62px, 0.9fr)',
    cell: ({ sym, lastPrice }) => <PercentCell of={sym as InstrumentId} otherwise={lastPrice} />,
  },
  {
    id: 'iv',
    title: 'IV',
    from: 380,
    width: 'minmax(44px, 0.6fr)',
    cell: ({ iv }) => <span className={text.muted}>{formatIv(iv)}</span>,
  },
  {
    id: 'delta',
    title: 'Delta',
    from: 700,
    width: 'minmax(48px, 0.7fr)',
    cell: ({ delta }) => <span className={text.second}>{formatNumber(delta, 2)}</span>,
  },
  {
    id: 'theta',
    title: 'Theta',
    from: 860,
    width: 'minmax(52px, 0.7fr)',
    cell: ({ theta }) => <span className={text.muted}>{formatNumber(theta, 2)}</span>,
  },
  {
    id: 'vega',
    title: 'Vega',
    from: 960,
    width: 'minmax(48px, 0.7fr)',
    cell: ({ vega }) => <span className={text.muted}>{formatNumber(vega, 2)}</span>,
  },
  {
    id: 'volume',
    title: 'Volume',
    from: 1160,
    width: 'minmax(72px, 0.9fr)',
    cell: ({ volume }) => <span className={text.muted}>{formatCompact(volume)}</span>,
  },
  {
    id: 'oiChange',
    title: 'OI chg',
    from: 1060,
    width: 'minmax(76px, 0.9fr)',
    cell: ({ oiChange }) => (
      <span className={text.second}>
        {oiChange > 0 ? '+' : ''}
        {formatCompact(oiChange)}
      </span>
    ),
  },
  {
    id: 'oi',
    title: 'OI',
    from: 0,
    width: 'minmax(66px, 1.15fr)',
    cell: ({ oi }, { openInterest }) => (
      <>
        <span
          className={styles.bar}
          style={{ width: `${openInterest === 0 ? 0 : (100 * oi) / openInterest}%` }}
        />
        <span className={styles.overBar}>{formatCompact(oi)}</span>
      </>
    ),
  },
]

/** The live premium: an arrow and its colour say whether it is above or below yesterday's close. */
function Premium({ of }: { readonly of: ChainSide }) {
  const id = of.sym as InstrumentId
  const quote = useQuote(id)
  const lastPrice = quote?.lastPrice ?? of.lastPrice
  const closePrice = quote?.closePrice ?? of.closePrice
  const tone = toneOf(closePrice > 0 ? lastPrice - closePrice : null)
  return (
    <span className={`${styles.premium} ${tone === undefined ? '' : text[tone]}`}>
      <i aria-hidden="true" className={styles.arrow}>
        {tone === undefined ? '' : tone === 'up' ? '▲' : '▼'}
      </i>
      <PriceCell of={id} otherwise={of.lastPrice} />
    </span>
  )
}

/** What a screen reader is told of one option when the cursor comes to it, before its price. */
export const sideInWords = (side: ChainSide | null, strike: number, type: 'CE' | 'PE'): string => {
  const name = `${formatNumber(strike, strike % 1 === 0 ? 0 : 2)} ${type === 'CE' ? 'call' : 'put'}`
  if (side === null) return `${name}, not listed`
  const iv = side.iv === null ? '' : `, volatility ${formatNumber(side.iv, 1)} percent`
  const delta = side.delta === null ? '' : `, delta ${formatSigned(side.delta)}`
  return `${name}${iv}${delta}, open interest ${formatCompact(side.oi)}, last price`
}
