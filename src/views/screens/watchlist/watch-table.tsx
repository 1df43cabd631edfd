import { type KeyboardEvent, useState } from 'react'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { toIstDate } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { InstrumentField } from '../../kit/instrument/instrument-field.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import { downloadCsv } from '../../kit/table/csv.ts'
import { DataTable, type ListState } from '../../kit/table/data-table.tsx'
import { watchColumns, watchCsv, watchOnPhone } from './watch-columns.tsx'
import { actsOfWatched, useWatchRows, type WatchRow } from './watch-row.ts'
import styles from './watchlist-screen.module.css'

const none: readonly InstrumentId[] = []
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }
const keyOf = ({ id }: WatchRow) => id
const nameOf = ({ symbol }: WatchRow) => symbol
const attentionOf = ({ id }: WatchRow) => ({ kind: 'watch', key: id, instrument: id })

export function WatchTable() {
  const console = useConsole()
  const { run, quotes } = console
  const list = useSnapshot('watchlists', ({ context: { lists, active } }) =>
    lists.find(({ name }) => name === active),
  )
  const rows = useWatchRows(list?.instruments ?? none)
  const [filter, setFilter] = useState('')
  const [moved, setMoved] = useState('')
  const typed = filter.trim().toUpperCase()
  const shown =
    typed === '' ? rows : rows.filter(({ symbol, name }) => `${symbol} ${name}`.toUpperCase().includes(typed))
  const state = useListState()
  const { current, watch } = useCurrentRow(shown, attentionOf)
  const selection = useSelection(shown, keyOf)
  const exportCsv = () => {
    const name = `watchlist-${toIstDate(console.now())}`
    return downloadCsv(
      name,
      shown,
      watchCsv(({ id }) => quotes.quote(id)),
    )
  }
  useTableRequests({ onExport: exportCsv })
  /** Refused under a filter, because indexes are those of the whole list. */
  const move = (key: string | null, by: number): boolean => {
    const index = rows.findIndex(({ id }) => id === key)
    const row = rows[index]
    const to = Math.min(rows.length - 1, Math.max(0, index + by))
    if (row === undefined || typed !== '') return false
    if (to !== index) run({ command: 'watch.move', args: { instrument: row.id, to } })
    setMoved(`${row.symbol} is ${to + 1} of ${rows.length}`)
    return true
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    isDisabled: typed !== '',
    onReorder: ({ keys: [key], target }) => {
      const from = rows.findIndex(({ id }) => id === key)
      const at = rows.findIndex(({ id }) => id === target.key) + (target.dropPosition === 'after' ? 1 : 0)
      if (from >= 0 && at >= 0) move(String(key), (at > from ? at - 1 : at) - from)
    },
  })
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined
    const row = document.activeElement?.closest('[role=row]')
    if (by === undefined || !row || !move(row.getAttribute('data-key'), by)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.list} {...stepBackProps(selection.keys.length > 0, selection.clear)}>
      <div className={styles.tools}>
        <div className={styles.add}>
          <InstrumentField
            label="Add an instrument"
            chosen={none}
            isSingle
            onChange={(added) => run({ command: 'watch.add', args: { instruments: added } })}
          />
        </div>
        <FilterField label="Filter the list" value={filter} onChange={setFilter} />
        <Button icon="download" isDisabled={shown.length === 0} onPress={exportCsv}>
          CSV
        </Button>
        {selection.keys.length > 0 && (
          <Button
            onPress={() =>
              run({ command: 'watch.remove', args: { instruments: shownOf(shown, selection.keys) } })
            }
          >
            {`Remove ${selection.keys.length} selected`}
          </Button>
        )}
        <span className={styles.hint}>
          <MoveHint />
        </span>
        <span role="status" className="visually-hidden">
          {moved}
        </span>
      </div>
      <div className={styles.sheet} onKeyDownCapture={press}>
        <DataTable
          label={list === undefined ? 'Watchlist' : `Watchlist ${list.name}`}
          isMain
          rows={shown}
          columns={watchColumns}
          rowKey={keyOf}
          state={state}
          phone={watchOnPhone}
          currentKey={current?.id ?? null}
          onRowFocus={watch}
          onRowAction={(row) => run({ command: 'chart.open', args: { instrument: row.id } })}
          selected={selection.keys}
          onSelect={selection.set}
          actsOf={(row) => actsOfWatched(row, console)}
          nameOf={nameOf}
          dragAndDrop={dragAndDropHooks}
          empty={<NothingWatched filter={filter} />}
        />
      </div>
    </div>
  )
}

const shownOf = (rows: readonly WatchRow[], keys: readonly string[]): readonly InstrumentId[] =>
  rows.filter(({ id }) => keys.includes(id)).map(({ id }) => id)

function NothingWatched({ filter }: { readonly filter: string }) {
  return filter.trim() === '' ? (
    <EmptyNotice icon="eye" title="This watchlist is empty">
      <p>
        Add an instrument above
        <PressOrTap
          press={
            <>
              , paste a list, or press <KeyCap keys="a" /> on any row.
            </>
          }
          tap=" or paste a list."
        />
      </p>
    </EmptyNotice>
  ) : (
    <EmptyNotice icon="search" title={`No symbol matches “${filter}”`} />
  )
}

function useListState(): ListState {
  const { dispatch } = useConsole()
  const state = useSnapshot('watchlists', (watchlists) => (watchlists.value as { lists: string }).lists)
  const message = useSnapshot('watchlists', ({ context }) => context.message)
  const isEmpty = useSnapshot('watchlists', ({ context }) => context.lists.length === 0)
  if (state === 'failed' && isEmpty)
    return {
      kind: 'failed',
      message: message ?? '',
      retry: () => dispatch({ to: 'watchlists', event: { type: 'watchlist.load' } }),
    }
  return isEmpty && state !== 'ready' ? { kind: 'loading' } : { kind: 'ready' }
}

function MoveHint() {
  return (
    <PressOrTap
      press={
        <>
          <KeyCap keys="Alt ↑" /> <KeyCap keys="Alt ↓" /> move a row, <KeyCap keys="⌫" /> removes it
        </>
      }
      tap="A row's menu removes it"
    />
  )
}
