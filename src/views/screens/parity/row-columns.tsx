import { moneyOf, type ParityRow, type ParitySide } from '../../../domain/deployments/parity/parity.ts'
import { formatNumber, formatSigned, NO_FIGURE } from '../../../domain/format.ts'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import type { CsvColumn } from '../../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import { clockOf, inRupees, intentOf, isBuy, reasonInWords, symbolOf, tradedIn } from './parity-words.ts'
import { ReasonChip } from './reason-chip.tsx'

interface RowProps {
  readonly row: ParityRow
}

function Candle({ row: { candle, doneAt } }: RowProps) {
  return (
    <span>
      {clockOf(candle)}
      {doneAt !== null && <span className={text.muted}>{` done ${clockOf(doneAt)}`}</span>}
    </span>
  )
}

function Intent({ row }: RowProps) {
  return <span className={text[isBuy(row) ? 'buy' : 'sell']}>{intentOf(row)}</span>
}

function Reason({ row }: RowProps) {
  return row.reason !== null && !row.isFollowing ? (
    <ReasonChip reason={row.reason} />
  ) : (
    <span className={text.muted}>{reasonInWords(row)}</span>
  )
}

const quantityOf = (side: ParitySide | null): string =>
  side === null ? NO_FIGURE : formatNumber(side.quantity, 0)
const priceOf = (side: ParitySide | null): string => (side === null ? NO_FIGURE : formatNumber(side.price))

const grossOf = ({ money }: ParityRow): number => inRupees(money.signals + money.prices + money.quantities)

const moneyColumns: readonly ColumnOf<ParityRow>[] = [
  {
    id: 'gross',
    title: 'Gross',
    isNumeric: true,
    width: 96,
    sortBy: grossOf,
    cell: (row) => <Signed value={grossOf(row)} format={formatSigned} />,
  },
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    width: 78,
    showFrom: 640,
    sortBy: ({ money }) => money.charges,
    cell: ({ money }) => <Signed value={inRupees(money.charges)} format={formatSigned} />,
  },
]

const columnsWith = (hasLegs: boolean): readonly ColumnOf<ParityRow>[] => [
  {
    id: 'candle',
    title: 'Candle',
    isRowHeader: true,
    width: '1fr',
    minWidth: hasLegs ? 64 : 84,
    sortBy: ({ candle }) => candle,
    cell: (row) => <Candle row={row} />,
  },
  {
    id: 'symbol',
    title: 'Symbol',
    width: hasLegs ? '2fr' : '1.1fr',
    minWidth: hasLegs ? 140 : 84,
    sortBy: symbolOf,
    cell: (row) => (
      <span className={text.strong}>
        <InstrumentName of={tradedIn(row)} symbol={symbolOf(row)} />
      </span>
    ),
  },
  { id: 'intent', title: 'Intent', width: 90, sortBy: intentOf, cell: (row) => <Intent row={row} /> },
  {
    id: 'expectedQuantity',
    title: 'Expected',
    isNumeric: true,
    width: 66,
    showFrom: hasLegs ? 900 : 740,
    cell: ({ expected }) => quantityOf(expected),
  },
  {
    id: 'expectedPrice',
    title: 'at',
    isNumeric: true,
    width: 74,
    cell: ({ expected }) => priceOf(expected),
  },
  {
    id: 'doneQuantity',
    title: 'Actual',
    isNumeric: true,
    width: 58,
    showFrom: hasLegs ? 900 : 740,
    cell: ({ done }) => quantityOf(done),
  },
  { id: 'donePrice', title: 'at', isNumeric: true, width: 74, cell: ({ done }) => priceOf(done) },
  {
    id: 'reason',
    title: 'Reason',
    width: '2fr',
    minWidth: 150,
    sortBy: reasonInWords,
    cell: (row) => <Reason row={row} />,
  },
  ...moneyColumns,
]

export const parityColumns = columnsWith(false)
export const legColumns = columnsWith(true)

export const parityOnPhone = (row: ParityRow): PhoneRow => ({
  title: (
    <span>
      <span className={text.muted}>{clockOf(row.candle)}</span>{' '}
      <span className={text.strong}>{symbolOf(row)}</span> <Intent row={row} />
    </span>
  ),
  value: <Signed value={inRupees(moneyOf(row))} format={formatSigned} />,
  note: <Reason row={row} />,
  detail: `${priceOf(row.expected)} → ${priceOf(row.done)}`,
})

export const parityCsv: readonly CsvColumn<ParityRow>[] = [
  { name: 'Candle', value: ({ candle }) => clockOf(candle) },
  { name: 'Actual at', value: ({ doneAt }) => (doneAt === null ? null : clockOf(doneAt)) },
  { name: 'Instrument', value: tradedIn },
  { name: 'Intent', value: intentOf },
  { name: 'Expected quantity', value: ({ expected }) => expected?.quantity ?? null },
  { name: 'Expected price', value: ({ expected }) => expected?.price ?? null },
  { name: 'Actual quantity', value: ({ done }) => done?.quantity ?? null },
  { name: 'Actual price', value: ({ done }) => done?.price ?? null },
  { name: 'Reason', value: reasonInWords },
  { name: 'Because', value: ({ because }) => because },
  { name: 'Signals', value: ({ money }) => inRupees(money.signals) },
  { name: 'Prices', value: ({ money }) => inRupees(money.prices) },
  { name: 'Quantities', value: ({ money }) => inRupees(money.quantities) },
  { name: 'Charges', value: ({ money }) => inRupees(money.charges) },
]
