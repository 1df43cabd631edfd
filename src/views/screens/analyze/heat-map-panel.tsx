import { useMemo, useState } from 'react'
import {
  breadthOf,
  type MapMember,
  type Sector,
  sectorChange,
  sectorsOf,
  weightOf,
} from '../../../domain/analysis/market-map.ts'
import {
  countOf,
  formatNumber,
  formatPercent,
  formatSigned,
  formatSignedPercent,
} from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import {
  parseUniverse,
  printUniverse,
  type ScanUniverse,
  universeInWords,
} from '../../../domain/scanners/universe.ts'
import type { MarketMap } from '../../../machines/analysis/market-map.ts'
import { TreeMap } from '../../charts/tree-map/tree-map.tsx'
import type { MapGroup } from '../../charts/tree-map/tree-map-layout.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import styles from './analyze-screen.module.css'
import { MembersTable } from './members-table.tsx'
import type { LiveChanges } from './use-live-changes.ts'
import type { Point } from './use-point.ts'
import { type Points, usePoints } from './use-points.ts'

export interface OfMap {
  readonly universe: ScanUniverse
  readonly map: MarketMap | null
  readonly message: string | null
  readonly askAgain: () => void
  readonly live: LiveChanges
  readonly onPoint: Point
}

interface HeatMapPanelProps extends OfMap {
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
}

export function HeatMapPanel(props: HeatMapPanelProps) {
  const { universe, map, message, askAgain, isTable, onTable } = props
  return (
    <Panel
      title="Heat map"
      className={styles.heat}
      isNoteWhole
      note={<Universes chosen={universe} />}
      aside={<TableSwitch isTable={isTable} onChange={onTable} />}
    >
      {map === null ? (
        message === null ? (
          <div role="status" aria-label="Heat map: loading">
            <Skeleton rows={8} />
          </div>
        ) : (
          <ErrorNotice message={message} onRetry={askAgain} />
        )
      ) : map.members.length === 0 ? (
        <EmptyNotice title="No prices yet">They begin with the session.</EmptyNotice>
      ) : (
        <Body {...props} map={map} />
      )}
    </Panel>
  )
}

const offered = ['NIFTY50', 'NIFTY500', 'fno'] as const
const shortNames: Readonly<Record<string, string>> = { fno: 'F&O' }

function Universes({ chosen }: { readonly chosen: ScanUniverse }) {
  const { run } = useConsole()
  const active = useSnapshot('watchlists', ({ context }) => context.active)
  const now = printUniverse(chosen)
  const lists = active === null ? [] : [`watchlist ${active}`]
  const choices = [...new Set([...offered, ...lists, now])].flatMap((value) => {
    const universe = parseUniverse(value)
    if (universe === null) return []
    const name = universe.kind === 'watchlist' ? universe.name : universeInWords(universe)
    return [{ value, label: shortNames[value] ?? name }]
  })
  const choose = (value: string) => {
    const universe = parseUniverse(value)
    if (universe !== null) run({ command: 'analysis.map', args: { universe } })
  }
  return <Segmented label="Universe" value={now} choices={choices} onChange={choose} />
}

