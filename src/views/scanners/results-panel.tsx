import { type ReactNode, useMemo, useState } from 'react'
import { candleStart } from '../../domain/charts/resample.ts'
import { formatNumber } from '../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { keyOfScan, scanTabs } from '../../domain/scanners/scan-address.ts'
import { shortText } from '../../domain/strategies/definitions/written.ts'
import { toIstClock } from '../../domain/time.ts'
import type { ScanReply } from '../../machines/scanners/scan.ts'
import { commandAct } from '../kit/command-act.ts'
import { useConsole } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { FilterField } from '../kit/control/filter-field.tsx'
import { Segmented } from '../kit/control/segmented.tsx'
import { useCurrentRow } from '../kit/hooks/use-current-row.ts'
import { useMarketTime } from '../kit/hooks/use-market-time.ts'
import { useQueryChoice } from '../kit/hooks/use-query.ts'
import { useTableRequests } from '../kit/hooks/use-table-requests.ts'
import { EmptyNotice } from '../kit/layout/notice.tsx'
import { type CsvColumn, downloadCsv } from '../kit/table/csv.ts'
import { type ColumnOf, DataTable, type ListState, type PhoneRow } from '../kit/table/data-table.tsx'
import { listStateOf } from '../kit/table/list-state.ts'
import type { RowAct } from '../kit/table/row-menu.tsx'
import text from '../theme/text.module.css'
import {
  foundColumns,
  foundCsv,
  foundOnPhone,
  marginsOf,
  missColumns,
  missCsv,
  missOnPhone,
  operandsOf,
  unknownColumns,
  unknownCsv,
  unknownOnPhone,
} from './found-columns.tsx'
import { HistoryTab } from './history-tab.tsx'
import styles from './scan.module.css'
import { type ScanCursor, type ShownScan, useLiveFound, useScanAnswer } from './use-scan.ts'

const MINUTE_MS = 60_000

interface ResultsPanelProps {
  readonly scan: Scan
  readonly shown: ShownScan
  readonly cursor: ScanCursor
}

export function ResultsPanel({ scan, shown, cursor }: ResultsPanelProps) {
  const { output: result } = shown
  const [tab, setTab] = useQueryChoice('tab', scanTabs)
  const [filter, setFilter] = useState('')
  const words = filter.trim().toUpperCase()
  const fits = ({ segSym }: { readonly segSym: InstrumentId }) => tradingSymbolOf(segSym).includes(words)
  const state = listStateOf(shown)
  const count = (of: number | undefined): string => (of === undefined ? '' : ` ${formatNumber(of, 0)}`)
  return (
    <section
      className={styles.results}
      aria-label="Results"
      data-old={result !== null && shown.message !== null ? '' : undefined}
    >
      <div className={styles.head}>
        <Count result={result} />
        <Stale shown={shown} />
        <Segmented
          label="Which symbols"
          value={tab}
          choices={[
            { value: 'found', label: `Found${count(result?.found.length)}` },
            { value: 'misses', label: 'Nearest misses' },
            { value: 'unknown', label: `Unknown${count(result?.unknown.length)}` },
            { value: 'history', label: 'History' },
          ]}
          onChange={setTab}
        />
        {tab !== 'history' && (
          <span className={styles.last}>
            <FilterField label="Filter symbols" value={filter} onChange={setFilter} />
          </span>
        )}
      </div>
      {tab === 'found' && <Found scan={scan} fits={fits} result={result} state={state} cursor={cursor} />}
      {tab === 'misses' && <Misses scan={scan} fits={fits} cursor={cursor} />}
      {tab === 'unknown' && (
        <Symbols
          label="Unknown"
          rows={(result?.unknown ?? []).filter(fits)}
          columns={unknownColumns}
          csv={unknownCsv}
          phone={unknownOnPhone}
          state={state}
          cursor={cursor}
          empty={<EmptyNotice icon="check" title="Every symbol could be judged" />}
        />
      )}
      {tab === 'history' && <HistoryTab scan={scan} />}
    </section>
  )
}

