import { useMemo } from 'react'
import { LIMIT_NEAR, nearestLimit } from '../../../domain/deployments/limit-used.ts'
import { countOf, formatNumber, formatSigned, NO_FIGURE } from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { toIstClock } from '../../../domain/time.ts'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import { useDayPnl } from './day/use-day-pnl.ts'
import {
  type DeploymentRow,
  entriesOfRow,
  nextCheckOf,
  runsOfRow,
  stateOfRow,
  usedToday,
} from './deployment-row.ts'
import styles from './live-trades.module.css'

interface RowProps {
  readonly row: DeploymentRow
}

export function State({ row }: RowProps) {
  const { tone, word, note } = stateOfRow(row)
  return (
    <span className={styles.state} title={note === '' ? undefined : `${word}: ${note}`}>
      <span className={styles.dot} data-tone={tone} aria-hidden="true" />
      <span className={`${styles.word} ${text.strong} ${tone === 'bad' ? text.down : ''}`}>{word}</span>
      {note !== '' && <span className={`${styles.note} ${text.cut}`}>{note}</span>}
    </span>
  )
}

export function PnlToday({ row }: RowProps) {
  const runs = useMemo(() => runsOfRow(row), [row])
  const { total, isStale } = useDayPnl(runs)
  return (
    <span className={styles.live} data-stale={isStale ? '' : undefined}>
      <Signed value={total} format={formatSigned} className={text.strong ?? ''} />
    </span>
  )
}

export function LimitUsed({ row: { deployment } }: RowProps) {
  const { total } = useDayPnl(deployment.runs)
  const limit = nearestLimit(deployment.limits, usedToday(deployment, total))
  if (limit === null) return <span className={text.muted}>no limit</span>
  const { words, share } = limit
  const tone = share >= 1 ? 'full' : share >= LIMIT_NEAR ? 'near' : undefined
  return (
    <span className={styles.limit} data-tone={tone}>
      {words}
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
    </span>
  )
}

function Name({
  row: { deployment, kind, key, run },
  onFold,
}: RowProps & { readonly onFold: (key: string) => void }) {
  if (kind === 'symbol' && run !== null) {
    return (
      <span className={styles.child}>
        {run.leg !== null && run.contract === run.segSym ? (
          <bdi className={text.muted}>{`${tradingSymbolOf(run.segSym)} ${run.leg}`}</bdi>
        ) : (
          <InstrumentName of={run.contract} symbol={tradingSymbolOf(run.contract)} />
        )}
      </span>
    )
  }
  const isFolded = kind === 'folded'
  return (
    <span className={styles.name} data-ended={deployment.status === 'stopped' ? '' : undefined}>
      {kind === 'single' ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.fold}
          aria-expanded={!isFolded}
          aria-label={`Symbols of ${deployment.algoName}`}
          onClick={() => onFold(key)}
        >
          {isFolded ? '▸' : '▾'}
        </button>
      )}
      <bdi className={`${text.strong} ${text.cut}`}>{deployment.algoName}</bdi>
    </span>
  )
}

function Symbols({ row: { deployment, run, kind } }: RowProps) {
  if (kind === 'symbol')
    return run?.leg == null || run.contract === run.segSym ? null : (
      <span className={`${text.muted} ${text.cut}`}>{run.leg}</span>
    )
  if (run === null) return <span className={text.second}>{symbolsInWords(deployment)}</span>
  return (
    <span className={text.second}>
      <InstrumentName of={run.contract} symbol={tradingSymbolOf(run.contract)} />
    </span>
  )
}

const symbolsInWords = ({ category, segSyms, runs }: DeploymentRow['deployment']): string => {
  if (category === 'equity') return countOf(runs.length, 'symbol')
  const [only, second] = segSyms
  const on =
    only !== undefined && second === undefined ? tradingSymbolOf(only) : `${segSyms.length} underlyings`
  return `${on}, ${countOf(runs.length, 'leg')}`
}

function NextCheck({ row, onResume }: RowProps & { readonly onResume: (row: DeploymentRow) => void }) {
  if (row.kind === 'symbol') return null
  if (row.deployment.status === 'paused') {
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.resume}
        aria-label={`Resume ${row.deployment.algoName}`}
        onClick={() => onResume(row)}
      >
        resume <KeyCap keys="p" />
      </button>
    )
  }
  const at = nextCheckOf(row)
  return <span className={text.second}>{at === null ? NO_FIGURE : toIstClock(at)}</span>
}

interface ColumnActs {
  readonly onFold: (key: string) => void
  readonly onResume: (row: DeploymentRow) => void
}

/** Must be stable, because the grid renders all rows again for other columns. */
export const deploymentColumns = ({ onFold, onResume }: ColumnActs): readonly ColumnOf<DeploymentRow>[] => [
  {
    id: 'strategy',
    title: 'Strategy',
    isRowHeader: true,
    width: '1.6fr',
    minWidth: 150,
    cell: (row) => <Name row={row} onFold={onFold} />,
  },
  {
    id: 'symbols',
    title: 'Symbols',
    width: '1fr',
    minWidth: 88,
    showFrom: 620,
    cell: (row) => <Symbols row={row} />,
  },
  { id: 'state', title: 'State', width: '1.7fr', minWidth: 124, cell: (row) => <State row={row} /> },
  {
    id: 'pnl',
    title: 'P&L today',
    isNumeric: true,
    width: 92,
    cell: (row) => <PnlToday row={row} />,
  },
  {
    id: 'trades',
    title: 'Trades',
    isNumeric: true,
    width: 56,
    showFrom: 560,
    cell: (row) =>
      row.kind === 'symbol' && row.run?.leg != null ? null : formatNumber(entriesOfRow(row), 0),
  },
  {
    id: 'check',
    title: 'Next check',
    isNumeric: true,
    width: 92,
    showFrom: 680,
    cell: (row) => <NextCheck row={row} onResume={onResume} />,
  },
  {
    id: 'limit',
    title: 'Limit used',
    isNumeric: true,
    width: 118,
    showFrom: 480,
    cell: (row) => (row.kind === 'symbol' ? null : <LimitUsed row={row} />),
  },
]

export const deploymentOnPhone = (row: DeploymentRow): PhoneRow => ({
  title: <bdi className={`${text.strong} ${text.cut}`}>{row.deployment.algoName}</bdi>,
  value: <PnlToday row={row} />,
  note: <State row={row} />,
  detail: <LimitUsed row={row} />,
})