function Body({
  universe,
  map,
  message,
  live,
  isTable,
  onPoint,
}: HeatMapPanelProps & { readonly map: MarketMap }) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const [zoomed, setZoomed] = useState<string | null>(null)
  const sectors = useMemo(() => sectorsOf(map.members), [map.members])
  const byKey = useMemo(
    () => new Map(map.members.map((member): [string, MapMember] => [member.segSym, member])),
    [map.members],
  )
  // Another universe may not have the sector.
  const zoomedTo = sectors.find(({ name }) => name === zoomed) ?? null
  const shown = useMemo(() => (zoomedTo === null ? sectors : [zoomedTo]), [sectors, zoomedTo])
  const isBySector = isPhone && zoomedTo === null
  const groups = useMemo(
    () => (isBySector ? sectorTiles(sectors) : shareTiles(shown)),
    [isBySector, sectors, shown],
  )
  const points = usePoints(universe, map.members)
  const { changeOf } = live
  const sectorNamed = (name: string) => sectors.find((sector) => sector.name === name)
  const changeOfSector = (name: string) =>
    sectorChange(name === ALL ? map.members : (sectorNamed(name)?.members ?? []), changeOf)
  if (isTable) return <MembersTable members={map.members} points={points} onPoint={onPoint} />
  return (
    <>
      <Breadth members={map.members} live={live} message={message}>
        {zoomedTo !== null && (
          <Button keys="Shift Z" data-answers="Z" onPress={() => setZoomed(null)}>
            All sectors
          </Button>
        )}
      </Breadth>
      <TreeMap
        label={`Heat map by ${isBySector ? 'sector' : 'share'}`}
        groups={groups}
        changeOf={(key) => {
          const member = byKey.get(key)
          return member === undefined ? changeOfSector(key) : changeOf(member)
        }}
        groupChangeOf={changeOfSector}
        wordsOf={(key) => {
          const member = byKey.get(key)
          return member === undefined
            ? sectorInWords(sectorNamed(key), changeOfSector(key))
            : memberInWords(member, live, points)
        }}
        summary={summaryOf(sectors, changeOfSector)}
        onPick={(key) => {
          if (byKey.has(key)) run({ command: 'analysis.open', args: { instrument: key as InstrumentId } })
          else setZoomed(key)
        }}
        onGroup={setZoomed}
      />
    </>
  )
}

const shareTiles = (sectors: readonly Sector[]): readonly MapGroup[] =>
  sectors.map(({ name, members }) => ({
    name,
    tiles: members.map((member) => ({
      key: member.segSym,
      label: tradingSymbolOf(member.segSym),
      weight: weightOf(member),
    })),
  }))

const ALL = 'All sectors'

const sectorTiles = (sectors: readonly Sector[]): readonly MapGroup[] => [
  { name: ALL, tiles: sectors.map(({ name, weight }) => ({ key: name, label: name, weight })) },
]

/** `HDFCBANK 1,042.00 −2.60%, −48.2 points of NIFTY 50, 7.2% of the NIFTY 500, Banks` */
const memberInWords = (
  member: MapMember,
  { changeOf, priceOf }: LiveChanges,
  points: Points | null,
): string => {
  const price = `${tradingSymbolOf(member.segSym)} ${formatNumber(priceOf(member))} ${formatSignedPercent(changeOf(member))}`
  const added = points?.of(member, changeOf(member)) ?? null
  return [
    price,
    ...(added === null ? [] : [`${formatSigned(added, 1)} points of ${points?.index}`]),
    ...(member.weight === null ? [] : [`${formatPercent(member.weight, 1)} of the NIFTY 500`]),
    member.sector,
  ].join(', ')
}

const sectorInWords = (sector: Sector | undefined, change: number | null): string =>
  sector === undefined
    ? ''
    : `${sector.name} ${formatSignedPercent(change)}, ${countOf(sector.members.length, 'share')}`

/** `Best Metals +1.04%, worst Realty −1.15%` */
const summaryOf = (sectors: readonly Sector[], changeOf: (name: string) => number | null): string => {
  const known = sectors
    .flatMap(({ name }) => {
      const change = changeOf(name)
      return change === null ? [] : [{ name, change }]
    })
    .sort((one, other) => other.change - one.change)
  const [best, worst] = [known[0], known.at(-1)]
  if (best === undefined || worst === undefined) return 'No changes yet'
  return `Best ${best.name} ${formatSignedPercent(best.change)}, worst ${worst.name} ${formatSignedPercent(worst.change)}`
}

interface BreadthProps {
  readonly members: readonly MapMember[]
  readonly live: LiveChanges
  readonly message: string | null
  readonly children: React.ReactNode
}

function Breadth({ members, live, message, children }: BreadthProps) {
  const { advances, declines, unchanged } = breadthOf(members, live.changeOf)
  return (
    <p className={styles.breadth}>
      <span className={styles.up}>{advances} up</span>
      <span className={styles.down}>{declines} down</span>
      {unchanged > 0 && <span>{unchanged} unchanged</span>}
      <span className={styles.legend} aria-hidden="true">
        −2.5%
        <span className={styles.colours} />
        +2.5%
      </span>
      {message !== null && <span className={styles.down}>{message}</span>}
      {children}
    </p>
  )
}
