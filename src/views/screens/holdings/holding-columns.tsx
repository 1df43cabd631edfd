import { formatNumber, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import { type HoldingNow, holdingAt } from '../../../domain/positions/live-figures.ts'
import type { HoldingEntry } from '../../../machines/positions/books.ts'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { FigureCell, PercentCell, PriceCell } from '../../kit/price/live-cells.tsx'
import type { CsvColumn } from '../../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import { instrumentOfHolding } from './holding-row.ts'

interface FigureProps {
  readonly of: HoldingEntry
  readonly figure: Exclude<keyof HoldingNow, 'closeValue'>
  readonly format: (value: number | null) => string
  readonly isPlain?: boolean
  readonly className?: string | undefined
}

export function HoldingFigure({ of, figure, format, isPlain = false, className }: FigureProps) {
  return (
    <FigureCell
      of={instrumentOfHolding(of)}
      otherwise={of.lastPrice}
      figureAt={(price) => holdingAt(of, price)[figure]}
      format={format}
      isPlain={isPlain}
      className={className}
    />
  )
}

/** `15, T1 3`: the total, and how many of it are not yet settled. */
export const quantityInWords = ({ quantity, t1Quantity }: HoldingEntry): string =>
  t1Quantity === 0
    ? formatNumber(quantity, 0)
    : `${formatNumber(quantity + t1Quantity, 0)}, T1 ${formatNumber(t1Quantity, 0)}`

const Change = ({ of }: { readonly of: HoldingEntry }) => (
  <PercentCell
    of={instrumentOfHolding(of)}
    otherwise={of.lastPrice}
    percentAt={(price) => (of.closePrice === 0 ? null : (100 * (price - of.closePrice)) / of.closePrice)}
  />
)

export const holdingColumns = (
  nowOf: (holding: HoldingEntry) => HoldingNow,
): readonly ColumnOf<HoldingEntry>[] => [
  {
    id: 'instrument',
    title: 'Instrument',
    isRowHeader: true,
    width: '1.6fr',
    minWidth: 118,
    cell: (of) => <InstrumentName of={instrumentOfHolding(of)} symbol={of.tradingsymbol} />,
    sortBy: ({ tradingsymbol }) => tradingsymbol,
  },
  {
    id: 'quantity',
    title: 'Qty',
    isNumeric: true,
    minWidth: 92,
    cell: quantityInWords,
    sortBy: ({ quantity, t1Quantity }) => quantity + t1Quantity,
  },
  {
    id: 'average',
    title: 'Avg',
    isNumeric: true,
    minWidth: 86,
    cell: ({ averagePrice }) => formatNumber(averagePrice),
    sortBy: ({ averagePrice }) => averagePrice,
  },
  {
    id: 'ltp',
    title: 'LTP',
    isNumeric: true,
    minWidth: 88,
    cell: (of) => <PriceCell of={instrumentOfHolding(of)} otherwise={of.lastPrice} />,
  },
  {
    id: 'invested',
    title: 'Invested',
    isNumeric: true,
    minWidth: 100,
    showFrom: 700,
    cell: ({ invested }) => formatNumber(invested),
    sortBy: ({ invested }) => invested,
  },
  {
    id: 'current',
    title: 'Current',
    isNumeric: true,
    minWidth: 100,
    showFrom: 620,
    cell: (of) => <HoldingFigure of={of} figure="currentValue" format={formatNumber} isPlain />,
    sortBy: (of) => nowOf(of).currentValue,
  },
  {
    id: 'pnl',
    title: 'P&L',
    isNumeric: true,
    minWidth: 96,
    cell: (of) => <HoldingFigure of={of} figure="pnl" format={formatSigned} className={text.strong} />,
    sortBy: (of) => nowOf(of).pnl,
  },
  {
    id: 'percent',
    title: 'P&L %',
    isNumeric: true,
    minWidth: 80,
    showFrom: 760,
    cell: (of) => <HoldingFigure of={of} figure="pnlPercent" format={formatSignedPercent} />,
    sortBy: (of) => nowOf(of).pnlPercent,
  },
  {
    id: 'day',
    title: 'Day P&L',
    isNumeric: true,
    minWidth: 92,
    showFrom: 840,
    cell: (of) => <HoldingFigure of={of} figure="dayPnl" format={formatSigned} />,
    sortBy: (of) => nowOf(of).dayPnl,
  },
  {
    id: 'change',
    title: 'Day %',
    isNumeric: true,
    minWidth: 86,
    showFrom: 560,
    cell: (of) => <Change of={of} />,
  },
]

export const holdingOnPhone = (of: HoldingEntry): PhoneRow => ({
  title: <InstrumentName of={instrumentOfHolding(of)} symbol={of.tradingsymbol} />,
  value: <HoldingFigure of={of} figure="pnl" format={formatSigned} className={text.strong} />,
  note: `${quantityInWords(of)} · avg ${formatNumber(of.averagePrice)}`,
  detail: (
    <>
      <PriceCell of={instrumentOfHolding(of)} otherwise={of.lastPrice} /> <Change of={of} />
    </>
  ),
})

export const holdingCsv = (
  priceOf: (holding: HoldingEntry) => number,
): readonly CsvColumn<HoldingEntry>[] => [
  { name: 'instrument', value: ({ sym }) => sym },
  { name: 'quantity', value: ({ quantity }) => quantity },
  { name: 't1_quantity', value: ({ t1Quantity }) => t1Quantity },
  { name: 'used_quantity', value: ({ usedQuantity }) => usedQuantity },
  { name: 'average_price', value: ({ averagePrice }) => averagePrice },
  { name: 'last_price', value: priceOf },
  { name: 'invested', value: ({ invested }) => invested },
  { name: 'current_value', value: (of) => holdingAt(of, priceOf(of)).currentValue },
  { name: 'pnl', value: (of) => holdingAt(of, priceOf(of)).pnl },
  { name: 'day_pnl', value: (of) => holdingAt(of, priceOf(of)).dayPnl },
]
