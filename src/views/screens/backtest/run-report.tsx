import { useMemo, useState } from 'react'
import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import { universeOfRun } from '../../../domain/backtests/universe-of-run.ts'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { BacktestRow } from '../../../machines/backtests/backtest-rows.ts'
import { cutInWords } from '../../backtests/run-in-words.ts'
import type { EquityMarker } from '../../charts/equity-chart.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import { Tiles } from '../../kit/layout/tiles.tsx'
import styles from './backtest-screen.module.css'
import { ComparisonPanel } from './compare/comparison-panel.tsx'
import { EquityPanel } from './equity-panel.tsx'
import { LegsPanel } from './form/legs-panel.tsx'
import { RemarksPanel } from './remarks-panel.tsx'
import { noTradesInWords, type Report, reportOf } from './report.ts'
import { reportTiles } from './report-tiles.ts'
import { ReturnsPanel } from './returns-panel.tsx'
import { RobustnessPanel } from './robustness/robustness-panel.tsx'
import { RunTitle } from './run-title.tsx'
import { RunWaiting } from './run-waiting.tsx'
import { SavedRuns } from './saved-runs.tsx'
import { StatisticsPanel } from './statistics-panel.tsx'
import { coverageInWords } from './symbols/missing-in-words.ts'
import { MissingSymbols } from './symbols/missing-symbols.tsx'
import { ALL_SYMBOLS, SymbolsPanel } from './symbols/symbols-panel.tsx'
import { TablesPanel } from './tables/tables-panel.tsx'
import { ReviewPane } from './trades/review-pane.tsx'
import { TradeLog } from './trades/trade-log.tsx'
import { type TradeRow, tradeRowsOf } from './trades/trade-row.ts'
import { useReview } from './trades/use-review.ts'

export function RunReport() {
  const params = useSnapshot('backtest', ({ context }) => context.params)
  return params === null ? null : <ReportOf params={params} />
}

function ReportOf({ params }: { readonly params: BacktestParams }) {
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const cumulative = useSnapshot('backtest', ({ context }) => context.cumulative)
  const cut = useSnapshot('backtest', ({ context }) => context.cut)
  const [selected, setSelected] = useState<string>(ALL_SYMBOLS)
  const report = useMemo(() => reportOf(rows, cumulative, selected), [rows, cumulative, selected])
  return (
    <div className={styles.report}>
      <div className={styles.wide}>
        <RunTitle params={params} report={report} />
      </div>
      {cut !== null && (
        <p className={`${styles.wide} ${styles.cut}`} role="note">
          <Icon name="info" /> {cutInWords(cut, intervalLabels[params.interval])}
        </p>
      )}
      <MissingSymbols />
      {report !== null && (
        <div className={styles.wide}>
          <Tiles label="Report" tiles={reportTiles(report, params.capital, rows.length)} />
        </div>
      )}
      {report !== null && (
        <div className={styles.wide}>
          <ComparisonPanel report={report} />
        </div>
      )}
      <Fold params={params} report={report} selected={selected} onSelect={setSelected} />
      {report !== null && (
        <div className={styles.wide}>
          <RobustnessPanel report={report} params={params} />
        </div>
      )}
      {report !== null && params.options !== undefined && (
        <div className={styles.wide}>
          <LegsPanel />
        </div>
      )}
      {report !== null && (
        <div className={styles.wide}>
          <TablesPanel report={report} capital={params.capital} />
        </div>
      )}
      {report !== null && <StatisticsPanel report={report} />}
      <SavedRuns isBeside={report !== null} />
    </div>
  )
}

interface FoldProps {
  readonly params: BacktestParams
  readonly report: Report | null
  readonly selected: string
  readonly onSelect: (instrument: string) => void
}

function Fold({ params, report, selected, onSelect }: FoldProps) {
  const { setFocus } = useConsole()
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const universe = useUniverse(rows)
  const [focused, setFocused] = useState<TradeRow | null>(null)
  const shownRows =
    report?.kind === 'symbol' ? rows.filter((row) => row.instrument === report.instrument) : rows
  const trades = useMemo(() => tradeRowsOf(shownRows), [shownRows])
  const { opened, open, follow, list } = useReview(rows)
  const of =
    report?.kind === 'symbol'
      ? tradingSymbolOf(report.instrument)
      : (coverageInWords(report?.cumulative.symbols ?? rows.length, rows.length) ?? 'all symbols')
  const watch = (row: TradeRow | null) => {
    setFocused(row)
    setFocus(row === null ? { kind: '', key: '' } : { kind: 'trade', key: row.key })
    follow(row)
  }
  return (
    <div className={styles.fold}>
      {report === null ? (
        <RunWaiting className={styles.chart} />
      ) : (
        <EquityPanel
          report={report}
          capital={params.capital}
          of={of}
          markers={markersOf(focused)}
          className={`${styles.chart} ${opened === null ? '' : styles.covered}`}
        />
      )}
      <div className={styles.side}>
        <SymbolsPanel selected={selected} onSelect={onSelect} />
        {report !== null && (
          <RemarksPanel
            report={report}
            universe={report.kind === 'all' ? universe : null}
            className={styles.grow}
          />
        )}
      </div>
      {report === null ? (
        <Waiting />
      ) : (
        <>
          {opened !== null && <ReviewPane row={opened} className={styles.review} />}
          <TradeLog
            rows={trades}
            hasManySymbols={report.kind === 'all'}
            whyNone={noTradesInWords(report)}
            className={styles.log}
            openKey={opened?.key ?? null}
            onOrder={list}
            onOpen={open}
            onFocusRow={watch}
          />
          <ReturnsPanel report={report} />
        </>
      )}
    </div>
  )
}

function useUniverse(rows: readonly BacktestRow[]) {
  const { instruments } = useConsole()
  const hasInstruments = useSnapshot('instruments', ({ context }) => context.rows > 0)
  return useMemo(() => {
    const index = hasInstruments ? instruments() : null
    return index === null
      ? null
      : universeOfRun(
          rows.map(({ instrument }) => instrument),
          index,
        )
  }, [rows, hasInstruments, instruments])
}

function Waiting() {
  const isRunning = useSnapshot('backtest', (backtest) => backtest.matches('running'))
  if (!isRunning) return null
  return (
    <>
      <div className={styles.placeholder} />
      <div className={styles.placeholder} />
    </>
  )
}

const markersOf = (row: TradeRow | null): readonly EquityMarker[] => {
  if (row === null) return []
  const { side, entryAt, exitAt } = row.trade
  const other = side === 'buy' ? 'sell' : 'buy'
  return [
    { at: entryAt, tone: side },
    { at: exitAt, tone: other },
  ]
}
