import { useCallback, useMemo, useState } from 'react'
import { positionAt } from '../../../domain/positions/live-figures.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { BracketEntry, Positions } from '../../../machines/positions/books.ts'
import type { PositionRisk } from '../../../machines/positions/risk.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useBookState } from '../../kit/hooks/use-book-state.ts'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { useQueryChoice } from '../../kit/hooks/use-query.ts'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { BookBadge } from '../../kit/instrument/book-badge.tsx'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { useRisk } from '../../kit/risk/use-risk.ts'
import { stepBackProps } from '../../kit/step-back.ts'
import { downloadCsv } from '../../kit/table/csv.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from '../../kit/table/table-screen.module.css'
import { actsOfPosition } from '../../positions/position-acts.ts'
import {
  carriedColumns,
  positionColumns,
  positionCsv,
  positionOnPhone,
} from '../../positions/position-columns.tsx'
import {
  filterPositions,
  isCarried,
  type PositionRow,
  positionCountsOf,
  positionRowsOf,
  positionTabs,
} from '../../positions/position-row.ts'
import { PositionStrip } from './position-strip.tsx'
import { DayPnl, PositionTiles } from './position-totals.tsx'
import { greeksByRow } from './risk/shown-group.ts'
import { WithRisk } from './risk/with-risk.tsx'

const nothing: Positions = { net: [], day: [], asOf: 0 }
const noBrackets: readonly BracketEntry[] = []
const keyOf = ({ key }: PositionRow) => key
const attentionOf = ({ key, instrument }: PositionRow) => ({ kind: 'position', key, instrument })
const tabNames = { open: 'Open', all: 'All', day: 'Day' } as const

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
  const risk = useRisk(counts.open > 0)
  const columns = useColumns(priceOf, risk.risk, isCarried(positions.net))
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
            <ExitMany isDisabled={counts.open === 0} />
            <Button icon="download" isDisabled={shown.length === 0} onPress={exportCsv}>
              CSV
            </Button>
          </>
        }
      >
        <DayPnl positions={positions.net} isKnown={positions !== nothing} />
        <span className={styles.head}>
          <BookBadge />
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
      <WithRisk {...risk} isOpen={counts.open > 0} instrument={current?.instrument ?? null}>
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
      </WithRisk>
    </div>
  )
}

function ExitMany({ isDisabled }: { readonly isDisabled: boolean }) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const losers = { command: 'positions.exitLosers', args: {} } as const
  return (
    <>
      {!isPhone && (
        <Button isDisabled={isDisabled} onPress={() => run(losers)} {...capOf(losers)}>
          Exit losers
        </Button>
      )}
      <Button isDisabled={isDisabled} onPress={() => run({ command: 'positions.exitAll', args: {} })}>
        Exit all
      </Button>
    </>
  )
}

/** Greeks come before the percentage, and names of contracts are long. */
const widthsHere: Readonly<Record<string, Partial<ColumnOf<PositionRow>>>> = {
  instrument: { minWidth: 168 },
  change: { showFrom: 960 },
}

const useColumns = (
  priceOf: (row: PositionRow) => number,
  risk: PositionRisk | null,
  hasCarried: boolean,
): readonly ColumnOf<PositionRow>[] => {
  const greeksOf = useMemo(() => greeksByRow(risk), [risk])
  return useMemo(
    () =>
      positionColumns((row) => positionAt(row.position, priceOf(row)).pnl, greeksOf)
        .filter(({ id }) => hasCarried || !carriedColumns.has(id))
        .map((column) => ({ ...column, ...widthsHere[column.id] })),
    [priceOf, hasCarried, greeksOf],
  )
}

function NoPositions({ isNone, filter }: { readonly isNone: boolean; readonly filter: string }) {
  if (filter !== '') {
    return (
      <EmptyNotice icon="search" title={`No position matches “${filter}”`}>
        Filter by instrument, product, long or short.
      </EmptyNotice>
    )
  }
  return (
    <EmptyNotice icon="positions" title={isNone ? 'No positions today' : 'No open positions'}>
      <OpenLine /> and type <code>buy 2l nifty atm ce</code>, or any symbol.
    </EmptyNotice>
  )
}
