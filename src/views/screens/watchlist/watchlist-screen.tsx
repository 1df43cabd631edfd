import { type KeyboardEvent, useMemo, useState } from 'react'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { instrumentTitle } from '../../../domain/instrument-names.ts'
import { Button } from '../../kit/button.tsx'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { type ColumnOf, DataTable, type ListState } from '../../kit/data-table.tsx'
import { FilterField } from '../../kit/filter-field.tsx'
import { InstrumentField } from '../../kit/instrument-field.tsx'
import { KeyCap } from '../../kit/key-cap.tsx'
import { LastPrice } from '../../kit/last-price.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { ScreenTitle } from '../../kit/screen-title.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import text from '../../theme/text.module.css'
import { NameDialog } from './name-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { Change, ChangePercent, QuoteFigure } from './watch-cells.tsx'
import styles from './watchlist-screen.module.css'

interface WatchRow {
  readonly id: InstrumentId
  /** The symbol as it is traded, and what it is called. */
  readonly symbol: string
  readonly name: string
  readonly segment: string
}

const columns: readonly ColumnOf<WatchRow>[] = [
  {
    id: 'symbol',
    title: 'Instrument',
    isRowHeader: true,
    width: '2fr',
    minWidth: 150,
    cell: ({ symbol }) => <bdi className={`${text.strong} ${text.cut}`}>{symbol}</bdi>,
  },
  {
    id: 'segment',
    title: 'Segment',
    minWidth: 72,
    showFrom: 620,
    cell: ({ segment }) => <span className={text.quiet}>{segment}</span>,
  },
  { id: 'last', title: 'LTP', isNumeric: true, minWidth: 96, cell: ({ id }) => <LastPrice of={id} /> },
  { id: 'change', title: 'Change', isNumeric: true, minWidth: 84, cell: ({ id }) => <Change of={id} /> },
  {
    id: 'percent',
    title: 'Chg %',
    isNumeric: true,
    minWidth: 72,
    cell: ({ id }) => <ChangePercent of={id} />,
  },
  figure('bid', 'Bid', 760),
  figure('ask', 'Ask', 760),
  figure('dayOpen', 'Open', 900),
  figure('closePrice', 'Prev close', 900),
  figure('volume', 'Volume', 1040),
  figure('openInterest', 'OI', 1140),
]

function figure(
  id: Parameters<typeof QuoteFigure>[0]['figure'],
  title: string,
  showFrom: number,
): ColumnOf<WatchRow> {
  return {
    id,
    title,
    isNumeric: true,
    minWidth: 84,
    showFrom,
    cell: (row) => <QuoteFigure of={row.id} figure={id} />,
  }
}

/** The lists of symbols one follows, live. */
export function WatchlistScreen() {
  const lists = useSnapshot('watchlists', ({ context }) => context.lists)
  const active = useSnapshot('watchlists', ({ context }) => context.active)
  const [asked, setAsked] = useState<'create' | 'rename' | 'paste' | null>(null)
  const run = useCommand()
  const names = lists.map(({ name }) => name)
  const close = () => setAsked(null)
  return (
    <div className={styles.screen}>
      <ScreenTitle
        title="Watchlist"
        documentTitle={active === null ? 'Watchlist' : `${active}, watchlist`}
        actions={
          <>
            <Button icon="upload" onPress={() => setAsked('paste')}>
              Paste symbols
            </Button>
            <Button icon="create" onPress={() => setAsked('create')}>
              New list
            </Button>
            {active !== null && (
              <>
                <Button onPress={() => setAsked('rename')}>Rename</Button>
                <Button
                  icon="trash"
                  aria-label={`Delete the list ${active}`}
                  onPress={() => run({ command: 'watch.delete', args: { list: active } })}
                />
              </>
            )}
          </>
        }
      >
        {names.length > 1 && (
          <Segmented
            label="List"
            value={active ?? ''}
            choices={names.map((name) => ({ value: name, label: name }))}
            onChange={(name) => run({ command: 'watch.open', args: { list: name } })}
          />
        )}
      </ScreenTitle>
      <ActiveList />
      <PasteDialog isOpen={asked === 'paste'} onClose={close} />
      {asked === 'create' && (
        <NameDialog
          title="New watchlist"
          act="Create"
          initial=""
          taken={names}
          onName={(name) => run({ command: 'watch.create', args: { list: name } })}
          onClose={close}
        />
      )}
      {asked === 'rename' && active !== null && (
        <NameDialog
          title={`Rename ${active}`}
          act="Rename"
          initial={active}
          taken={names.filter((name) => name !== active)}
          onName={(name) => run({ command: 'watch.rename', args: { list: active, to: name } })}
          onClose={close}
        />
      )}
    </div>
  )
}

