import { type ReactNode, useCallback, useMemo } from 'react'
import { tagInWords } from '../../../domain/analysis/journal/trip-note.ts'
import {
  type ChosenTrips,
  groupsOfTrip,
  groupTrips,
  type Performance,
  type TripGroup,
  type TripGrouping,
  tripsInWords,
} from '../../../domain/analysis/performance.ts'
import { formatNumber, formatPercent, formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { useStrategyNames } from '../../kit/strategy-names.ts'
import { type ColumnOf, DataTable, type ListState } from '../../kit/table/data-table.tsx'
import styles from './dashboard-screen.module.css'
import type { TripTags } from './use-trip-tags.ts'

export type FirstGrouping = Exclude<TripGrouping, 'instrument'>

interface GroupsPanelProps {
  readonly performance: Performance
  readonly tags: TripTags
  readonly first: FirstGrouping
  readonly onFirst: (first: FirstGrouping) => void
  readonly chosen: ChosenTrips | null
  readonly onChoose: (chosen: ChosenTrips | null) => void
}

const firstChoices = [
  { value: 'strategy', label: 'Strategy' },
  { value: 'tag', label: 'Tag' },
] as const

export function GroupsPanel({ first, onFirst, tags, ...shared }: GroupsPanelProps) {
  return (
    <>
      <Groups
        {...shared}
        {...(first === 'tag'
          ? { title: 'Tags', column: 'Tag', state: tags.state }
          : { title: 'Strategies', column: 'Name' })}
        by={first}
        tags={tags}
        aside={
          <Segmented<FirstGrouping>
            label="Trips by"
            value={first}
            choices={firstChoices}
            onChange={onFirst}
          />
        }
      />
      <Groups {...shared} title="Instruments" column="Underlying" by="instrument" tags={tags} />
    </>
  )
}

export function useGroupName(): (chosen: ChosenTrips) => string {
  const strategyName = useStrategyNames()
  return useCallback(
    ({ by, key }: ChosenTrips) => {
      if (by === 'strategy') return strategyName(key)
      return by === 'tag' ? tagInWords(key) : key
    },
    [strategyName],
  )
}

interface GroupsProps extends Pick<GroupsPanelProps, 'performance' | 'tags' | 'chosen' | 'onChoose'> {
  readonly title: string
  readonly column: string
  readonly by: TripGrouping
  readonly state?: ListState
  readonly aside?: ReactNode
}

function Groups({ title, column, by, state, aside, performance, tags, chosen, onChoose }: GroupsProps) {
  const groupName = useGroupName()
  const nameOf = useCallback((key: string) => groupName({ by, key }), [groupName, by])
  const { trips } = performance
  const isLoading = state?.kind === 'loading'
  const rows = useMemo(
    () => (isLoading ? [] : groupTrips(trips, (trip) => groupsOfTrip(trip, by, tags.byTrip))),
    [isLoading, trips, by, tags.byTrip],
  )
  const columns = useMemo(() => columnsOf(column, nameOf, rows), [column, nameOf, rows])
  const current = chosen?.by === by ? chosen.key : null
  return (
    <Panel
      title={title}
      note={<PressOrTap press="Enter filters" tap="Tap one to filter" />}
      aside={aside}
      className={styles.groups}
    >
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        nameOf={({ key }) => nameOf(key)}
        currentKey={current}
        initialSort={{ column: 'net', direction: 'descending' }}
        {...(state === undefined ? {} : { state })}
        onRowAction={({ key }) => onChoose(current === key ? null : { by, key })}
        phone={(row) => ({
          title: nameOf(row.key),
          value: <Signed value={row.net} format={formatSignedRupees} />,
          detail: `${tripsInWords(row.trips)}, ${formatPercent(row.winRate, 0)} won`,
        })}
        empty={
          <EmptyNotice title="No round trip was closed">Open positions are in the daily P&L.</EmptyNotice>
        }
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
