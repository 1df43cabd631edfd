import { useEffect, useState } from 'react'
import { acrossIntervals, type IntervalSummary } from '../../../domain/analysis/interval-summary.ts'
import { type Interval, intervals } from '../../../domain/charts/interval.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { Components } from './components.tsx'
import { Gauge } from './gauge.tsx'
import { type IntervalRow, intervalColumns, phoneRow, wordsOf } from './interval-columns.tsx'
import { PivotStrip } from './pivot-strip.tsx'
import styles from './technical-panel.module.css'
import type { Point } from './use-point.ts'
import { toneOf, verdictInWords } from './verdicts.ts'

interface TechnicalPanelProps {
  readonly instrument: InstrumentId
  readonly onPoint: Point
}

export function TechnicalPanel({ instrument, onPoint }: TechnicalPanelProps) {
  const { dispatch, run } = useConsole()
  const rows = useRows(instrument)
  const [interval, pointAt] = useState<Interval>('15min')
  useEffect(() => {
    dispatch({ to: 'technicals', event: { type: 'technicals.watch', instrument } })
    return () => dispatch({ to: 'technicals', event: { type: 'technicals.unwatch' } })
  }, [dispatch, instrument])
  const point = (row: IntervalRow | null) => {
    if (row !== null) pointAt(row.interval)
    onPoint(row === null ? null : { kind: 'interval', key: row.interval })
  }
  const shown = rows.find((row) => row.interval === interval)?.summary ?? null
  const day = rows.find((row) => row.interval === 'day')?.summary ?? null
  return (
    <Panel title="Technical summary" note="last closed candle of each interval" className={styles.panel}>
      <Across rows={rows} />
      <div className={styles.rows}>
        <DataTable
          label="Technical summary by interval"
          rows={rows}
          columns={intervalColumns}
          rowKey={(row) => row.interval}
          wordsFor={wordsOf}
          phone={phoneRow}
          currentKey={interval}
          onRowFocus={point}
          onRowAction={(row) => {
            if (row.summary?.kind === 'failed') {
              const event = { type: 'technicals.again', interval: row.interval } as const
              dispatch({ to: 'technicals', event })
            } else run({ command: 'chart.open', args: { instrument, interval: row.interval } })
          }}
          empty={null}
          isMain
        />
      </div>
      <Components interval={interval} summary={shown} />
      {day?.kind === 'summary' && <PivotStrip instrument={instrument} day={day.candle} />}
    </Panel>
  )
}

const useRows = (instrument: InstrumentId): readonly IntervalRow[] => {
  const rows = useSnapshot('technicals', ({ context }) =>
    context.instrument === instrument ? context.rows : null,
  )
  return intervals.map((interval) => ({ interval, summary: rows?.[interval] ?? null }))
}

function Across({ rows }: { readonly rows: readonly IntervalRow[] }) {
  const known = rows.flatMap(({ summary }): readonly IntervalSummary[] => (summary === null ? [] : [summary]))
  const across = acrossIntervals(known)
  const isLoading = known.length < rows.length
  return (
    <div className={styles.across} role={isLoading ? undefined : 'status'}>
      <div>
        <span className={styles.of}>{isLoading ? `${known.length} of 12 intervals` : 'All intervals'}</span>
        <strong className={styles.verdict} data-tone={toneOf(across?.verdict ?? null)}>
          {across === null ? '–' : verdictInWords(across.verdict)}
        </strong>
      </div>
      <div className={styles.scale}>
        <div className={styles.words} aria-hidden="true">
          <span>strong sell</span>
          <span>sell</span>
          <span>neutral</span>
          <span>buy</span>
          <span>strong buy</span>
        </div>
        <Gauge mean={across?.mean ?? null} isLarge />
      </div>
      <ul className={styles.counts}>
        <Count of={across?.buy} what="buy" />
        <Count of={across?.neutral} what="neutral" />
        <Count of={across?.sell} what="sell" />
      </ul>
    </div>
  )
}

function Count({ of, what }: { readonly of: number | undefined; readonly what: 'buy' | 'neutral' | 'sell' }) {
  return (
    <li>
      <b data-tone={what}>{of ?? '–'}</b> {what}
    </li>
  )
}
