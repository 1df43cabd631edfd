import { useCallback, useEffect, useMemo } from 'react'
import { formatRupees } from '../../../domain/format.ts'
import { positionAt } from '../../../domain/positions/live-figures.ts'
import type { BracketEntry, Positions } from '../../../machines/positions/books.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useBookState } from '../../kit/hooks/use-book-state.ts'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { actsOfPosition } from '../../positions/position-acts.ts'
import { positionColumns, positionOnPhone } from '../../positions/position-columns.tsx'
import { type PositionRow, positionRowsOf } from '../../positions/position-row.ts'
import { HeadKeys } from './head-keys.tsx'
import { OpenAll } from './open-all.tsx'

const nothing: Positions = { net: [], day: [], asOf: 0 }
const noBrackets: readonly BracketEntry[] = []
const keyOf = ({ key }: PositionRow): string => key
const headActs = ['position.exit', 'chart.open'] as const
const shownColumns: ReadonlySet<string> = new Set([
  'instrument',
  'product',
  'quantity',
  'average',
  'ltp',
  'pnl',
])

function Margin() {
  const funds = useSnapshot('funds', ({ context }) => context.output)
  if (funds === null) return null
  return `margin ${formatRupees(funds.usedMargin, 0)} used, ${formatRupees(funds.available, 0)} free`
}

export function HomePositions() {
  const console = useConsole()
  const { quotes, setFocus, run } = console
  const positions = useSnapshot('positions', ({ context }) => context.output) ?? nothing
  const brackets = useSnapshot('brackets', ({ context }) => context.output) ?? noBrackets
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const state = useBookState('positions')
  const rows = useMemo(() => positionRowsOf(positions, brackets, 'open'), [positions, brackets])
  const columns = useMemo(
    () =>
      positionColumns(
        ({ instrument, position }) =>
          positionAt(position, quotes.lastPrice(instrument) ?? position.lastPrice).pnl,
      )
        .filter(({ id }) => shownColumns.has(id))
        .map((column) => (column.id === 'instrument' ? { ...column, width: '3.4fr' as const } : column)),
    [quotes],
  )
  const watch = useCallback(
    (row: PositionRow | null) => {
      setFocus(
        row === null ? { kind: '', key: '' } : { kind: 'position', key: row.key, instrument: row.instrument },
      )
    },
    [setFocus],
  )
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const [first] = rows
  return (
    <Panel
      title="Positions"
      note={
        state.kind === 'ready' && (
          <>
            <Badge>{String(rows.length)}</Badge> <Margin />
          </>
        )
      }
      aside={
        <>
          <HeadKeys acts={first === undefined ? [] : actsOfPosition(first, console)} shown={headActs} />
          <OpenAll view="positions" />
        </>
      }
    >
      <DataTable
        label="Open positions"
        isMain
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        phone={positionOnPhone}
        state={state}
        onRowFocus={watch}
        onRowAction={({ instrument }) => run({ command: 'chart.open', args: { instrument } })}
        actsOf={(row) => actsOfPosition(row, console)}
        nameOf={({ instrument, position }) => nameOfInstrument(index, instrument, position.tradingsymbol)}
        empty={
          <EmptyNotice icon="positions" title="No open positions">
            Positions appear here while they are open.
          </EmptyNotice>
        }
      />
    </Panel>
  )
}
