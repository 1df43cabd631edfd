import { useMemo } from 'react'
import { type MapMember, percentOf, volumeMultiple } from '../../../domain/analysis/market-map.ts'
import { formatNumber, formatPercent, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { useConsole } from '../../kit/console.tsx'
import { PercentCell, PriceCell } from '../../kit/price/live-cells.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import type { Point } from './use-point.ts'
import type { Points } from './use-points.ts'

const changeOf = ({ lastPrice, prevClose }: MapMember): number | null => percentOf(lastPrice, prevClose)

const columns: readonly ColumnOf<MapMember>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    minWidth: 96,
    cell: ({ segSym }) => tradingSymbolOf(segSym),
    sortBy: ({ segSym }) => segSym,
  },
  {
    id: 'sector',
    title: 'Sector',
    minWidth: 110,
    showFrom: 420,
    cell: ({ sector }) => sector,
    sortBy: ({ sector }) => sector,
  },
  {
    id: 'weight',
    title: 'Weight',
    isNumeric: true,
    cell: ({ weight }) => formatPercent(weight, 2),
    sortBy: ({ weight }) => weight,
  },
  {
    id: 'price',
    title: 'LTP',
    isNumeric: true,
    minWidth: 78,
    cell: ({ segSym, lastPrice }) => <PriceCell of={segSym} otherwise={lastPrice} />,
    sortBy: ({ lastPrice }) => lastPrice,
  },
  {
    id: 'change',
    title: 'Chg %',
    isNumeric: true,
    cell: (member) => (
      <PercentCell
        of={member.segSym}
        otherwise={member.lastPrice}
        percentAt={(price) => percentOf(price, member.prevClose)}
      />
    ),
    sortBy: changeOf,
  },
  {
    id: 'volume',
    title: 'Vol × avg',
    isNumeric: true,
    showFrom: 520,
    cell: (member) => formatNumber(volumeMultiple(member), 1),
    sortBy: volumeMultiple,
  },
]

const pointsColumn = ({ index, of }: Points): ColumnOf<MapMember> => ({
  id: 'points',
  title: `Points of ${index}`,
  isNumeric: true,
  minWidth: 128,
  showFrom: 640,
  cell: (member) => (
    <Signed value={of(member, changeOf(member))} format={(value) => formatSigned(value, 1)} />
  ),
  sortBy: (member) => of(member, changeOf(member)),
})

interface MembersTableProps {
  readonly members: readonly MapMember[]
  readonly points: Points | null
  readonly onPoint: Point
}

/** The heat map as a table, heaviest first. */
export function MembersTable({ members, points, onPoint }: MembersTableProps) {
  const { run } = useConsole()
  const shown = useMemo(() => (points === null ? columns : [...columns, pointsColumn(points)]), [points])
  return (
    <DataTable
      label="Heat map"
      rows={members}
      columns={shown}
      rowKey={({ segSym }) => segSym}
      initialSort={{ column: 'weight', direction: 'descending' }}
      onRowFocus={(row) => onPoint(row === null ? null : { kind: 'mover', key: row.segSym })}
      onRowAction={({ segSym }) => run({ command: 'analysis.open', args: { instrument: segSym } })}
      phone={(member) => ({
        title: tradingSymbolOf(member.segSym),
        value: formatNumber(member.lastPrice),
        detail: `${formatSignedPercent(changeOf(member))} · ${member.sector}`,
      })}
      empty={null}
    />
  )
}
