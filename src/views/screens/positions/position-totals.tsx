import { formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import type { PositionEntry } from '../../../machines/books.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Signed } from '../../kit/signed.tsx'
import styles from '../../kit/table-screen.module.css'
import { Tiles } from '../../kit/tiles.tsx'
import { usePositionTotals } from './use-position-totals.ts'

interface TotalsProps {
  readonly positions: readonly PositionEntry[]
}

/** The gain of the day, large. */
export function DayPnl({ positions }: TotalsProps) {
  const { m2m } = usePositionTotals(positions)
  return (
    <span className={styles.head}>
      <Signed value={m2m} format={formatSignedRupees} className={styles.big ?? ''} />
      <span>day P&L</span>
    </span>
  )
}

export function PositionTiles({ positions }: TotalsProps) {
  const totals = usePositionTotals(positions)
  const usedMargin = useSnapshot('funds', ({ context }) => context.output?.usedMargin ?? null)
  const available = useSnapshot('funds', ({ context }) => context.output?.available ?? null)
  const isEstimate = useSnapshot('funds', ({ context }) => context.output?.isEstimate ?? false)
  const money = (value: number) => <Signed value={value} format={formatSignedRupees} />
  return (
    <Tiles
      label="Totals"
      tiles={[
        { label: 'P&L', value: money(totals.pnl), detail: 'realised and unrealised' },
        { label: 'M2M of the day', value: money(totals.m2m), detail: 'carried ones from the last close' },
        { label: 'Realised', value: money(totals.realised) },
        { label: 'Unrealised', value: money(totals.unrealised) },
        { label: 'Charges today', value: formatRupees(totals.charges), detail: 'not in the P&L' },
        {
          label: 'Margin used',
          value: formatRupees(usedMargin),
          detail: `${formatRupees(available)} free${isEstimate ? ', SPAN estimated' : ''}`,
        },
      ]}
    />
  )
}
