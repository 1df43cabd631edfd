import type { ReactNode } from 'react'
import { formatCompact, formatNumber, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { ChainColumnId } from '../../../domain/options/chain-columns.ts'
import type { ChainStrike } from '../../../machines/options/option-chain.ts'
import text from '../../theme/text.module.css'
import { useQuote } from '../hooks/use-quote.ts'
import { useBest } from '../hooks/use-sides.ts'
import { PercentCell, PriceCell } from '../price/live-cells.tsx'
import { toneOf } from '../price/signed.tsx'
import styles from './chain-grid.module.css'

export type ChainSide = NonNullable<ChainStrike['ce']>

export interface ChainColumn {
  readonly id: ChainColumnId
  readonly title: string
  readonly name: string
  readonly cell: (side: ChainSide, mostInterest: number) => ReactNode
}

/** Percent, in at most four characters up to 9999: near expiry, a far strike's IV can be in the hundreds. */
export const formatIv = (iv: number | null): string =>
  iv !== null && iv >= 99.95 ? String(Math.round(iv)) : formatNumber(iv, 1)

/** Shown for a move of 10,000 points, because gamma per point has no significant digits. */
const GAMMA_POINTS = 10_000
export const formatGamma = (gamma: number | null): string =>
  formatNumber(gamma === null ? null : gamma * GAMMA_POINTS, 1)

/** Percent of yesterday's open interest, or contracts if that was zero. */
export const formatOiChange = ({ oi, oiChange }: Pick<ChainSide, 'oi' | 'oiChange'>): string => {
  const before = oi - oiChange
  if (before > 0) return formatSignedPercent((100 * oiChange) / before, 0)
  return oiChange > 0 ? `+${formatCompact(oiChange)}` : formatNumber(oiChange, 0)
}

const buildUpTones = {
  'long build-up': 'up',
  'short covering': 'up',
  'short build-up': 'down',
  'long unwinding': 'down',
} as const

const grey = (words: ReactNode) => <span className={text.muted}>{words}</span>

const column = (
  id: ChainColumnId,
  title: string,
  cell: ChainColumn['cell'],
  name: string = title,
): ChainColumn => ({ id, title, name, cell })

const columns: readonly ChainColumn[] = [
  column('ltp', 'LTP', (side) => <Premium of={side} />),
  column('change', 'Chg', ({ sym, lastPrice }) => (
    <PercentCell of={sym as InstrumentId} otherwise={lastPrice} />
  )),
  column('bid', 'Bid', (side) => <Best of={side} side="bid" />),
  column('ask', 'Ask', (side) => <Best of={side} side="ask" />),
  column('iv', 'IV', ({ iv }) => grey(formatIv(iv))),
  column('delta', 'Δ', ({ delta }) => <span className={text.second}>{formatNumber(delta, 2)}</span>, 'Delta'),
  column('gamma', 'Γ', ({ gamma }) => grey(formatGamma(gamma)), 'Gamma per 10,000 points'),
  column('theta', 'Θ', ({ theta }) => grey(formatNumber(theta, 1)), 'Theta'),
  column('vega', 'Vega', ({ vega }) => grey(formatNumber(vega, 1))),
  column('volume', 'Volume', ({ volume }) => grey(formatCompact(volume))),
  column('buildUp', 'Build-up', ({ buildUp }) => <BuildUp of={buildUp} />),
  column('oiChange', 'OI chg', (side) => <OiChange of={side} />),
  column('oi', 'OI', (side, most) => <OpenInterest of={side} most={most} />),
]

export const chainColumns = new Map(columns.map((one) => [one.id, one]))

export function BuildUp({ of }: { readonly of: ChainSide['buildUp'] }) {
  return of === null ? grey('–') : <span className={`${styles.buildUp} ${text[buildUpTones[of]]}`}>{of}</span>
}

export function OiChange({ of }: { readonly of: Pick<ChainSide, 'oi' | 'oiChange' | 'buildUp'> }) {
  const tone = toneOf(of.oiChange)
  return (
    <span className={tone === undefined ? text.muted : text[tone]} title={of.buildUp ?? undefined}>
      {formatOiChange(of)}
    </span>
  )
}

/** The outer end of the bar is dark for open interest added today, outlined for open interest shed. */
function OpenInterest({ of: { oi, oiChange }, most }: { readonly of: ChainSide; readonly most: number }) {
  const before = Math.max(0, oi - oiChange)
  const [inner, outer] = [Math.min(oi, before), Math.max(oi, before)]
  const share = (part: number) => (most === 0 ? 0 : (100 * part) / most)
  return (
    <>
      <span className={styles.bar} style={{ width: `${share(outer)}%` }}>
        <i style={{ flexGrow: inner }} />
        <i data-moved={oiChange < 0 ? 'shed' : 'added'} style={{ flexGrow: outer - inner }} />
      </span>
      <span className={styles.overBar}>{formatCompact(oi)}</span>
    </>
  )
}

function Best({ of, side }: { readonly of: ChainSide; readonly side: 'bid' | 'ask' }) {
  const best = useBest(of.sym as InstrumentId, side) ?? of[side]
  return <span className={text.second}>{formatNumber(best)}</span>
}

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

export const strikeInWords = (strike: number): string => formatNumber(strike, strike % 1 === 0 ? 0 : 2)

export const sideInWords = (side: ChainSide | null, strike: number, type: 'CE' | 'PE'): string => {
  const name = `${strikeInWords(strike)} ${type === 'CE' ? 'call' : 'put'}`
  if (side === null) return `${name}, not listed`
  const { iv, delta, oi, buildUp } = side
  return [
    name,
    ...(iv === null ? [] : [`volatility ${formatNumber(iv, 1)} percent`]),
    ...(delta === null ? [] : [`delta ${formatSigned(delta)}`]),
    `open interest ${formatCompact(oi)}`,
    ...(side.oiChange === 0 ? [] : [`changed by ${formatOiChange(side)}`]),
    ...(buildUp === null ? [] : [buildUp]),
    'last price',
  ].join(', ')
}
