import { useCallback, useMemo, useState } from 'react'
import { positionAt } from '../../../domain/live-figures.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { BracketEntry, Positions } from '../../../machines/books.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { downloadCsv } from '../../kit/csv.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { FilterField } from '../../kit/filter-field.tsx'
import { nameOfInstrument } from '../../kit/instrument-name.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { OpenLine } from '../../kit/press-or-tap.tsx'
import { ScreenTitle } from '../../kit/screen-title.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import styles from '../../kit/table-screen.module.css'
import { useBookState } from '../../kit/use-book-state.ts'
import { useCurrentRow } from '../../kit/use-current-row.ts'
import { useQueryChoice } from '../../kit/use-query.ts'
import { useSelection } from '../../kit/use-selection.ts'
import { useTableRequests } from '../../kit/use-table-requests.ts'
import { actsOfPosition } from './position-acts.ts'
import { carriedColumns, positionColumns, positionCsv, positionOnPhone } from './position-columns.tsx'
import {
  filterPositions,
  isCarried,
  type PositionRow,
  positionCountsOf,
  positionRowsOf,
  positionTabs,
} from './position-row.ts'
import { PositionStrip } from './position-strip.tsx'
import { DayPnl, PositionTiles } from './position-totals.tsx'

const nothing: Positions = { net: [], day: [], asOf: 0 }
const noBrackets: readonly BracketEntry[] = []
const keyOf = ({ key }: PositionRow) => key
const attentionOf = ({ key, instrument }: PositionRow) => ({ kind: 'position', key, instrument })
const tabNames = { open: 'Open', all: 'All', day: 'Day' } as const

/** What is held and what it earns, as prices move. */
export function PositionsScreen() {
  const console = useConsole()
  const { run, quotes } = console
  const positions = useSnapshot('positions', ({ context }) => context.output) ?? nothing
  const brackets = useSnapshot('brackets', ({ context }) => context.output) ?? noBrackets
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const state = useBookState('positions')
  const [tab, setTab] = useQueryChoice('tab', positionTabs)
  const [filter, setFilter] = useState('')
  const counts = useMemo(() => positionCountsOf(positions), [positions])
  const nameOf = useCallback(
    ({ instrument, position }: PositionRow) => nameOfInstrument(index, instrument, position.tradingsymbol),
    [index],
  )
  const rows = useMemo(() => positionRowsOf(positions, brackets, tab), [positions, brackets, tab])
  const shown = useMemo(() => filterPositions(rows, filter, nameOf), [rows, filter, nameOf])
  const priceOf = useCallback(
    ({ instrument, position }: PositionRow) => quotes.lastPrice(instrument) ?? position.lastPrice,
    [quotes],
  )
  const hasCarried = isCarried(positions.net)
  const columns = useMemo(
    () =>
      positionColumns((row) => positionAt(row.position, priceOf(row)).pnl).filter(
        ({ id }) => hasCarried || !carriedColumns.has(id),
      ),
    [priceOf, hasCarried],
  )
  const { current, watch } = useCurrentRow(shown, attentionOf)
  const selection = useSelection(shown, keyOf)
  const picked = shown.filter(({ key, isOpen }) => isOpen && selection.keys.includes(key))
  const actsOf = (row: PositionRow) => actsOfPosition(row, console)
  const exportCsv = () => downloadCsv(`positions-${toIstDate(console.now())}`, shown, positionCsv(priceOf))
  useTableRequests({ onExport: exportCsv })
  return (
    <div className={styles.screen} {...stepBackProps(selection.keys.length > 0, selection.clear)}>
      <ScreenTitle
        title="Positions"
        actions={
          <>
            <FilterField label="Filter positions" value={filter} onChange={setFilter} />
            {selection.keys.length > 0 && (
              <Button
                kind="danger"
                isDisabled={picked.length === 0}
                onPress={() => run({ command: 'position.exit', args: { positions: picked.map(keyOf) } })}
              >
                {`Exit ${picked.length} selected`}
              </Button>
            )}
            <Button
              isDisabled={counts.open === 0}
              onPress={() => run({ command: 'positions.exitAll', args: {} })}
            >
              Exit all
            </Button>
            <Button icon="download" isDisabled={shown.length === 0} onPress={exportCsv}>
              CSV
            </Button>
          </>
        }
      >
        <DayPnl positions={positions.net} isKnown={positions !== nothing} />
        <span className={styles.head}>
          <Badge tone="amber">VIRTUAL</Badge>
          <Segmented
            label="Which positions"
            value={tab}
            choices={positionTabs.map((value) => ({
              value,
              label: state.kind === 'ready' ? `${tabNames[value]} ${counts[value]}` : tabNames[value],
            }))}
            onChange={setTab}
          />
          {selection.keys.length > 0 && <Badge tone="blue">{`${selection.keys.length} selected`}</Badge>}
        </span>
      </ScreenTitle>
      <div className={styles.totals}>
        <PositionTiles positions={positions.net} isKnown={positions !== nothing} />
      </div>
      <div className={styles.table}>
        <DataTable
          label="Positions"
          isMain
          rows={shown}
          columns={columns}
          rowKey={keyOf}
          phone={positionOnPhone}
          state={state}
          currentKey={current?.key ?? null}
          onRowFocus={watch}
          selected={selection.keys}
          onSelect={selection.set}
          actsOf={actsOf}
          nameOf={nameOf}
          empty={<NoPositions isNone={positions.net.length === 0} filter={filter} />}
        />
      </div>
      {rows.length > 0 && <PositionStrip row={current} acts={current === null ? [] : actsOf(current)} />}
    </div>
  )
}

function NoPositions({ isNone, filter }: { readonly isNone: boolean; readonly filter: string }) {
  if (filter !== '') {
    return (
      <EmptyNotice icon="search" title={`No position matches “${filter}”`}>
        Words of instrument or product, or long and short, narrow the list.
      </EmptyNotice>
    )
  }
  return (
    <EmptyNotice icon="positions" title={isNone ? 'No positions today' : 'Nothing is open'}>
      <OpenLine /> and type <code>buy 2l nifty atm ce</code>, or any symbol.
    </EmptyNotice>
  )
}
