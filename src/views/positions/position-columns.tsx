import { formatNumber, formatSigned } from '../../domain/format.ts'
import type { Greeks } from '../../domain/options/black-76.ts'
import { openGainPercent, positionAt } from '../../domain/positions/live-figures.ts'
import { InstrumentName } from '../kit/instrument/instrument-name.tsx'
import { FigureCell, PercentCell, PriceCell } from '../kit/price/live-cells.tsx'
import type { CsvColumn } from '../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../kit/table/data-table.tsx'
import text from '../theme/text.module.css'
import { protectionInWords, stopInWords } from './bracket-of.ts'
import type { PositionRow } from './position-row.ts'

const sideOf = (quantity: number): 'buy' | 'sell' | undefined =>
  quantity > 0 ? 'buy' : quantity < 0 ? 'sell' : undefined

export function Quantity({ of }: { readonly of: number }) {
  const side = sideOf(of)
  return <span className={side === undefined ? text.muted : text[side]}>{formatSigned(of, 0)}</span>
}

export function Pnl({
  row,
  className,
}: {
  readonly row: PositionRow
  readonly className?: string | undefined
}) {
  return (
    <FigureCell
      of={row.instrument}
      otherwise={row.position.lastPrice}
      figureAt={(price) => positionAt(row.position, price).pnl}
      format={formatSigned}
      className={className}
    />
  )
}

export const Change = ({ row }: { readonly row: PositionRow }) => (
  <PercentCell
    of={row.instrument}
    otherwise={row.position.lastPrice}
    percentAt={(price) => openGainPercent(row.position, price)}
  />
)

const average = ({ position }: PositionRow): number | null =>
  position.averagePrice === 0 ? null : position.averagePrice

/** Redundant unless a position was carried over from the previous day. */
export const carriedColumns: ReadonlySet<string> = new Set(['m2m'])

type GreeksOf = ReadonlyMap<string, Greeks>

const greekColumns = (greeksOf: GreeksOf): readonly ColumnOf<PositionRow>[] => [
  {
    id: 'delta',
    title: 'Delta',
    isNumeric: true,
    minWidth: 64,
    showFrom: 700,
    cell: ({ key }) => (
      <span className={text.muted}>{formatSigned(greeksOf.get(key)?.delta ?? null, 0)}</span>
    ),
    sortBy: ({ key }) => greeksOf.get(key)?.delta ?? null,
  },
  {
    id: 'theta',
    title: 'Theta',
    isNumeric: true,
    minWidth: 72,
    showFrom: 760,
    cell: ({ key }) => (
      <span className={text.muted}>{formatSigned(greeksOf.get(key)?.theta ?? null, 0)}</span>
    ),
    sortBy: ({ key }) => greeksOf.get(key)?.theta ?? null,
  },
]

const protectionColumns: readonly ColumnOf<PositionRow>[] = [
  {
    id: 'stop',
    title: 'Stop',
    isNumeric: true,
    minWidth: 82,
    showFrom: 900,
    cell: ({ bracket }) => stopInWords(bracket?.stopPrice ?? null, bracket?.stop ?? null),
    sortBy: ({ bracket }) => bracket?.stopPrice ?? null,
  },
  {
    id: 'target',
    title: 'Target',
    isNumeric: true,
    minWidth: 82,
    showFrom: 900,
    cell: ({ bracket }) => protectionInWords(bracket?.targetPrice ?? null, bracket?.target ?? null),
    sortBy: ({ bracket }) => bracket?.targetPrice ?? null,
  },
]

