import { formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import type { PositionEntry } from '../../../machines/positions/books.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Tiles } from '../../kit/layout/tiles.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import styles from '../../kit/table/table-screen.module.css'
import { isCarried } from '../../positions/position-row.ts'
import { usePositionTotals } from '../../positions/use-position-totals.ts'

interface TotalsProps {
  readonly positions: readonly PositionEntry[]
  /** False until loaded, because a zero would look like a figure. */
  readonly isKnown: boolean
}

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
  const isMixed =
    positions.some(({ quantity }) => quantity !== 0) && positions.some(({ realised }) => realised !== 0)
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
        ...(isCarried(positions)
          ? [{ label: 'P&L since entry', value: live(totals.pnl), detail: stale ?? 'incl. previous days' }]
          : []),
        ...(isMixed
          ? [
              { label: 'Realised', value: money(totals.realised) },
              { label: 'Unrealised', value: live(totals.unrealised) },
            ]
          : []),
        {
          label: 'Charges today',
          value: formatRupees(isKnown ? totals.charges : null),
          detail: <>{live(totals.m2m - totals.charges)} after charges</>,
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