/** While the server cannot be asked, the last result stays with its time. */
function Stale({ shown: { output: result, message } }: { readonly shown: ShownScan }) {
  if (result === null || message === null) return null
  return (
    <span className={styles.stale} role="status">
      {`as of ${toIstClock(result.asOf)}: ${message}`}
    </span>
  )
}

function Count({ result }: { readonly result: ScanReply | null }) {
  if (result === null) return <h2 className={styles.count}>Scanning</h2>
  const { found, total, unknown, loading, took } = result
  return (
    <>
      <h2 className={styles.count} aria-live="polite">
        {`Found ${formatNumber(found.length, 0)}`}{' '}
        <span className={text.muted}>{`of ${formatNumber(total, 0)}`}</span>
      </h2>
      <span className={text.muted} role="status">
        {loading > 0
          ? `reading candles: ${formatNumber(total - loading, 0)} of ${formatNumber(total, 0)}`
          : `${unknown.length === 0 ? '' : `${formatNumber(unknown.length, 0)} unknown · `}${took} ms`}
      </span>
      {loading > 0 && (
        <progress className={styles.progress} max={total} value={total - loading} aria-label="Candles read" />
      )}
    </>
  )
}

interface SymbolsProps<Row extends { readonly segSym: InstrumentId }> {
  readonly label: string
  readonly rows: readonly Row[]
  /** Shown among the others, and not exported. */
  readonly former?: readonly Row[]
  readonly columns: readonly ColumnOf<Row>[]
  readonly csv: readonly CsvColumn<Row>[]
  readonly phone: (row: Row) => PhoneRow
  readonly state: ListState
  readonly cursor: ScanCursor
  readonly empty: ReactNode
  readonly sort?: { readonly column: string; readonly direction: 'ascending' }
  /** Names the candle in progress, in which rows keep their places. */
  readonly candle?: string | null
}

const keyOf = ({ segSym }: { readonly segSym: InstrumentId }): string => segSym
const attentionOf = ({ segSym }: { readonly segSym: InstrumentId }) => ({
  kind: 'scanned',
  key: segSym,
  instrument: segSym,
})

/** A list whose rows take the keys of an instrument; the row under the cursor is explained beside it. */
function Symbols<Row extends { readonly segSym: InstrumentId }>(props: SymbolsProps<Row>) {
  const {
    label,
    rows: now,
    former = [],
    columns,
    csv,
    phone,
    state,
    cursor,
    empty,
    sort,
    candle = null,
  } = props
  const app = useConsole()
  const rows = [...now, ...former]
  const { current, watch } = useCurrentRow(rows, attentionOf)
  const [hasCursor, setHasCursor] = useState(false)
  const orderOf = useOrderOf(candle, hasCursor)
  useTableRequests({ onExport: () => void downloadCsv(`scan-${label.toLowerCase()}`, now, csv) })
  const acts = ({ segSym: instrument }: Row): readonly RowAct[] => [
    commandAct(app, 'Chart', { command: 'chart.open', args: { instrument } }),
    commandAct(app, 'Buy', { command: 'order.write', args: { side: 'buy', instrument } }),
    commandAct(app, 'Sell', { command: 'order.write', args: { side: 'sell', instrument } }),
    commandAct(app, 'GTT order', { command: 'gtt.write', args: { instrument } }),
    commandAct(app, 'Alert on price', { command: 'alert.price', args: { instrument } }),
    commandAct(app, 'Add to watchlist', { command: 'watch.add', args: { instruments: [instrument] } }),
    commandAct(app, 'Why?', { command: 'scan.why', args: { instrument } }, { isApart: true }),
  ]
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        isMain
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        phone={phone}
        state={state}
        currentKey={current?.segSym ?? null}
        onRowFocus={(row) => {
          watch(row)
          setHasCursor(row !== null)
          if (row !== null) cursor.point(row.segSym)
        }}
        onRowAction={({ segSym }) => app.run({ command: 'chart.open', args: { instrument: segSym } })}
        nameOf={({ segSym }) => tradingSymbolOf(segSym)}
        actsOf={acts}
        empty={empty}
        {...(sort === undefined ? {} : { initialSort: sort })}
        orderOf={orderOf}
      />
    </div>
  )
}

