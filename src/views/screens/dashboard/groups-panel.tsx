import { useMemo } from 'react'
import {
  type Chosen,
  groupTrips,
  instrumentGroupOf,
  type Performance,
  type TripGroup,
} from '../../../domain/analysis/performance.ts'
import { formatNumber, formatPercent, formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { useStrategyNames } from '../../kit/strategy-names.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './dashboard-screen.module.css'

interface GroupsPanelProps {
  readonly performance: Performance
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
}

export function GroupsPanel({ performance: { trips }, chosen, onChoose }: GroupsPanelProps) {
  const nameOf = useStrategyNames()
  const byStrategy = useMemo(() => groupTrips(trips, ({ by }) => by), [trips])
  const byInstrument = useMemo(() => groupTrips(trips, ({ sym }) => instrumentGroupOf(sym)), [trips])
  return (
    <>
      <Groups
        title="Strategies"
        first="Name"
        rows={byStrategy}
        nameOf={nameOf}
        current={chosen.by}
        onChoose={(by) => onChoose(by === chosen.by ? {} : { by })}
      />
      <Groups
        title="Instruments"
        first="Underlying"
        rows={byInstrument}
        nameOf={(key) => key}
        current={chosen.root}
        onChoose={(root) => onChoose(root === chosen.root ? {} : { root })}
      />
    </>
  )
}

interface GroupsProps {
  readonly title: string
  readonly first: string
  readonly rows: readonly TripGroup[]
  readonly nameOf: (key: string) => string
  readonly current: string | undefined
  readonly onChoose: (key: string) => void
}

function Groups({ title, first, rows, nameOf, current, onChoose }: GroupsProps) {
  const columns = useMemo(() => columnsOf(first, nameOf, rows), [first, nameOf, rows])
  return (
    <Panel title={title} note="Enter shows one alone" className={styles.groups}>
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        nameOf={({ key }) => nameOf(key)}
        currentKey={current ?? null}
        initialSort={{ column: 'net', direction: 'descending' }}
        onRowAction={({ key }) => onChoose(key)}
        phone={(row) => ({
          title: nameOf(row.key),
          value: <Signed value={row.net} format={formatSignedRupees} />,
          detail: `${row.trips} trips, ${formatPercent(row.winRate, 0)} won`,
        })}
        empty={<EmptyNotice title="No round trip was closed">Open positions count in the days.</EmptyNotice>}
      />
    </Panel>
  )
}

/** A bar from the middle, as long as the net is beside the largest. */
function NetBar({ net, largest }: { readonly net: number; readonly largest: number }) {
  const share = largest === 0 ? 0 : (50 * Math.abs(net)) / largest
  return (
    <span className={styles.bar} aria-hidden="true">
      <span
        className={net < 0 ? styles.loss : styles.gain}
        style={{ width: `${share}%`, [net < 0 ? 'right' : 'left']: '50%' }}
      />
    </span>
  )
}

const columnsOf = (
  first: string,
  nameOf: (key: string) => string,
  rows: readonly TripGroup[],
): readonly ColumnOf<TripGroup>[] => {
  const largest = Math.max(0, ...rows.map(({ net }) => Math.abs(net)))
  return [
    {
      id: 'name',
      title: first,
      isRowHeader: true,
      minWidth: 136,
      cell: ({ key }) => nameOf(key),
      sortBy: ({ key }) => nameOf(key),
    },
    {
      id: 'trips',
      title: 'Trips',
      isNumeric: true,
      cell: ({ trips }) => formatNumber(trips, 0),
      sortBy: ({ trips }) => trips,
    },
    {
      id: 'wins',
      title: 'Win %',
      isNumeric: true,
      cell: ({ winRate }) => formatNumber(winRate, 1),
      sortBy: ({ winRate }) => winRate,
    },
    {
      id: 'charges',
      title: 'Charges',
      isNumeric: true,
      showFrom: 540,
      cell: ({ charges }) => formatRupees(charges),
      sortBy: ({ charges }) => charges,
    },
    {
      id: 'drawdown',
      title: 'Max DD',
      isNumeric: true,
      showFrom: 620,
      cell: ({ maxDrawdown }) => formatSignedRupees(maxDrawdown),
      sortBy: ({ maxDrawdown }) => maxDrawdown,
    },
    {
      id: 'bar',
      title: 'Share',
      minWidth: 70,
      showFrom: 500,
      cell: ({ net }) => <NetBar net={net} largest={largest} />,
    },
    {
      id: 'net',
      title: 'Net P&L',
      isNumeric: true,
      minWidth: 100,
      cell: ({ net }) => <Signed value={net} format={formatSignedRupees} />,
      sortBy: ({ net }) => net,
    },
  ]
}
