import { countOf, formatNumber, formatSigned } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import type { BacktestRow, RowState } from '../../../../machines/backtests/backtest-rows.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import styles from './symbols-panel.module.css'

export const ALL_SYMBOLS = ''
const FEW = 3

const stateWords: Readonly<Record<RowState, string>> = {
  queued: 'queued',
  loadingCandles: 'loading candles',
  running: 'running',
  saving: 'saving',
  saved: 'saved',
  saveFailed: 'not saved',
  failed: 'failed',
  cancelled: 'cancelled',
  notRun: 'not run',
}

interface SymbolRow {
  readonly key: string
  readonly name: string
  readonly finalPnl: number | null
  readonly sharpe: number | null
  readonly maxDraw: number | null
  readonly trades: number | null
  readonly of: BacktestRow | null
}

const wholeSigned = (value: number | null) => formatSigned(value, 0)

const columns: readonly ColumnOf<SymbolRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.8fr',
    minWidth: 84,
    cell: (row) => (
      <span className={`${text.strong} ${text.cut}`}>
        {row.name}
        {row.of?.state === 'saveFailed' && <span className={text.down}> · not saved</span>}
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'pnl',
    title: 'P&L',
    isNumeric: true,
    width: '1.4fr',
    minWidth: 94,
    cell: ({ finalPnl }) => <Signed value={finalPnl} format={wholeSigned} />,
    sortBy: ({ finalPnl }) => finalPnl,
  },
  {
    id: 'sharpe',
    title: 'Sharpe',
    isNumeric: true,
    minWidth: 54,
    cell: ({ sharpe }) => formatNumber(sharpe, 1),
    sortBy: ({ sharpe }) => sharpe,
  },
  {
    id: 'drawdown',
    showFrom: 340,
    title: 'DD %',
    isNumeric: true,
    minWidth: 58,
    cell: ({ maxDraw }) => formatNumber(maxDraw === null ? null : Math.abs(maxDraw), 2),
    sortBy: ({ maxDraw }) => maxDraw,
  },
  {
    id: 'trades',
    title: 'Trades',
    isNumeric: true,
    minWidth: 54,
    cell: ({ trades }) => formatNumber(trades, 0),
    sortBy: ({ trades }) => trades,
  },
]

export function SymbolsPanel({
  selected,
  onSelect,
}: {
  readonly selected: string
  readonly onSelect: (instrument: string) => void
}) {
  const { setFocus } = useConsole()
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const cumulative = useSnapshot('backtest', ({ context }) => context.cumulative)
  const done = rows.filter(({ result }) => result !== null).length
  const active = rows.find(({ state }) => ['loadingCandles', 'running', 'saving'].includes(state))
  const all: readonly SymbolRow[] =
    rows.length > 1 && cumulative !== null
      ? [
          {
            key: ALL_SYMBOLS,
            name: cumulative.symbols < rows.length ? `${cumulative.symbols} of ${rows.length}` : 'All',
            finalPnl: cumulative.finalPnl,
            sharpe: cumulative.mergedSharpe,
            maxDraw: cumulative.mergedMaxDraw,
            trades: cumulative.winCount + cumulative.lossCount,
            of: null,
          },
        ]
      : []
  return (
    <Panel
      title="Symbols"
      className={rows.length > FEW ? styles.many : styles[`few${rows.length}`]}
      note={
        <Badge>
          {done} / {rows.length}
        </Badge>
      }
      aside={active && `${tradingSymbolOf(active.instrument)}: ${stateWords[active.state]}`}
    >
      <Progress done={done} all={rows.length} />
      <DataTable
        label="Symbols"
        rows={[...all, ...rows.map(symbolRow)]}
        columns={columns}
        rowKey={({ key }) => key || 'all'}
        phone={onPhone}
        wordsFor={(row) => (row.of !== null && row.of.result === null ? <Words row={row.of} /> : null)}
        currentKey={rows.length > 1 ? selected || 'all' : null}
        onRowAction={({ key }) => onSelect(key)}
        onRowFocus={(row) => setFocus(row?.of ? { kind: 'symbol', key: row.key } : { kind: '', key: '' })}
        empty={null}
      />
    </Panel>
  )
}

function Progress({ done, all }: { readonly done: number; readonly all: number }) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label="Symbols done"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={done}
    >
      <span
        className={styles.bar}
        style={{ width: `${all === 0 || done === all ? 0 : (done / all) * 100}%` }}
      />
    </div>
  )
}

function Words({ row }: { readonly row: BacktestRow }) {
  const run = useCommand()
  const canRetry = row.state === 'failed' || row.state === 'cancelled' || row.state === 'notRun'
  return (
    <span className={`${styles.words} ${row.state === 'failed' ? text.down : text.muted}`}>
      <span className={text.cut} title={row.error ?? undefined}>
        {row.error ?? stateWords[row.state]}
      </span>
      {canRetry && (
        <Button
          kind="quiet"
          keys="r"
          onPress={() => run({ command: 'backtest.retry', args: { instrument: row.instrument } })}
        >
          {row.state === 'notRun' ? 'run' : 'retry'}
        </Button>
      )}
    </span>
  )
}

const symbolRow = (row: BacktestRow): SymbolRow => ({
  key: row.instrument,
  name: tradingSymbolOf(row.instrument),
  finalPnl: row.result?.finalPnl ?? null,
  sharpe: row.result?.sharpe ?? null,
  maxDraw: row.result?.maxDraw ?? null,
  trades: row.result?.tradeLog.length ?? null,
  of: row,
})

const onPhone = (row: SymbolRow): PhoneRow => ({
  title: row.name,
  value: <Signed value={row.finalPnl} format={wholeSigned} />,
  note:
    row.of !== null && row.of.result === null
      ? (row.of.error ?? stateWords[row.of.state])
      : `Sharpe ${formatNumber(row.sharpe, 1)}`,
  detail: row.trades === null ? '' : countOf(row.trades, 'trade'),
})
