import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { isDifferent, type ParityRow } from '../../../domain/deployments/parity/parity.ts'
import type { ParityStep } from '../../../domain/deployments/parity/parity-step.ts'
import type { ParityReport } from '../../../domain/deployments/parity/report.ts'
import { formatSigned } from '../../../domain/format.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { useInstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { downloadCsv } from '../../kit/table/csv.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './parity.module.css'
import {
  inRupees,
  intentOf,
  isOfIndex,
  reasonInWords,
  rowInWords,
  stepTitles,
  symbolOf,
  tradedIn,
} from './parity-words.ts'
import { legColumns, parityColumns, parityCsv, parityOnPhone } from './row-columns.tsx'

const keyOf = ({ key }: ParityRow): string => key
const nameOf = (row: ParityRow): string => `${symbolOf(row)} ${intentOf(row)}`

const fits = (row: ParityRow, words: string): boolean =>
  `${symbolOf(row)} ${intentOf(row)} ${reasonInWords(row)}`.toLowerCase().includes(words)

export interface RowsInView {
  readonly shown: readonly ParityRow[]
  readonly current: ParityRow | null
  readonly filter: string
  readonly setFilter: (filter: string) => void
  readonly point: (row: ParityRow | null) => void
}

/** Keys act on the deployment, and on the instrument of the row under the cursor. */
const useFocus = ({ of: { deploymentUuid: key } }: ParityReport, row: ParityRow | null) => {
  const { setFocus } = useConsole()
  const instrument = row === null ? undefined : tradedIn(row)
  useLayoutEffect(() => {
    setFocus({ kind: 'deployment', key, ...(instrument === undefined ? {} : { instrument }) })
  }, [setFocus, key, instrument])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
}

export const useRowsInView = (report: ParityReport, step: ParityStep | null): RowsInView => {
  const isOnlyDifferences = useSnapshot('parity', ({ context }) => context.isOnlyDifferences)
  const [filter, setFilter] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const { rows } = report.parity
  const shown = useMemo(() => {
    const words = filter.trim().toLowerCase()
    return rows.filter(
      (row) =>
        (!isOnlyDifferences || isDifferent(row)) &&
        (step === null || row.money[step] !== 0) &&
        (words === '' || fits(row, words)),
    )
  }, [rows, isOnlyDifferences, step, filter])
  const current = shown.find((row) => row.key === key) ?? shown[0] ?? null
  const point = useCallback((row: ParityRow | null) => {
    if (row !== null) setKey(row.key)
  }, [])
  return { shown, current, filter, setFilter, point }
}

interface TableProps {
  readonly report: ParityReport
  readonly step: ParityStep | null
  readonly inView: RowsInView
}

export function ParityTable({
  report,
  step,
  inView: { shown, current, filter, setFilter, point },
}: TableProps) {
  const { run } = useConsole()
  const isOnlyDifferences = useSnapshot('parity', ({ context }) => context.isOnlyDifferences)
  const { rows } = report.parity
  useFocus(report, current)
  useTableRequests({
    onExport: () => void downloadCsv(`parity-${report.of.slug}-${report.day}`, rows, parityCsv),
  })
  const differing = rows.filter(isDifferent).length
  return (
    <section className={styles.rows} aria-label="Actual vs backtest">
      <div className={styles.rowsHead}>
        <h2>Actual vs backtest</h2>
        <Segmented
          label="Which rows"
          value={isOnlyDifferences ? 'differences' : 'all'}
          choices={[
            { value: 'all', label: `All ${rows.length}` },
            { value: 'differences', label: `Differences ${differing}` },
          ]}
          onChange={() => run({ command: 'parity.differences', args: {} })}
        />
        {step !== null && (
          <Button size="small" onPress={() => run({ command: 'parity.step', args: { step } })}>
            {`${stepTitles[step]} ×`}
          </Button>
        )}
        <span className={styles.last}>
          <FilterField label="Filter rows" value={filter} onChange={setFilter} />
        </span>
      </div>
      <div className={styles.table}>
        <DataTable
          label="Actual vs backtest"
          isMain
          rows={shown}
          columns={rows.some(({ contract }) => contract !== null) ? legColumns : parityColumns}
          rowKey={keyOf}
          phone={parityOnPhone}
          currentKey={current?.key ?? null}
          onRowFocus={point}
          nameOf={nameOf}
          empty={<NoRows report={report} isFiltered={rows.length > 0} />}
        />
      </div>
      {rows.length > 0 && <Totals report={report} />}
      {current !== null && <Explanation row={current} report={report} />}
    </section>
  )
}

function NoRows({ report, isFiltered }: { readonly report: ParityReport; readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyNotice icon="search" title="No row fits" />
  return (
    <EmptyNotice icon="live" title={report.isProvisional ? 'No trade yet' : 'No trade on this day'}>
      The backtest makes none on the candles of this day, and the strategy made none.
    </EmptyNotice>
  )
}

function Totals({ report: { parity } }: { readonly report: ParityReport }) {
  const { signals, prices, quantities, charges } = parity.steps
  return (
    <p className={styles.totals}>
      <b>
        Total <Signed value={inRupees(parity.done - parity.expected)} format={formatSigned} />
      </b>
      <span>
        expected <Signed value={inRupees(parity.expected)} format={formatSigned} />
      </span>
      <span>
        actual <Signed value={inRupees(parity.done)} format={formatSigned} />
      </span>
      <span className={styles.last}>
        gross <Signed value={inRupees(signals + prices + quantities)} format={formatSigned} />
      </span>
      <span>
        charges <Signed value={inRupees(charges)} format={formatSigned} />
      </span>
    </p>
  )
}

function Explanation({ row, report }: { readonly row: ParityRow; readonly report: ParityReport }) {
  const { run } = useConsole()
  const nameOfTraded = useInstrumentName()
  const isCandleShown = useSnapshot('parity', ({ context }) => context.isCandleShown)
  const { deploymentUuid: deployment } = report.of
  return (
    <p className={styles.because} aria-live="polite">
      <span className={styles.words}>
        <b>{rowInWords(row, nameOfTraded(tradedIn(row)))}</b> {row.because}
        {isOfIndex(row) && row.done !== null && row.expected !== null && (
          <span className={text.muted}>
            {' '}
            The backtest has the prices of the index; its future was traded.
          </span>
        )}
      </span>
      <Button
        size="small"
        kind="quiet"
        keys="Enter"
        onPress={() => run({ command: 'parity.candle', args: {} })}
      >
        {isCandleShown ? 'P&L' : 'Candle'}
      </Button>
      <Button
        size="small"
        kind="quiet"
        keys="l"
        onPress={() => run({ command: 'deployment.log', args: { deployment } })}
      >
        Order log
      </Button>
    </p>
  )
}
