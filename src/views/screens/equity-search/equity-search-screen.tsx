import { useMemo, useState } from 'react'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { countOf, formatNumber } from '../../../domain/format.ts'
import type { Instrument } from '../../../domain/instruments/instrument.ts'
import { type InstrumentIndex, MAX_SEARCH_RESULTS } from '../../../domain/instruments/instrument-index.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { InstrumentDetails } from '../../kit/instrument/instrument-details.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import { type ColumnOf, DataTable, type ListState, type PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './equity-search-screen.module.css'
import { InstrumentActs } from './instrument-acts.tsx'
import type { InstrumentSearch } from './search-address.ts'
import { SearchFilters } from './search-filters.tsx'
import { useSearchAddress } from './use-search-address.ts'

const columns: readonly ColumnOf<Instrument>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.7fr',
    minWidth: 150,
    cell: ({ tradingSymbol }) => (
      <bdi className={`${text.strong} ${text.cut}`} title={tradingSymbol}>
        <CutName name={tradingSymbol} />
      </bdi>
    ),
  },
  {
    id: 'name',
    showFrom: 620,
    title: 'Name',
    width: '1.5fr',
    minWidth: 110,
    cell: ({ name }) => <bdi className={`${text.second} ${text.cut}`}>{name}</bdi>,
  },
  {
    id: 'segment',
    title: 'Segment',
    width: 84,
    cell: ({ segment }) => <span className={text.muted}>{segment}</span>,
  },
  {
    id: 'expiry',
    showFrom: 540,
    title: 'Expiry',
    width: 100,
    cell: ({ expiry }) => <span className={text.muted}>{expiry === null ? '' : dateInWords(expiry)}</span>,
  },
  {
    id: 'strike',
    showFrom: 700,
    title: 'Strike',
    isNumeric: true,
    width: 84,
    cell: ({ strike }) => (strike === 0 ? '' : formatNumber(strike, Number.isInteger(strike) ? 0 : 2)),
  },
  {
    id: 'lot',
    showFrom: 620,
    title: 'Lot',
    isNumeric: true,
    width: 64,
    cell: ({ lotSize, segment }) => (segment === 'INDICES' ? '' : formatNumber(lotSize, 0)),
  },
  {
    id: 'ltp',
    title: 'LTP',
    isNumeric: true,
    width: '1.2fr',
    minWidth: 140,
    cell: ({ id }) => <LastPrice of={id} hasPercent />,
  },
]

const onPhone = ({ id, tradingSymbol, name, segment, expiry }: Instrument): PhoneRow => ({
  title: (
    <bdi>
      <CutName name={tradingSymbol} />
    </bdi>
  ),
  value: <LastPrice of={id} hasPercent />,
  note: name,
  detail: expiry === null ? segment : `${segment} · ${dateInWords(expiry)}`,
})

export function EquitySearchScreen() {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const [search, setSearch] = useSearchAddress()
  const found = useMemo(() => index?.search(search.query, MAX_SEARCH_RESULTS, search) ?? [], [index, search])
  const state = useListState()
  return (
    <div className={styles.screen}>
      <ScreenTitle title="Instrument search">
        <span>{index === null ? 'the list is loading' : countOf(index.size, 'instrument')}</span>
      </ScreenTitle>
      <div className={styles.columns}>
        <Results index={index} search={search} found={found} state={state} onChange={setSearch} />
      </div>
    </div>
  )
}

interface ResultsProps {
  readonly index: InstrumentIndex | null
  readonly search: InstrumentSearch
  readonly found: readonly Instrument[]
  readonly state: ListState
  readonly onChange: (change: Partial<InstrumentSearch>) => void
}

function Results({ index, search, found, state, onChange }: ResultsProps) {
  const { run, setFocus } = useConsole()
  const [focused, setFocused] = useState<Instrument | null>(null)
  const shown = found.find(({ id }) => id === focused?.id) ?? found[0] ?? null
  const isNarrowed = search.segment !== null || search.type !== null || search.expiry !== null
  const watch = (row: Instrument | null) => {
    if (row !== null) setFocused(row)
    setFocus(row === null ? { kind: '', key: '' } : { kind: 'symbol', key: row.id, instrument: row.id })
  }
  const act = ({ id, segment }: Instrument) =>
    run(
      segment === 'INDICES'
        ? { command: 'chart.open', args: { instrument: id } }
        : { command: 'order.ticket', args: { instrument: id } },
    )
  return (
    <>
      <Panel
        title="Instruments"
        note={found.length === MAX_SEARCH_RESULTS ? `top ${MAX_SEARCH_RESULTS}` : `${found.length} found`}
        aside={
          <PressOrTap
            press={
              <>
                open <KeyCap keys="Enter" />
              </>
            }
            tap="tap a row to open it"
          />
        }
      >
        <SearchFilters index={index} search={search} onChange={onChange} />
        <DataTable
          label="Instruments"
          isMain
          rows={found}
          columns={columns}
          rowKey={({ id }) => id}
          phone={onPhone}
          state={state}
          currentKey={shown?.id ?? null}
          onRowAction={act}
          onRowFocus={watch}
          empty={
            <EmptyNotice icon="search" title={emptyTitle(search)}>
              {isNarrowed ? (
                <Button onPress={() => onChange({ segment: null, type: null, expiry: null })}>
                  Clear filters
                </Button>
              ) : (
                <span>Search by symbol, name or expiry: nifty 25950 ce, infosys, december weekly.</span>
              )}
            </EmptyNotice>
          }
        />
      </Panel>
      <Panel title="Details" className={styles.pane}>
        {shown === null ? (
          <EmptyNotice title="Nothing selected" />
        ) : (
          <InstrumentDetails key={shown.id} instrument={shown} acts={<InstrumentActs of={shown} />} />
        )}
      </Panel>
    </>
  )
}

const emptyTitle = ({ query }: InstrumentSearch): string =>
  query.trim() === '' ? 'No instruments match these filters' : `No instrument matches “${query}”`

const useListState = (): ListState => {
  const { dispatch } = useConsole()
  const message = useSnapshot('instruments', (instruments) =>
    instruments.matches('failed') ? (instruments.context.message ?? '') : null,
  )
  const isThere = useSnapshot('instruments', ({ context }) => context.index !== null)
  if (isThere) return { kind: 'ready' }
  if (message !== null)
    return {
      kind: 'failed',
      message,
      retry: () => dispatch({ to: 'instruments', event: { type: 'instruments.reload' } }),
    }
  return { kind: 'loading' }
}