export const positionColumns = (
  pnlOf: (row: PositionRow) => number,
  greeksOf: GreeksOf = new Map(),
): readonly ColumnOf<PositionRow>[] => [
  {
    id: 'instrument',
    title: 'Instrument',
    isRowHeader: true,
    width: '2fr',
    minWidth: 132,
    cell: ({ instrument, position }) => <InstrumentName of={instrument} symbol={position.tradingsymbol} />,
    sortBy: ({ position }) => position.tradingsymbol,
  },
  {
    id: 'product',
    title: 'Product',
    width: 72,
    showFrom: 560,
    cell: ({ position }) => <span className={text.muted}>{position.product}</span>,
    sortBy: ({ position }) => position.product,
  },
  {
    id: 'quantity',
    title: 'Qty',
    isNumeric: true,
    minWidth: 72,
    cell: ({ position }) => <Quantity of={position.quantity} />,
    sortBy: ({ position }) => position.quantity,
  },
  {
    id: 'average',
    title: 'Avg',
    isNumeric: true,
    minWidth: 86,
    cell: (row) => formatNumber(average(row)),
    sortBy: average,
  },
  {
    id: 'ltp',
    title: 'LTP',
    isNumeric: true,
    minWidth: 88,
    cell: ({ instrument, position }) => <PriceCell of={instrument} otherwise={position.lastPrice} />,
  },
  {
    id: 'pnl',
    title: 'P&L',
    isNumeric: true,
    minWidth: 96,
    width: '1.2fr',
    cell: (row) => <Pnl row={row} className={text.strong} />,
    sortBy: pnlOf,
  },
  {
    id: 'change',
    title: 'Open P&L %',
    isNumeric: true,
    minWidth: 92,
    showFrom: 640,
    cell: (row) => <Change row={row} />,
  },
  {
    id: 'm2m',
    title: 'Day P&L',
    isNumeric: true,
    minWidth: 92,
    showFrom: 860,
    cell: ({ instrument, position }) => (
      <FigureCell
        of={instrument}
        otherwise={position.lastPrice}
        figureAt={(price) => positionAt(position, price).m2m}
        format={formatSigned}
      />
    ),
    sortBy: ({ position }) => position.m2m,
  },
  {
    id: 'realised',
    title: 'Realised',
    isNumeric: true,
    minWidth: 88,
    showFrom: 1140,
    cell: ({ position }) => formatSigned(position.realised),
    sortBy: ({ position }) => position.realised,
  },
  ...greekColumns(greeksOf),
  ...protectionColumns,
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    minWidth: 80,
    showFrom: 1240,
    cell: ({ position }) => <span className={text.muted}>{formatNumber(position.charges)}</span>,
    sortBy: ({ position }) => position.charges,
  },
]

export const positionOnPhone = (row: PositionRow): PhoneRow => ({
  title: <InstrumentName of={row.instrument} symbol={row.position.tradingsymbol} />,
  value: <Pnl row={row} className={text.strong} />,
  note: (
    <>
      <Quantity of={row.position.quantity} /> {row.position.product} · avg {formatNumber(average(row))}
    </>
  ),
  detail: (
    <>
      <PriceCell of={row.instrument} otherwise={row.position.lastPrice} /> <Change row={row} />
    </>
  ),
})

export const positionCsv = (priceOf: (row: PositionRow) => number): readonly CsvColumn<PositionRow>[] => [
  { name: 'instrument', value: ({ instrument }) => instrument },
  { name: 'product', value: ({ position }) => position.product },
  { name: 'quantity', value: ({ position }) => position.quantity },
  { name: 'average_price', value: average },
  { name: 'last_price', value: priceOf },
  { name: 'pnl', value: (row) => positionAt(row.position, priceOf(row)).pnl },
  { name: 'm2m', value: (row) => positionAt(row.position, priceOf(row)).m2m },
  { name: 'realised', value: ({ position }) => position.realised },
  { name: 'unrealised', value: (row) => positionAt(row.position, priceOf(row)).unrealised },
  { name: 'charges', value: ({ position }) => position.charges },
  { name: 'stop_price', value: ({ bracket }) => bracket?.stopPrice ?? null },
  { name: 'target_price', value: ({ bracket }) => bracket?.targetPrice ?? null },
]
