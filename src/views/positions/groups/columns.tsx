import { type ReactNode, useMemo } from 'react'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import type { Greeks } from '../../../domain/options/black-76.ts'
import { sumGreeks } from '../../../domain/options/leg-value.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import { PercentCell, PriceCell } from '../../kit/price/live-cells.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import screen from '../../kit/table/table-screen.module.css'
import text from '../../theme/text.module.css'
import type { PositionRow } from '../position-row.ts'
import { usePositionTotals } from '../use-position-totals.ts'
import styles from './groups.module.css'
import { isGroup, openKeysOf, type PositionGroup, type PositionLine, sizeInWords } from './groups.ts'

type GreeksOf = ReadonlyMap<string, Greeks>

const sumOf = (group: PositionGroup, of: GreeksOf): Greeks | null =>
  sumGreeks(openKeysOf(group).map((key) => of.get(key) ?? null))

const deltaOf = (group: PositionGroup, of: GreeksOf): number | null =>
  // Units of different shares do not add up.
  group.underlying === null ? null : (sumOf(group, of)?.delta ?? null)

interface LiveTotalProps {
  readonly of: PositionGroup
  readonly figure: 'pnl' | 'm2m'
}

function LiveTotal({ of: { rows }, figure }: LiveTotalProps) {
  const positions = useMemo(() => rows.map(({ position }) => position), [rows])
  const totals = usePositionTotals(positions)
  return (
    <span className={screen.live} data-stale={totals.isStale ? '' : undefined}>
      <Total value={totals[figure]} />
    </span>
  )
}

const Total = ({ value }: { readonly value: number }) => (
  <Signed value={value} format={formatSigned} className={text.strong ?? ''} />
)

const addedUp = ({ rows }: PositionGroup, figure: 'realised' | 'charges'): number =>
  rows.reduce((sum, { position }) => sum + position[figure], 0)

interface HeadingProps {
  readonly of: PositionGroup
  readonly onFold: (key: string) => void
}

function Heading({ of: { key, name, isFolded }, onFold }: HeadingProps) {
  return (
    <span data-heading="" className={styles.heading}>
      <button
        type="button"
        className={styles.fold}
        tabIndex={-1}
        aria-expanded={!isFolded}
        aria-label={`${isFolded ? 'Show' : 'Hide'} the positions of ${name}`}
        onClick={() => onFold(key)}
      >
        <Icon name={isFolded ? 'right' : 'chevron'} size={12} />
      </button>
      <b className={text.strong}>{name}</b>
    </span>
  )
}

type CellOf = (group: PositionGroup) => ReactNode

const cellsOf = (greeksOf: GreeksOf, onFold: HeadingProps['onFold']): Readonly<Record<string, CellOf>> => ({
  instrument: (group) => <Heading of={group} onFold={onFold} />,
  product: (group) => <span className={text.muted}>{sizeInWords(group)}</span>,
  ltp: ({ underlying }) => underlying !== null && <PriceCell of={underlying} otherwise={null} />,
  pnl: (group) => <LiveTotal of={group} figure="pnl" />,
  m2m: (group) => <LiveTotal of={group} figure="m2m" />,
  realised: (group) => <Total value={addedUp(group, 'realised')} />,
  charges: (group) => <span className={text.muted}>{formatNumber(addedUp(group, 'charges'))}</span>,
  delta: (group) => formatSigned(deltaOf(group, greeksOf), 0),
  theta: (group) => formatSigned(sumOf(group, greeksOf)?.theta ?? null, 0),
})

/** Sorted by the sum of the rows; headings of figures that do not add up keep their order. */
const summed: ReadonlySet<string> = new Set(['pnl', 'm2m', 'realised', 'charges', 'theta'])

const sortOf = ({ id, sortBy }: ColumnOf<PositionRow>, group: PositionGroup): number | string | null => {
  if (id === 'instrument') return group.name
  if (!summed.has(id) || sortBy === undefined) return null
  return group.rows.reduce((sum, row) => sum + Number(sortBy(row) ?? 0), 0)
}

export const columnsOfLines = (
  columns: readonly ColumnOf<PositionRow>[],
  greeksOf: GreeksOf,
  onFold: HeadingProps['onFold'] | null,
): readonly ColumnOf<PositionLine>[] => {
  const cells = onFold === null ? {} : cellsOf(greeksOf, onFold)
  return columns.map((column) => {
    const { cell, sortBy, ...shape } = column
    return {
      ...shape,
      cell: (line) =>
        isGroup(line) ? (
          (cells[column.id]?.(line) ?? null)
        ) : column.isRowHeader && onFold !== null ? (
          <span className={styles.member}>{cell(line)}</span>
        ) : (
          cell(line)
        ),
      ...(sortBy && { sortBy: (line) => (isGroup(line) ? sortOf(column, line) : sortBy(line)) }),
    }
  })
}

export const groupOnPhone = (group: PositionGroup, greeksOf: GreeksOf): PhoneRow => ({
  title: <span data-heading="">{group.name}</span>,
  value: <LiveTotal of={group} figure="pnl" />,
  note: sizeInWords(group),
  detail:
    group.underlying === null ? null : (
      <>
        <PriceCell of={group.underlying} otherwise={null} />{' '}
        <PercentCell of={group.underlying} otherwise={null} /> · Δ {formatSigned(deltaOf(group, greeksOf), 0)}
      </>
    ),
})
