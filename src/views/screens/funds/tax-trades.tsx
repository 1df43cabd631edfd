import { useMemo } from 'react'
import type { TaxClass } from '../../../domain/analysis/tax/tax-lots.ts'
import { classNames } from '../../../domain/analysis/tax/tax-rules.ts'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { TaxReport, TaxTrade } from '../../../machines/analysis/tax-report.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { downloadCsv } from '../../kit/table/csv.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './tax-part.module.css'

interface TaxTradesProps {
  readonly report: TaxReport
  readonly of: TaxClass
  readonly name: string
}

interface Row extends TaxTrade {
  readonly key: string
}

export function TaxTrades({ report, of, name }: TaxTradesProps) {
  const all = useMemo(
    () => report.trades.map((trade, at): Row => ({ ...trade, key: String(at) })).reverse(),
    [report],
  )
  const rows = useMemo(() => all.filter((trade) => trade.of === of), [all, of])
  // The file has the trades of all classes, as an accountant wants them.
  useTableRequests({ onExport: () => void exportRows(all.toReversed(), name) })
  return (
    <Panel title="Trades" note={classNames[of]} className={styles.trades}>
      <DataTable
        label="Trades"
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        nameOf={({ sym }) => tradingSymbolOf(sym)}
        phone={(row) => ({
          title: tradingSymbolOf(row.sym),
          value: <Signed value={row.sold - row.bought} format={(pnl) => formatSigned(pnl)} />,
          detail: `${formatNumber(row.quantity, 0)}, ${day(row.boughtAt)} to ${day(row.soldAt)}`,
        })}
        empty={
          <EmptyNotice title="No trade of this class in this year">
            It is listed once it is closed.
          </EmptyNotice>
        }
      />
    </Panel>
  )
}

const day = (at: number): string => dateInWords(toIstDate(at))

const money = (
  id: keyof TaxTrade & ('bought' | 'sold' | 'charges' | 'stt'),
  title: string,
): ColumnOf<Row> => ({
  id,
  title,
  isNumeric: true,
  minWidth: 92,
  ...(id === 'stt' || id === 'charges' ? { showFrom: 760 } : {}),
  cell: (row) => formatNumber(row[id]),
  sortBy: (row) => row[id],
})

const columns: readonly ColumnOf<Row>[] = [
  {
    id: 'symbol',
    title: 'Instrument',
    isRowHeader: true,
    width: '2fr',
    minWidth: 130,
    cell: ({ sym }) => tradingSymbolOf(sym),
    sortBy: ({ sym }) => tradingSymbolOf(sym),
  },
  {
    id: 'quantity',
    title: 'Qty',
    isNumeric: true,
    width: 72,
    cell: ({ quantity }) => formatNumber(quantity, 0),
    sortBy: ({ quantity }) => quantity,
  },
  {
    id: 'boughtAt',
    title: 'Bought on',
    minWidth: 92,
    showFrom: 620,
    cell: ({ boughtAt }) => day(boughtAt),
    sortBy: ({ boughtAt }) => boughtAt,
  },
  {
    id: 'soldAt',
    title: 'Sold on',
    minWidth: 92,
    showFrom: 620,
    cell: ({ soldAt }) => day(soldAt),
    sortBy: ({ soldAt }) => soldAt,
  },
  money('bought', 'Bought for'),
  money('sold', 'Sold for'),
  money('charges', 'Charges'),
  money('stt', 'of it STT'),
  {
    id: 'gain',
    title: 'Gain',
    isNumeric: true,
    minWidth: 92,
    cell: ({ bought, sold }) => <Signed value={sold - bought} format={(pnl) => formatSigned(pnl)} />,
    sortBy: ({ bought, sold }) => sold - bought,
  },
]

const exportRows = (rows: readonly Row[], name: string): Promise<void> =>
  downloadCsv(name, rows, [
    { name: 'class', value: ({ of }) => classNames[of] },
    { name: 'instrument', value: ({ sym }) => tradingSymbolOf(sym) },
    { name: 'quantity', value: ({ quantity }) => quantity },
    { name: 'bought_on', value: ({ boughtAt }) => toIstDate(boughtAt) },
    { name: 'sold_on', value: ({ soldAt }) => toIstDate(soldAt) },
    { name: 'bought_for', value: ({ bought }) => bought },
    { name: 'sold_for', value: ({ sold }) => sold },
    { name: 'gain', value: ({ bought, sold }) => Math.round((sold - bought) * 100) / 100 },
    { name: 'charges', value: ({ charges }) => charges },
    { name: 'of_which_stt', value: ({ stt }) => stt },
  ])
