import type { CSSProperties } from 'react'
import { bestOf, type FigureRow, isComputed, rowOfFigures } from '../../../domain/backtests/sweep/figures.ts'
import { combinationInWords } from '../../../domain/backtests/sweep/sweep-plan.ts'
import { walkFiguresOf } from '../../../domain/backtests/sweep/walk-figures.ts'
import { countOf, formatNumber, formatSigned } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type {
  PreparedSweep,
  SweepRunRequest,
  SweptState,
  SymbolSweep,
} from '../../../machines/backtests/sweep-result.ts'
import { useConsole } from '../../kit/console.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './sweep-screen.module.css'

const stateWords: Readonly<Record<SweptState, string>> = {
  queued: 'queued',
  loadingCandles: 'loading candles',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

interface SymbolRow {
  readonly instrument: InstrumentId
  readonly name: string
  readonly state: SweptState
  readonly error: string | null
  /** The best combination, or the choice of the newest window. */
  readonly best: string
  readonly finalPnl: number | null
  readonly sharpe: number | null
  readonly maxDraw: number | null
  readonly trades: number | null
  /** Percent of the combinations or windows. */
  readonly profitable: number | null
}

const whole = (value: number | null) => formatSigned(value, 0)

const columns: readonly ColumnOf<SymbolRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.2fr',
    minWidth: 90,
    cell: ({ name }) => <span className={`${text.strong} ${text.cut}`}>{name}</span>,
    sortBy: ({ name }) => name,
  },
  {
    id: 'best',
    title: 'Best',
    width: '2fr',
    minWidth: 130,
    showFrom: 620,
    cell: ({ best }) => <span className={text.cut}>{best}</span>,
  },
  {
    id: 'pnl',
    title: 'P&L',
    isNumeric: true,
    minWidth: 90,
    cell: ({ finalPnl }) => <Signed value={finalPnl} format={whole} />,
    sortBy: ({ finalPnl }) => finalPnl,
  },
  {
    id: 'sharpe',
    title: 'Sharpe',
    isNumeric: true,
    minWidth: 64,
    cell: ({ sharpe }) => formatNumber(sharpe, 2),
    sortBy: ({ sharpe }) => sharpe,
  },
  {
    id: 'drawdown',
    title: 'DD %',
    isNumeric: true,
    minWidth: 60,
    showFrom: 480,
    cell: ({ maxDraw }) => formatNumber(maxDraw, 2),
    sortBy: ({ maxDraw }) => maxDraw,
  },
  {
    id: 'trades',
    title: 'Trades',
    isNumeric: true,
    minWidth: 64,
    cell: ({ trades }) => formatNumber(trades, 0),
    sortBy: ({ trades }) => trades,
  },
  {
    id: 'profitable',
    title: 'In profit %',
    isNumeric: true,
    minWidth: 76,
    showFrom: 480,
    cell: ({ profitable }) => formatNumber(profitable, 0),
    sortBy: ({ profitable }) => profitable,
  },
]

const ROWS_MAX = 7

interface SweptSymbolsPanelProps {
  readonly symbols: readonly SymbolSweep[]
  readonly request: SweepRunRequest
  readonly prepared: PreparedSweep
  readonly selected: InstrumentId | null
  readonly onSelect: (instrument: InstrumentId) => void
}

export function SweptSymbolsPanel({
  symbols,
  request,
  prepared,
  selected,
  onSelect,
}: SweptSymbolsPanelProps) {
  const { setFocus } = useConsole()
  return (
    <div className={styles.sized} style={{ '--rows': Math.min(ROWS_MAX, symbols.length) } as CSSProperties}>
      <Panel title="Symbols" className={styles.symbols}>
        <DataTable
          label="Symbols"
          rows={symbols.map((symbol) => rowOf(symbol, request, prepared))}
          columns={columns}
          rowKey={({ instrument }) => instrument}
          phone={onPhone}
          wordsFor={(row) =>
            row.state === 'done' ? null : (
              <span className={row.state === 'failed' ? text.down : text.muted}>
                {row.error ?? stateWords[row.state]}
              </span>
            )
          }
          currentKey={selected}
          onRowAction={({ instrument }) => onSelect(instrument)}
          onRowFocus={(row) =>
            setFocus(
              row === null
                ? { kind: '', key: '' }
                : { kind: 'symbol', key: row.instrument, instrument: row.instrument },
            )
          }
          empty={null}
        />
      </Panel>
    </div>
  )
}

const rowOf = (symbol: SymbolSweep, { measure }: SweepRunRequest, { plan }: PreparedSweep): SymbolRow => {
  const { instrument, state, error, figures } = symbol
  const shared = { instrument, name: tradingSymbolOf(instrument), state, error }
  if (figures === null) {
    const walk = walkFiguresOf(symbol.steps, plan.base.capital)
    const chosen = symbol.steps.at(-1)?.chosen ?? null
    const tested = walk.testedWindows
    const { finalPnl, maxDraw, trades } = walk
    const profitable = tested === 0 ? null : (walk.profitableWindows / tested) * 100
    return { ...shared, best: wordsOf(plan, chosen), finalPnl, sharpe: null, maxDraw, trades, profitable }
  }
  const best = bestOf(figures, measure)
  const row: FigureRow | null = best === null ? null : rowOfFigures(figures, best)
  const computed = figures.finalPnl.filter((_, at) => isComputed(figures, at))
  return {
    ...shared,
    best: wordsOf(plan, best),
    finalPnl: row?.finalPnl ?? null,
    sharpe: row?.sharpe ?? null,
    maxDraw: row?.maxDraw ?? null,
    trades: row?.trades ?? null,
    profitable:
      computed.length === 0 ? null : (computed.filter((value) => value > 0).length / computed.length) * 100,
  }
}

const wordsOf = (plan: PreparedSweep['plan'], combination: number | null): string =>
  combination === null ? 'none traded' : combinationInWords(plan, combination)

const onPhone = (row: SymbolRow): PhoneRow => ({
  title: row.name,
  value: <Signed value={row.finalPnl} format={whole} />,
  note: row.state === 'done' ? row.best : (row.error ?? stateWords[row.state]),
  detail: row.trades === null ? '' : countOf(row.trades, 'trade'),
})
