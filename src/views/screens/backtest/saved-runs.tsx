import { useEffect, useState } from 'react'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatSignedRupees } from '../../../domain/format.ts'
import { parseIstDate } from '../../../domain/time.ts'
import type { SavedRunMeta } from '../../../machines/backtests/saved-runs.ts'
import { CoverageBadge } from '../../backtests/coverage-badge.tsx'
import { symbolsInWords } from '../../backtests/symbols-in-words.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { sinceInWords } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type ListState, type PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './saved-runs.module.css'
import { coverageInWords } from './symbols/missing-in-words.ts'

const SEARCH_PAUSE_MS = 200
const signed = (value: number | null) => formatSignedRupees(value, 0)
const day = (date: string): string => {
  const known = parseIstDate(date)
  return known === null ? date : dateInWords(known)
}

const nameColumn: ColumnOf<SavedRunMeta> = {
  id: 'name',
  title: 'Name',
  isRowHeader: true,
  width: '2.4fr',
  minWidth: 150,
  cell: ({ name, source, segSyms, symbols }) => (
    <span className={styles.name}>
      <bdi className={`${text.strong} ${text.cut}`}>{name}</bdi>
      <CoverageBadge done={segSyms.length} all={symbols} />
      {source === 'simulated' && <Badge tone="amber">simulated</Badge>}
    </span>
  ),
  sortBy: ({ name }) => name,
}

const pnlColumn: ColumnOf<SavedRunMeta> = {
  id: 'pnl',
  title: 'Net P&L',
  isNumeric: true,
  minWidth: 92,
  cell: ({ finalPnl }) => <Signed value={finalPnl} format={signed} />,
  sortBy: ({ finalPnl }) => finalPnl,
}

const columns: readonly ColumnOf<SavedRunMeta>[] = [
  nameColumn,
  {
    id: 'symbols',
    title: 'Symbols',
    width: '1.2fr',
    minWidth: 110,
    cell: ({ segSyms }) => <span className={text.cut}>{symbolsInWords(segSyms)}</span>,
  },
  {
    id: 'span',
    showFrom: 720,
    title: 'Span',
    width: '1.7fr',
    minWidth: 180,
    cell: ({ from, to }) => <span className={text.muted}>{`${day(from)} – ${day(to)}`}</span>,
    sortBy: ({ from }) => from,
  },
  {
    id: 'interval',
    showFrom: 640,
    title: 'Interval',
    width: 70,
    cell: ({ interval }) => <span className={text.muted}>{interval}</span>,
  },
  {
    id: 'trades',
    showFrom: 580,
    title: 'Trades',
    isNumeric: true,
    width: 66,
    cell: ({ trades }) => formatNumber(trades, 0),
    sortBy: ({ trades }) => trades,
  },
  pnlColumn,
  {
    id: 'saved',
    title: 'Saved',
    isNumeric: true,
    minWidth: 92,
    cell: ({ createdAt }) => <span className={text.muted}>{sinceInWords(createdAt, Date.now())}</span>,
    sortBy: ({ createdAt }) => createdAt,
  },
]

const narrow = [nameColumn, pnlColumn]

const onPhone = (run: SavedRunMeta): PhoneRow => ({
  title: <bdi>{run.name}</bdi>,
  value: <Signed value={run.finalPnl} format={signed} />,
  note: `${coverageInWords(run.segSyms.length, run.symbols) ?? symbolsInWords(run.segSyms)} · ${run.interval}${run.source === 'simulated' ? ' · simulated' : ''}`,
  detail: sinceInWords(run.createdAt, Date.now()),
})

const loadOf = (search: string) => ({ to: 'savedRuns', event: { type: 'savedRuns.load', search } }) as const

export function SavedRuns({ isBeside = false }: { readonly isBeside?: boolean }) {
  const { actors, run, dispatch, setFocus } = useConsole()
  const [search, setSearch] = useState('')
  const runs = useSnapshot('savedRuns', ({ context }) => context.runs)
  const total = useSnapshot('savedRuns', ({ context }) => context.total)
  const open = useSnapshot('backtest', ({ context }) => context.slug)
  const state = useListState()
  useEffect(() => {
    // Sign-in loads the list, and every run reloads it.
    if (search === actors.savedRuns.getSnapshot().context.search) return
    const timer = setTimeout(() => dispatch(loadOf(search)), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [actors, dispatch, search])
  useEffect(
    () => () => {
      if (actors.savedRuns.getSnapshot().context.search !== '') dispatch(loadOf(''))
    },
    [actors, dispatch],
  )
  const [focused, setFocused] = useState<SavedRunMeta | null>(null)
  // Pressing the delete button takes the focus, so the last row stays its target.
  const watch = (row: SavedRunMeta | null) => {
    if (row !== null) setFocused(row)
    setFocus(row === null ? { kind: '', key: '' } : { kind: 'run', key: row.slug })
  }
  return (
    <Panel
      title="Saved runs"
      className={styles.panel}
      note={state.kind === 'ready' && <Badge>{formatNumber(total, 0)}</Badge>}
      aside={
        <>
          {focused !== null && runs.includes(focused) && focused.segSyms.length < focused.symbols && (
            <Button
              kind="quiet"
              onPress={() => run({ command: 'backtest.resume', args: { run: focused.slug } })}
            >
              Run missing
            </Button>
          )}
          {focused !== null && runs.includes(focused) && (
            <Button
              kind="quiet"
              icon="trash"
              aria-label={`Delete ${focused.name}`}
              onPress={() => run({ command: 'savedRuns.delete', args: { run: focused.slug } })}
            />
          )}
          <FilterField label="Search saved runs" value={search} onChange={setSearch} />
        </>
      }
    >
      <DataTable
        label="Saved runs"
        rows={runs}
        columns={isBeside ? narrow : columns}
        rowKey={({ slug }) => slug}
        phone={onPhone}
        state={state}
        currentKey={isBeside ? open : null}
        onRowAction={({ slug }) => run({ command: 'backtest.open', args: { run: slug } })}
        onRowFocus={watch}
        onEnd={() => dispatch({ to: 'savedRuns', event: { type: 'savedRuns.more' } })}
        empty={
          search === '' ? (
            <EmptyNotice icon="backtest" title="No saved runs yet">
              Every run is saved automatically. Type one in the command line, or fill in the form.
            </EmptyNotice>
          ) : (
            <EmptyNotice icon="search" title={`No saved run matches “${search}”`} />
          )
        }
      />
    </Panel>
  )
}

function useListState(): ListState {
  const { dispatch } = useConsole()
  const isLoading = useSnapshot(
    'savedRuns',
    (savedRuns) => savedRuns.matches({ paging: 'loadingFirst' }) || savedRuns.matches({ paging: 'idle' }),
  )
  const message = useSnapshot('savedRuns', (savedRuns) =>
    savedRuns.matches({ paging: 'failed' }) ? (savedRuns.context.message ?? '') : null,
  )
  if (message !== null) {
    const retry = () => dispatch({ to: 'savedRuns', event: { type: 'savedRuns.load' } })
    return { kind: 'failed', message, retry }
  }
  return { kind: isLoading ? 'loading' : 'ready' }
}
