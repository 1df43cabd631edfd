import { useCallback, useMemo } from 'react'
import { formatSignedPercent } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { BookQuote } from '../../../market/quotes/quote-book.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useLiveTotals } from '../../kit/hooks/use-live-totals.ts'
import { useQuote } from '../../kit/hooks/use-quote.ts'
import { InstrumentName, nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { PercentCell } from '../../kit/price/live-cells.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './gaps-panel.module.css'
import { OpenAll } from './open-all.tsx'

interface GapRow {
  readonly id: InstrumentId
}

const none: readonly InstrumentId[] = []

/** Percent from the previous close. */
const gapOf = (quote: BookQuote | null): number | null =>
  quote === null || quote.dayOpen <= 0 || quote.closePrice <= 0
    ? null
    : (100 * (quote.dayOpen - quote.closePrice)) / quote.closePrice

function Gap({ of }: { readonly of: InstrumentId }) {
  return <Signed value={gapOf(useQuote(of))} format={formatSignedPercent} />
}

function DayRange({ of }: { readonly of: InstrumentId }) {
  const quote = useQuote(of)
  if (quote === null || quote.dayHigh <= quote.dayLow) return null
  const percent = (100 * (quote.lastPrice - quote.dayLow)) / (quote.dayHigh - quote.dayLow)
  return (
    <span
      className={styles.range}
      role="img"
      aria-label={`${Math.round(percent)} percent of the way from the day's low to its high`}
    >
      <span className={styles.mark} style={{ left: `${Math.min(100, Math.max(0, percent))}%` }} />
    </span>
  )
}

const columns: readonly ColumnOf<GapRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.4fr',
    minWidth: 84,
    cell: (row) => <InstrumentName of={row.id} symbol={tradingSymbolOf(row.id)} />,
  },
  { id: 'gap', title: 'Gap', isNumeric: true, minWidth: 68, cell: ({ id }) => <Gap of={id} /> },
  {
    id: 'now',
    title: 'Now',
    isNumeric: true,
    minWidth: 68,
    cell: ({ id }) => <PercentCell of={id} otherwise={null} />,
  },
  { id: 'range', title: 'Day range', minWidth: 76, showFrom: 300, cell: ({ id }) => <DayRange of={id} /> },
]

export function GapsPanel() {
  const { quotes, run, setFocus } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const list = useSnapshot('watchlists', ({ context: { lists, active } }) =>
    lists.find(({ name }) => name === active),
  )
  const instruments = list?.instruments ?? none
  const bySize = useCallback(() => {
    const sizeOf = (id: InstrumentId) => Math.abs(gapOf(quotes.quote(id)) ?? -1)
    // Joined to one string, so that the rows change only if their order does.
    return [...instruments].sort((one, other) => sizeOf(other) - sizeOf(one)).join(',')
  }, [instruments, quotes])
  const order = useLiveTotals(instruments, bySize)
  const rows = useMemo(
    () => (order === '' ? [] : order.split(',').map((id) => ({ id: id as InstrumentId }))),
    [order],
  )
  const watch = useCallback(
    (row: GapRow | null) => {
      setFocus(row === null ? { kind: '', key: '' } : { kind: 'watch', key: row.id, instrument: row.id })
    },
    [setFocus],
  )
  return (
    <Panel
      title="Since yesterday"
      note={list && <bdi>{list.name}</bdi>}
      aside={<OpenAll view="watchlist" />}
      className={styles.panel}
    >
      <DataTable
        label="Since yesterday"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        phone={({ id }) => ({
          title: <InstrumentName of={id} symbol={tradingSymbolOf(id)} />,
          value: <PercentCell of={id} otherwise={null} />,
          note: (
            <>
              gap <Gap of={id} />
            </>
          ),
          detail: <DayRange of={id} />,
        })}
        onRowFocus={watch}
        onRowAction={({ id }) => run({ command: 'chart.open', args: { instrument: id } })}
        nameOf={(row) => nameOfInstrument(index, row.id, tradingSymbolOf(row.id))}
        empty={
          <EmptyNotice icon="eye" title="The watchlist is empty">
            <code>a reliance, infy, tcs</code> adds three.
          </EmptyNotice>
        }
      />
    </Panel>
  )
}
