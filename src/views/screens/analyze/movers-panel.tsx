import { useMemo, useState } from 'react'
import {
  fromYearHigh,
  fromYearLow,
  type MapMember,
  type MoverKind,
  moverKindNames,
  moverKinds,
  moversOf,
  oiChange,
  percentOf,
  volumeMultiple,
} from '../../../domain/analysis/market-map.ts'
import { countOf, formatNumber, formatSignedPercent } from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { universeInWords } from '../../../domain/scanners/universe.ts'
import { useConsole } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { PercentCell, PriceCell } from '../../kit/price/live-cells.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './analyze-screen.module.css'
import type { OfMap } from './heat-map-panel.tsx'
import type { Point } from './use-point.ts'

const MOST = 6
/** Repaints of the map after which the lists are made again: rows that change places every second cannot be read. */
const REPAINTS = 5

const choices = moverKinds.map((value) => ({ value, label: moverKindNames[value] }))

const titles: Readonly<Record<MoverKind, readonly [string, string]>> = {
  price: ['Gainers', 'Losers'],
  volume: ['Up on volume', 'Down on volume'],
  oi: ['OI added', 'OI cut'],
  year: ['Near the high', 'Near the low'],
}

export function MoversPanel({ universe, map, live, onPoint }: OfMap) {
  const [kind, setKind] = useState<MoverKind>('price')
  const members = map?.members
  const turn = Math.floor(live.version / REPAINTS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn stands for the prices
  const movers = useMemo(
    () => (members === undefined ? null : moversOf(members, kind, { changeOf: live.changeOf, most: MOST })),
    [members, kind, turn],
  )
  const isReading = map !== null && map.loading > 0 && kind !== 'oi'
  return (
    <Panel
      title="Movers"
      note={isReading ? `reading days of ${countOf(map.loading, 'share')}` : universeInWords(universe)}
      className={styles.movers}
      aside={<Segmented label="Movers by" value={kind} choices={choices} onChange={setKind} />}
    >
      {movers !== null && (
        <div className={styles.lists}>
          <List title={titles[kind][0]} rows={movers.first} isFirst {...{ kind, onPoint }} />
          <List title={titles[kind][1]} rows={movers.second} isFirst={false} {...{ kind, onPoint }} />
        </div>
      )}
    </Panel>
  )
}

interface ListProps {
  readonly title: string
  readonly rows: readonly MapMember[]
  readonly kind: MoverKind
  readonly isFirst: boolean
  readonly onPoint: Point
}

function List({ title, rows, kind, isFirst, onPoint }: ListProps) {
  const { run } = useConsole()
  const columns = useMemo(() => columnsOf(title, kind, isFirst), [title, kind, isFirst])
  return (
    <DataTable
      label={title}
      rows={rows}
      columns={columns}
      rowKey={({ segSym }) => segSym}
      onRowFocus={(row) => onPoint(row === null ? null : { kind: 'mover', key: row.segSym })}
      onRowAction={({ segSym }) => run({ command: 'analysis.open', args: { instrument: segSym } })}
      phone={(member) => ({
        title: tradingSymbolOf(member.segSym),
        value: formatNumber(member.lastPrice),
        detail: formatSignedPercent(percentOf(member.lastPrice, member.prevClose)),
      })}
      empty={<EmptyNotice title={title}>None.</EmptyNotice>}
    />
  )
}

const figureOf = (kind: MoverKind, isFirst: boolean): ColumnOf<MapMember> => {
  switch (kind) {
    case 'price':
    case 'volume':
      return {
        id: 'figure',
        title: 'Vol × avg',
        isNumeric: true,
        cell: (member) => formatNumber(volumeMultiple(member), 1),
      }
    case 'oi':
      return {
        id: 'figure',
        title: 'OI chg',
        isNumeric: true,
        cell: (member) => <Signed value={oiChange(member)} format={formatSignedPercent} />,
      }
    case 'year':
      return {
        id: 'figure',
        title: isFirst ? 'To high' : 'To low',
        isNumeric: true,
        cell: (member) => formatSignedPercent((isFirst ? fromYearHigh : fromYearLow)(member)),
      }
    default:
      return kind satisfies never
  }
}

const columnsOf = (title: string, kind: MoverKind, isFirst: boolean): readonly ColumnOf<MapMember>[] => [
  {
    id: 'symbol',
    title,
    isRowHeader: true,
    minWidth: 100,
    cell: ({ segSym }) => tradingSymbolOf(segSym),
  },
  {
    id: 'price',
    title: 'LTP',
    isNumeric: true,
    minWidth: 88,
    cell: ({ segSym, lastPrice }) => <PriceCell of={segSym} otherwise={lastPrice} />,
  },
  {
    id: 'change',
    title: 'Chg %',
    isNumeric: true,
    minWidth: 64,
    cell: (member) => (
      <PercentCell
        of={member.segSym}
        otherwise={member.lastPrice}
        percentAt={(price) => percentOf(price, member.prevClose)}
      />
    ),
  },
  { ...figureOf(kind, isFirst), minWidth: 62, showFrom: 340 },
]
