import type { DashboardBook } from '../../../domain/analysis/dashboard-address.ts'
import type { Statement, StatementRow } from '../../../domain/analysis/funds-statement.ts'
import type { Period } from '../../../domain/analysis/period.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatSigned, NO_FIGURE } from '../../../domain/format.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { LoadedHistory } from '../../../machines/analysis/account-history.ts'
import { chargeKinds } from '../../kit/charge-kinds.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { downloadCsv } from '../../kit/table/csv.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './funds-screen.module.css'

export type Row = StatementRow<LoadedHistory['days'][number]>

interface StatementPanelProps {
  readonly statement: Statement<LoadedHistory['days'][number]>
  readonly period: Period
  readonly book: DashboardBook
  readonly today: IstDate
  readonly current: IstDate | null
  readonly onFocus: (day: IstDate | null) => void
}

export function StatementPanel({ statement, period, book, today, current, onFocus }: StatementPanelProps) {
  const { run } = useConsole()
  const { rows, broughtForward, balance } = statement
  useTableRequests({ onExport: () => void exportRows(rows, `funds-${book}-${period.from}`) })
  return (
    <Panel
      title="Statement"
      note={`brought forward ${formatNumber(broughtForward)}`}
      aside={<b>{formatNumber(balance)}</b>}
      className={styles.statement}
    >
      <DataTable
        label="Statement"
        rows={rows}
        columns={columnsOf(today)}
        rowKey={({ day }) => day}
        nameOf={({ day }) => dayInWords(day)}
        isMain
        currentKey={current}
        onRowFocus={(row) => {
          if (row !== null) onFocus(row.day)
        }}
        onRowAction={({ day }) => run({ command: 'journal.open', args: { range: 'day', day, book } })}
        phone={(row) => ({
          title: dayInWords(row.day),
          value: formatNumber(row.balance),
          note: entryOf(row, today),
          detail: formatSigned(netOf(row)),
        })}
        empty={
          <EmptyNotice icon="funds" title="No money moved in this month">
            <Button keys="[" onPress={() => run({ command: 'funds.step', args: { by: -1 } })}>
              The month before
            </Button>
          </EmptyNotice>
        }
      />
    </Panel>
  )
}

const netOf = ({ traded, charges, capital }: Row): number => traded - charges + capital

const entryOf = ({ day, traded, charges, capital }: Row, today: IstDate): string => {
  const capitalWords = capital === 0 ? '' : capital > 0 ? 'capital added' : 'capital withdrawn'
  if (traded === 0 && charges === 0) return capitalWords
  const note =
    day === today ? 'today so far' : `contract note ${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`
  return capitalWords === '' ? note : `${note}, ${capitalWords}`
}

const figure = (value: number): string => (value === 0 ? NO_FIGURE : formatNumber(value))

const columnsOf = (today: IstDate): readonly ColumnOf<Row>[] => [
  {
    id: 'day',
    title: 'Day',
    width: 92,
    isRowHeader: true,
    cell: ({ day }) => dayInWords(day),
    sortBy: ({ day }) => day,
  },
  {
    id: 'entry',
    title: 'Entry',
    width: '2fr',
    minWidth: 140,
    showFrom: 560,
    cell: (row) => <span className={row.capital === 0 ? '' : text.strong}>{entryOf(row, today)}</span>,
  },
  {
    id: 'traded',
    title: 'Trades',
    isNumeric: true,
    minWidth: 96,
    // Cash that was spent on shares is no loss, so it has no colour.
    cell: ({ traded }) => (traded === 0 ? NO_FIGURE : formatSigned(traded)),
    sortBy: ({ traded }) => traded,
  },
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    cell: ({ charges }) => figure(charges),
    sortBy: ({ charges }) => charges,
  },
  {
    id: 'capital',
    title: 'Capital',
    isNumeric: true,
    showFrom: 640,
    cell: ({ capital }) => (capital === 0 ? NO_FIGURE : <b>{formatSigned(capital)}</b>),
    sortBy: ({ capital }) => capital,
  },
  {
    id: 'balance',
    title: 'Cash',
    isNumeric: true,
    minWidth: 104,
    cell: ({ balance }) => formatNumber(balance),
    sortBy: ({ balance }) => balance,
  },
]

const exportRows = (rows: readonly Row[], name: string): Promise<void> =>
  downloadCsv(name, rows, [
    { name: 'day', value: ({ day }) => day },
    { name: 'trades', value: ({ traded }) => traded },
    ...chargeKinds.map(([kind, title]) => ({
      name: title.toLowerCase().replaceAll(' ', '_'),
      value: ({ of }: Row) => of.byKind[kind],
    })),
    { name: 'charges', value: ({ charges }) => charges },
    { name: 'capital', value: ({ capital }) => capital },
    { name: 'cash', value: ({ balance }) => balance },
  ])
