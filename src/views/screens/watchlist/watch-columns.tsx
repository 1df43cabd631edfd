import type { BookQuote } from '../../../market/quotes/quote-book.ts'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { ChangeCell, PercentCell, PriceCell, QuoteFigureCell } from '../../kit/price/live-cells.tsx'
import type { CsvColumn } from '../../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import type { WatchRow } from './watch-row.ts'

export const watchColumns: readonly ColumnOf<WatchRow>[] = [
  {
    id: 'symbol',
    title: 'Instrument',
    isRowHeader: true,
    width: '2fr',
    minWidth: 150,
    cell: ({ symbol }) => (
      <bdi className={`${text.strong} ${text.cut}`} title={symbol}>
        <CutName name={symbol} />
      </bdi>
    ),
  },
  {
    id: 'segment',
    title: 'Segment',
    minWidth: 72,
    showFrom: 620,
    cell: ({ segment }) => <span className={text.quiet}>{segment}</span>,
  },
  {
    id: 'last',
    title: 'LTP',
    isNumeric: true,
    minWidth: 96,
    cell: ({ id }) => <PriceCell of={id} otherwise={null} />,
  },
  { id: 'change', title: 'Change', isNumeric: true, minWidth: 84, cell: ({ id }) => <ChangeCell of={id} /> },
  {
    id: 'percent',
    title: 'Chg %',
    isNumeric: true,
    minWidth: 72,
    cell: ({ id }) => <PercentCell of={id} otherwise={null} />,
  },
  figure('bid', 'Bid', 760),
  figure('ask', 'Ask', 760),
  figure('dayOpen', 'Open', 900),
  figure('closePrice', 'Prev close', 900),
  figure('volume', 'Volume', 1040),
  figure('openInterest', 'OI', 1140),
]

function figure(
  id: Parameters<typeof QuoteFigureCell>[0]['figure'],
  title: string,
  showFrom: number,
): ColumnOf<WatchRow> {
  return {
    id,
    title,
    isNumeric: true,
    minWidth: 84,
    showFrom,
    cell: (row) => <QuoteFigureCell of={row.id} figure={id} />,
  }
}

export const watchOnPhone = ({ id, symbol, segment }: WatchRow): PhoneRow => ({
  title: (
    <bdi>
      <CutName name={symbol} />
    </bdi>
  ),
  value: <PriceCell of={id} otherwise={null} />,
  note: segment,
  detail: <PercentCell of={id} otherwise={null} />,
})

export const watchCsv = (quoteOf: (row: WatchRow) => BookQuote | null): readonly CsvColumn<WatchRow>[] => {
  const of = (name: string, value: (quote: BookQuote) => number): CsvColumn<WatchRow> => ({
    name,
    value: (row) => {
      const quote = quoteOf(row)
      return quote === null ? null : value(quote)
    },
  })
  return [
    { name: 'instrument', value: ({ id }) => id },
    of('last_price', ({ lastPrice }) => lastPrice),
    of('close_price', ({ closePrice }) => closePrice),
    of('day_open', ({ dayOpen }) => dayOpen),
    of('day_high', ({ dayHigh }) => dayHigh),
    of('day_low', ({ dayLow }) => dayLow),
    of('bid', ({ bid }) => bid),
    of('ask', ({ ask }) => ask),
    of('volume', ({ volume }) => volume),
    of('open_interest', ({ openInterest }) => openInterest),
  ]
}
