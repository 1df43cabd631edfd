import { useCallback, useMemo, useState } from 'react'
import type { Greeks } from '../../../domain/options/black-76.ts'
import { positionAt } from '../../../domain/positions/live-figures.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { BracketEntry, Positions } from '../../../machines/positions/books.ts'
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
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { BookBadge } from '../../kit/instrument/book-badge.tsx'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Strip } from '../../kit/layout/strip.tsx'
import { useRisk } from '../../kit/risk/use-risk.ts'
import { stepBackProps } from '../../kit/step-back.ts'
import { downloadCsv } from '../../kit/table/csv.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import styles from '../../kit/table/table-screen.module.css'
import { columnsOfLines, groupOnPhone } from '../../positions/groups/columns.tsx'
import { isGroup, keyOfLine, type PositionLine, sizeInWords } from '../../positions/groups/groups.ts'
import { actsOfGroup, actsOfPosition } from '../../positions/position-acts.ts'
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
import { usePositionLines } from './use-position-lines.ts'

const nothing: Positions = { net: [], day: [], asOf: 0 }
const noBrackets: readonly BracketEntry[] = []
const attentionOf = (line: PositionLine) => {
  if (!isGroup(line)) return { kind: 'position', key: line.key, instrument: line.instrument }
  const { key, underlying } = line
  return { kind: 'positionGroup', key, ...(underlying === null ? {} : { instrument: underlying }) }
}
const instrumentOf = (line: PositionLine | null) =>
  line === null ? null : isGroup(line) ? line.underlying : line.instrument
const tabNames = { open: 'Open', all: 'All', day: 'Day' } as const

export function PositionsScreen() {
  const console = useConsole()
  const { quotes } = console
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
  const { lines, selection, ...grouped } = usePositionLines(shown)
  const greeksOf = useMemo(() => greeksByRow(risk.risk), [risk.risk])
  const columns = useColumns(priceOf, greeksOf, { hasCarried: isCarried(positions.net), ...grouped })
  const { current, watch } = useCurrentRow(lines, attentionOf)
  const picked = shown.filter(({ key, isOpen }) => isOpen && selection.keys.includes(key))
  const actsOf = (line: PositionLine) =>
    isGroup(line) ? actsOfGroup(line, console) : actsOfPosition(line, console)
  const exportCsv = () => downloadCsv(`positions-${toIstDate(console.now())}`, shown, positionCsv(priceOf))
  useTableRequests({ onExport: exportCsv })
  return (
    <div className={styles.screen} {...stepBackProps(selection.keys.length > 0, selection.clear)}>
      <ScreenTitle
        title="Positions"
        actions={
          <>
            <FilterField label="Filter positions" value={filter} onChange={setFilter} />
            {selection.keys.length > 0 && <ExitPicked keys={picked.map(keyOfLine)} />}
            {grouped.canGroup && <GroupSwitch isGrouped={grouped.isGrouped} />}
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
      <WithRisk {...risk} isOpen={counts.open > 0} instrument={instrumentOf(current)}>
        <div className={styles.table}>
          <DataTable
            label="Positions"
            isMain
            rows={lines}
            columns={columns}
            rowKey={keyOfLine}
            headingOf={grouped.headingOf}
            phone={(line) => (isGroup(line) ? groupOnPhone(line, greeksOf) : positionOnPhone(line))}
            state={state}
            currentKey={current?.key ?? null}
            onRowFocus={watch}
            onRowAction={(line) => isGroup(line) && grouped.fold(line.key)}
            selected={grouped.selected}
            onSelect={grouped.select}
            actsOf={actsOf}
            nameOf={(line) => (isGroup(line) ? `${line.name}, ${sizeInWords(line)}` : nameOf(line))}
            empty={<NoPositions isNone={positions.net.length === 0} filter={filter} />}
          />
        </div>
        {rows.length > 0 && <LineStrip line={current} acts={current === null ? [] : actsOf(current)} />}
      </WithRisk>
    </div>
  )
}

function ExitPicked({ keys }: { readonly keys: readonly string[] }) {
  const { run } = useConsole()
  return (
    <Button
      kind="danger"
      isDisabled={keys.length === 0}
      onPress={() => run({ command: 'position.exit', args: { positions: keys } })}
    >
      {`Exit ${keys.length} selected`}
    </Button>
  )
}

interface LineStripProps {
  readonly line: PositionLine | null
  readonly acts: readonly RowAct[]
}

function LineStrip({ line, acts }: LineStripProps) {
  return line !== null && isGroup(line) ? (
    <Strip
      label="Selected positions"
      kicker="Selected"
      title={`${line.name}, ${sizeInWords(line)}`}
      acts={acts}
    />
  ) : (
    <PositionStrip row={line} acts={acts} />
  )
}

function GroupSwitch({ isGrouped }: { readonly isGrouped: boolean }) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const toggle = { command: 'positions.group', args: {} } as const
  return (
    !isPhone && (
      <Button kind="quiet" aria-pressed={isGrouped} onPress={() => run(toggle)} {...capOf(toggle)}>
        Group
      </Button>
    )
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
  instrument: { minWidth: 204 },
  change: { showFrom: 960 },
}

const useColumns = (
  priceOf: (row: PositionRow) => number,
  greeksOf: ReadonlyMap<string, Greeks>,
  { hasCarried, fold, isGrouped }: ColumnsShown,
): readonly ColumnOf<PositionLine>[] =>
  useMemo(() => {
    const columns = positionColumns((row) => positionAt(row.position, priceOf(row)).pnl, greeksOf)
      .filter(({ id }) => hasCarried || !carriedColumns.has(id))
      .map((column) => ({ ...column, ...widthsHere[column.id] }))
    return columnsOfLines(columns, greeksOf, isGrouped ? fold : null)
  }, [priceOf, hasCarried, greeksOf, fold, isGrouped])

interface ColumnsShown {
  readonly hasCarried: boolean
  readonly fold: (key: string) => void
  readonly isGrouped: boolean
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
