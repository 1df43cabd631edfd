import { useCallback, useMemo } from 'react'
import { formatSignedRupees } from '../../../domain/format.ts'
import { positionAt } from '../../../domain/positions/live-figures.ts'
import type { BracketEntry, OrderEntry, Positions } from '../../../machines/positions/books.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { useBookState } from '../../kit/hooks/use-book-state.ts'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import tableStyles from '../../kit/table/table-screen.module.css'
import { actsOfPosition } from '../../positions/position-acts.ts'
import { positionColumns, positionOnPhone } from '../../positions/position-columns.tsx'
import { newestTradeFirst, type PositionRow, positionRowsOf } from '../../positions/position-row.ts'
import { usePositionTotals } from '../../positions/use-position-totals.ts'
import text from '../../theme/text.module.css'
import styles from './scalper-positions.module.css'

const nothing: Positions = { net: [], day: [], asOf: 0 }
const noBrackets: readonly BracketEntry[] = []
const noOrders: readonly OrderEntry[] = []
const keyOf = ({ key }: PositionRow): string => key

const shownColumns: ReadonlySet<string> = new Set([
  'instrument',
  'product',
  'quantity',
  'average',
  'ltp',
  'pnl',
  'change',
])

export function ScalperPositions() {
  const console = useConsole()
  const { quotes, setFocus } = console
  const positions = useSnapshot('positions', ({ context }) => context.output) ?? nothing
  const brackets = useSnapshot('brackets', ({ context }) => context.output) ?? noBrackets
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const traded = useSnapshot('scalper', ({ context }) => context.instrument)
  const state = useBookState('positions')
  const orders = useSnapshot('orderBook', ({ context }) => context.output) ?? noOrders
  const open = useMemo(() => positionRowsOf(positions, brackets, 'open'), [positions, brackets])
  const rows = useMemo(() => newestTradeFirst(open, orders), [open, orders])
  const columns = useMemo(
    () =>
      positionColumns(
        ({ instrument, position }) =>
          positionAt(position, quotes.lastPrice(instrument) ?? position.lastPrice).pnl,
      ).filter(({ id }) => shownColumns.has(id)),
    [quotes],
  )
  const watch = useCallback(
    (row: PositionRow | null) => {
      if (row !== null) setFocus({ kind: 'position', key: row.key, instrument: row.instrument })
    },
    [setFocus],
  )
  return (
    <Panel
      title="Positions"
      note={state.kind === 'ready' && <Badge>{String(rows.length)}</Badge>}
      aside={
        <>
          <DayPnl positions={positions} />
          <ExitAll isDisabled={rows.length === 0} />
        </>
      }
    >
      <DataTable
        label="Open positions"
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        phone={positionOnPhone}
        state={state}
        currentKey={rows.find(({ instrument }) => instrument === traded)?.key ?? null}
        onRowFocus={watch}
        onRowAction={({ instrument }) => console.run({ command: 'scalper.open', args: { instrument } })}
        actsOf={(row) => actsOfPosition(row, console)}
        nameOf={({ instrument, position }) => nameOfInstrument(index, instrument, position.tradingsymbol)}
        empty={
          <EmptyNotice icon="positions" title="No open positions">
            <span className={styles.hint}>
              <PressOrTap
                press={
                  <>
                    <kbd>b</kbd> and <kbd>s</kbd> draft an order for the selected strike; once armed with{' '}
                    <kbd>a</kbd>, they place it.
                  </>
                }
                tap="Choose a strike in the chain, then Buy or Sell."
              />
            </span>
          </EmptyNotice>
        }
      />
    </Panel>
  )
}

function DayPnl({ positions }: { readonly positions: Positions }) {
  const { m2m, isStale } = usePositionTotals(positions.net)
  const isKnown = useSnapshot('positions', ({ context }) => context.output !== null)
  return (
    <span>
      {isStale ? 'Day P&L, stale ' : 'Day P&L '}
      <span className={tableStyles.live} data-stale={isStale ? '' : undefined}>
        <Signed value={isKnown ? m2m : null} format={formatSignedRupees} className={text.strong ?? ''} />
      </span>
    </span>
  )
}

function ExitAll({ isDisabled }: { readonly isDisabled: boolean }) {
  const { run } = useConsole()
  const call = { command: 'positions.exitAll', args: {} } as const
  const keys = keysFor(call)
  return (
    <Button
      kind="quiet"
      isDisabled={isDisabled}
      onPress={() => run(call)}
      {...(keys === null ? {} : { keys })}
    >
      exit all
    </Button>
  )
}