/** Another candle sorts the rows again, unless one of them is under the cursor, which must not move away. */
function useOrderOf(candle: string | null, hasCursor: boolean): string | null {
  const [orderOf, setOrderOf] = useState(candle)
  const isOther = orderOf !== candle && !(hasCursor && orderOf !== null && candle !== null)
  if (isOther) setOrderOf(candle)
  return isOther ? candle : orderOf
}

type Fits = (row: { readonly segSym: InstrumentId }) => boolean

interface FoundProps {
  readonly scan: Scan
  readonly fits: Fits
  readonly result: ScanReply | null
  readonly state: ListState
  readonly cursor: ScanCursor
}

const candleOf = (scan: Scan, result: ScanReply | null): string | null =>
  scan.moment === 'close' || result === null || result.loading > 0
    ? null
    : `${keyOfScan(scan)} ${candleStart(result.asOf, scan.interval)}`

const firstValue = { column: 'value 0', direction: 'ascending' } as const

function Found({ scan, fits, result, state, cursor }: FoundProps) {
  const now = useMarketTime(MINUTE_MS)
  const live = useLiveFound(scan, result)
  const names = operandsOf(result?.found ?? []).join('\n')
  const operands = useMemo(() => (names === '' ? [] : names.split('\n')), [names])
  const margins = useMemo(() => marginsOf(scan.logic, result?.found ?? []), [scan.logic, result])
  const columns = useMemo(
    () => foundColumns(operands, { now, live, margins }),
    [operands, now, live, margins],
  )
  const csv = useMemo(() => foundCsv(operands), [operands])
  return (
    <Symbols
      label="Found"
      rows={(result?.found ?? []).filter(fits)}
      former={(live?.gone ?? []).filter(fits)}
      columns={columns}
      csv={csv}
      phone={foundOnPhone}
      candle={candleOf(scan, result)}
      {...(operands.length === 0 ? {} : { sort: firstValue })}
      state={state}
      cursor={cursor}
      empty={<NoneFound result={result} />}
    />
  )
}

function NoneFound({ result }: { readonly result: ScanReply | null }) {
  const { run } = useConsole()
  if (result !== null && result.loading > 0)
    return <EmptyNotice icon="scanners" title="None so far; candles are still being read" />
  if (result !== null && result.found.length > 0) return <EmptyNotice icon="search" title="No symbol fits" />
  const [least] = [...(result?.parts ?? [])].sort((a, b) => a.trueFor - b.trueFor)
  return (
    <EmptyNotice icon="scanners" title={`None of ${formatNumber(result?.total ?? 0, 0)}`}>
      {least !== undefined && (result?.parts.length ?? 0) > 1
        ? `${shortText(least.text)} excludes most: it is true for ${formatNumber(least.trueFor, 0)}. `
        : ''}
      <Button keys="2" onPress={() => run({ command: 'scan.tab', args: { tab: 'misses' } })}>
        Nearest misses
      </Button>
    </EmptyNotice>
  )
}

interface MissesProps {
  readonly scan: Scan
  readonly fits: Fits
  readonly cursor: ScanCursor
}

function Misses({ scan, fits, cursor }: MissesProps) {
  const answer = useScanAnswer('scanMisses', keyOfScan(scan))
  return (
    <Symbols
      label="Nearest misses"
      rows={(answer.output?.misses ?? []).filter(fits)}
      columns={missColumns}
      csv={missCsv}
      phone={missOnPhone}
      state={listStateOf(answer)}
      cursor={cursor}
      empty={
        <EmptyNotice icon="scanners" title="No symbol can become true with its next close">
          Between the circuit limits, no close makes the rule true for one that misses it now.
        </EmptyNotice>
      }
    />
  )
}
