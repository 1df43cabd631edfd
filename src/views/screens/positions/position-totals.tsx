import { useCallback, useMemo } from 'react'
import { formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import type { PositionEntry } from '../../../machines/books.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Signed } from '../../kit/signed.tsx'
import styles from '../../kit/table-screen.module.css'
import { Tiles } from '../../kit/tiles.tsx'
import { useLiveTotals } from '../../kit/use-live-totals.ts'
import { totalsOfPositions } from './position-row.ts'

interface TotalsProps {
  readonly positions: readonly PositionEntry[]
}

/** Follows the prices of all positions, four times a second at most. */
const useTotals = (positions: readonly PositionEntry[]) => {
  const instruments = useMemo(
    () => positions.filter(({ quantity }) => quantity !== 0).map(({ sym }) => sym as InstrumentId),
    [positions],
  )
  const sum = useCallback(
    (priceOf: (instrument: InstrumentId) => number | null) => totalsOfPositions(positions, priceOf),
    [positions],
  )
  return useLiveTotals(instruments, sum)
}

/** The gain of the day, large. */
export function DayPnl({ positions }: TotalsProps) {
  const { m2m } = useTotals(positions)
  return (
    <span className={styles.head}>
      <Signed value={m2m} format={formatSignedRupees} className={styles.big ?? ''} />
      <span>day P&L</span>
    </span>
  )
}

export function PositionTiles({ positions }: TotalsProps) {
  const totals = useTotals(positions)
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
