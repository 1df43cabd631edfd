import { useMemo } from 'react'
import { formatSigned, formatSignedRupees } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { Greeks } from '../../../../domain/options/black-76.ts'
import { asItIs, changeWithIndex, gammaOfPercent, groupGreeksIf } from '../../../../domain/positions/risk.ts'
import { toIstClock } from '../../../../domain/time.ts'
import type { PositionRisk, UnderlyingRisk } from '../../../../machines/positions/risk.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { nameOfInstrument } from '../../../kit/instrument/instrument-name.tsx'
import { ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import { HedgeLine } from './hedge-line.tsx'
import styles from './risk.module.css'
import type { ShownRisk } from './use-risk.ts'

interface GreekRow {
  readonly underlying: InstrumentId | null
  readonly name: string
  readonly delta: number | null
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly up: number | null
  readonly down: number | null
}

const INDEX_MOVE = 0.01

const rupees = (value: number | null) => <Signed value={value} format={(one) => formatSignedRupees(one, 0)} />

const columns: readonly ColumnOf<GreekRow>[] = [
  {
    id: 'underlying',
    title: 'Underlying',
    isRowHeader: true,
    minWidth: 96,
    cell: ({ name, underlying }) => <span className={underlying === null ? text.strong : ''}>{name}</span>,
  },
  {
    id: 'delta',
    title: 'Delta',
    isNumeric: true,
    minWidth: 72,
    cell: ({ delta, underlying }) => (underlying === null ? '' : formatSigned(delta, 0)),
  },
  { id: 'up', title: 'NIFTY +1%', isNumeric: true, minWidth: 88, cell: ({ up }) => rupees(up) },
  { id: 'down', title: 'NIFTY −1%', isNumeric: true, minWidth: 88, cell: ({ down }) => rupees(down) },
  {
    id: 'gamma',
    title: 'Gamma per 1%',
    isNumeric: true,
    minWidth: 100,
    showFrom: 640,
    cell: ({ gamma, underlying }) => (underlying === null ? '' : formatSigned(gamma, 0)),
  },
  { id: 'theta', title: 'Theta a day', isNumeric: true, minWidth: 88, cell: ({ theta }) => rupees(theta) },
  {
    id: 'vega',
    title: 'Vega per IV point',
    isNumeric: true,
    minWidth: 116,
    showFrom: 540,
    cell: ({ vega }) => rupees(vega),
  },
]

const sumOf = (rows: readonly GreekRow[], figure: 'up' | 'down' | 'theta' | 'vega'): number | null =>
  rows.reduce<number | null>((sum, row) => {
    const value = row[figure]
    return sum === null || value === null ? null : sum + value
  }, 0)

const rowOf = (group: UnderlyingRisk, rate: number, name: string): GreekRow => {
  const greeks: Greeks | null = groupGreeksIf(group, asItIs, rate)
  return {
    underlying: group.underlying,
    name,
    delta: greeks?.delta ?? null,
    gamma: greeks === null ? null : gammaOfPercent(group, greeks),
    theta: greeks?.theta ?? null,
    vega: greeks?.vega ?? null,
    up: changeWithIndex(group, INDEX_MOVE, rate),
    down: changeWithIndex(group, -INDEX_MOVE, rate),
  }
}

const withTotal = (rows: readonly GreekRow[]): readonly GreekRow[] =>
  rows.length < 2
    ? rows
    : [
        ...rows,
        {
          ...{ underlying: null, name: 'Total', delta: null, gamma: null },
          theta: sumOf(rows, 'theta'),
          vega: sumOf(rows, 'vega'),
          up: sumOf(rows, 'up'),
          down: sumOf(rows, 'down'),
        },
      ]

interface GreeksPanelProps extends ShownRisk {
  readonly shown: UnderlyingRisk | null
}

/** In rupees, so that underlyings add up; an underlying moves with NIFTY by its beta. */
export function GreeksPanel({ risk, message, askAgain, shown }: GreeksPanelProps) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const rows = useMemo(
    () =>
      risk === null
        ? []
        : withTotal(
            risk.groups.map((group) =>
              rowOf(group, risk.rate, nameOfInstrument(index, group.underlying, group.underlying)),
            ),
          ),
    [risk, index],
  )
  return (
    <Panel title="Greeks" className={styles.greeks} note={noteOf(risk, message)}>
      {risk === null && message !== null ? (
        <ErrorNotice message={message} onRetry={askAgain} />
      ) : risk === null ? (
        <div role="status" aria-label="Greeks: loading">
          <Skeleton rows={3} />
        </div>
      ) : (
        <>
          <DataTable
            label="Greeks by underlying"
            rows={rows}
            columns={columns}
            rowKey={({ underlying }) => underlying ?? 'total'}
            phone={({ name, delta, theta, up, down }) => ({
              title: name,
              value: rupees(up),
              note: delta === null ? 'NIFTY +1%' : `Δ ${formatSigned(delta, 0)} · NIFTY +1%`,
              detail: (
                <>
                  {rupees(down)} at −1% · Θ {formatSignedRupees(theta, 0)}
                </>
              ),
            })}
            empty={null}
          />
          {shown !== null && <HedgeLine group={shown} rate={risk.rate} />}
        </>
      )}
    </Panel>
  )
}

const noteOf = (risk: PositionRisk | null, message: string | null): string => {
  if (risk === null) return ''
  if (message !== null) return `${message}; of ${toIstClock(risk.asOf)}`
  const missing = risk.unpriced.length
  return missing === 0
    ? 'in rupees, beta-weighted to NIFTY 50'
    : `without ${missing === 1 ? 'one position that has' : `${missing} positions that have`} no price`
}