function ActiveList() {
  const { setFocus } = useConsole()
  const run = useCommand()
  const list = useSnapshot('watchlists', ({ context: { lists, active } }) =>
    lists.find(({ name }) => name === active),
  )
  const instruments = list?.instruments ?? none
  const rows = useRows(instruments)
  const [filter, setFilter] = useState('')
  const typed = filter.trim().toUpperCase()
  const shown =
    typed === '' ? rows : rows.filter(({ symbol, name }) => `${symbol} ${name}`.toUpperCase().includes(typed))
  const state = useListState()
  const move = (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined
    const key = document.activeElement?.closest('[role=row]')?.getAttribute('data-key')
    const place = instruments.indexOf(key as InstrumentId)
    if (by === undefined || place < 0 || typed !== '') return
    event.preventDefault()
    event.stopPropagation()
    run({ command: 'watch.move', args: { instrument: key as InstrumentId, to: place + by } })
  }
  return (
    <>
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
        <span className={styles.hint}>
          <KeyCap keys="Alt ↑" /> <KeyCap keys="Alt ↓" /> move a row, <KeyCap keys="⌫" /> removes it
        </span>
      </div>
      <div className={styles.sheet} onKeyDownCapture={move}>
        <DataTable
          label={list === undefined ? 'Watchlist' : `Watchlist ${list.name}`}
          rows={shown}
          columns={columns}
          rowKey={({ id }) => id}
          state={state}
          phone={(row) => ({
            title: <bdi>{row.symbol}</bdi>,
            value: <LastPrice of={row.id} />,
            note: row.segment,
            detail: <ChangePercent of={row.id} />,
          })}
          onRowFocus={(row) =>
            setFocus(
              row === null ? { kind: '', key: '' } : { kind: 'watch', key: row.id, instrument: row.id },
            )
          }
          onRowAction={(row) => run({ command: 'chart.open', args: { instrument: row.id } })}
          empty={
            typed === '' ? (
              <EmptyNotice icon="eye" title="Nothing is watched here yet">
                <p>
                  Add an instrument above, paste a list, or press <KeyCap keys="a" /> on any row of the
                  console.
                </p>
              </EmptyNotice>
            ) : (
              <EmptyNotice icon="search" title={`Nothing in this list matches ${filter}`} />
            )
          }
        />
      </div>
    </>
  )
}

const none: readonly InstrumentId[] = []
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Names come from the list of instruments; a contract that has left it keeps its symbol. */
function useRows(instruments: readonly InstrumentId[]): readonly WatchRow[] {
  const { instruments: list } = useConsole()
  return useMemo(
    () =>
      instruments.map((id) => {
        const found = list()?.find(id) ?? null
        const cut = id.indexOf('_')
        const symbol = id.slice(cut + 1)
        return {
          id,
          symbol: found === null ? symbol : instrumentTitle(found),
          name: found?.name ?? symbol,
          segment: id.slice(0, cut),
        }
      }),
    [instruments, list],
  )
}

function useListState(): ListState {
  const { actors } = useConsole()
  const state = useSnapshot('watchlists', (watchlists) => (watchlists.value as { lists: string }).lists)
  const message = useSnapshot('watchlists', ({ context }) => context.message)
  const isEmpty = useSnapshot('watchlists', ({ context }) => context.lists.length === 0)
  if (state === 'failed' && isEmpty)
    return {
      kind: 'failed',
      message: message ?? '',
      retry: () => actors.watchlists.send({ type: 'watchlist.load' }),
    }
  return isEmpty && state !== 'ready' ? { kind: 'loading' } : { kind: 'ready' }
}
