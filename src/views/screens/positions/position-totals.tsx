import { formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import type { PositionEntry } from '../../../machines/books.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Signed } from '../../kit/signed.tsx'
import styles from '../../kit/table-screen.module.css'
import { Tiles } from '../../kit/tiles.tsx'
import { usePositionTotals } from './use-position-totals.ts'

interface TotalsProps {
  readonly positions: readonly PositionEntry[]
  /** Positions that are not loaded have no figures: zero would be one. */
  readonly isKnown: boolean
}

/** The gain of the day, large. */
export function DayPnl({ positions, isKnown }: TotalsProps) {
  const { m2m, isStale } = usePositionTotals(positions)
  return (
    <span className={styles.head}>
      <span className={styles.live} data-stale={isStale ? '' : undefined}>
        <Signed value={isKnown ? m2m : null} format={formatSignedRupees} className={styles.big ?? ''} />
      </span>
      <span>{isStale ? 'day P&L, stale prices' : 'day P&L'}</span>
    </span>
  )
}

export function PositionTiles({ positions, isKnown }: TotalsProps) {
  const totals = usePositionTotals(positions)
  const usedMargin = useSnapshot('funds', ({ context }) => context.output?.usedMargin ?? null)
  const available = useSnapshot('funds', ({ context }) => context.output?.available ?? null)
  const isEstimate = useSnapshot('funds', ({ context }) => context.output?.isEstimate ?? false)
  const money = (value: number) => <Signed value={isKnown ? value : null} format={formatSignedRupees} />
  const live = (value: number) => (
    <span className={styles.live} data-stale={totals.isStale ? '' : undefined}>
      {money(value)}
    </span>
  )
  const stale = totals.isStale ? 'stale prices' : null
  return (
    <Tiles
      label="Totals"
      tiles={[
        { label: 'P&L', value: live(totals.pnl), detail: stale ?? 'realised and unrealised' },
        {
          label: 'M2M of the day',
          value: live(totals.m2m),
          detail: stale ?? 'carried ones from the last close',
        },
        { label: 'Realised', value: money(totals.realised) },
        { label: 'Unrealised', value: live(totals.unrealised) },
        {
          label: 'Charges today',
          value: formatRupees(isKnown ? totals.charges : null),
          detail: 'not in the P&L',
        },
        {
          label: 'Margin used',
          value: formatRupees(usedMargin),
          detail: `${formatRupees(available)} free${isEstimate ? ', SPAN estimated' : ''}`,
        },
      ]}
    />
  )
}
