import { countOf } from '../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'
import { isShareSegment } from '../../../domain/instruments/kind.ts'
import type { PositionRow } from '../position-row.ts'

export interface PositionGroup {
  readonly key: string
  readonly name: string
  /** Null for the shares. */
  readonly underlying: InstrumentId | null
  readonly rows: readonly PositionRow[]
  readonly isFolded: boolean
}

export type PositionLine = PositionRow | PositionGroup

const SHARES = 'Shares'
const GROUP_KEY = 'group|'

export const isGroup = (line: PositionLine): line is PositionGroup => 'rows' in line

export const keyOfLine = ({ key }: PositionLine): string => key

type Index = Pick<InstrumentIndex, 'find' | 'findSymbol'>

/** `NIFTY` of its contracts, `INFY` of a share and of its contracts. */
const rootOf = ({ segment, name, tradingSymbol }: Instrument): string =>
  isShareSegment(segment) ? tradingSymbol : name

/** Null where there is nothing to part: fewer than two groups, or instruments that are not known yet. */
export const positionGroupsOf = (
  rows: readonly PositionRow[],
  index: Index | null,
  folded: ReadonlySet<string>,
): readonly PositionGroup[] | null => {
  const known = rows.flatMap((row) => {
    const instrument = index?.find(row.instrument) ?? null
    return instrument === null ? [] : [{ row, instrument }]
  })
  if (known.length < rows.length) return null
  const roots = new Set(
    known.flatMap(({ instrument: { segment, name } }) => (isShareSegment(segment) ? [] : [name])),
  )
  const byName = new Map<string, PositionRow[]>()
  for (const { row, instrument } of known) {
    const root = rootOf(instrument)
    const name = roots.has(root) ? root : SHARES
    const members = byName.get(name) ?? []
    members.push(row)
    byName.set(name, members)
  }
  if (byName.size < 2) return null
  return [...byName]
    .map(([name, members]) => ({
      key: `${GROUP_KEY}${name}`,
      name,
      underlying: name === SHARES ? null : (index?.findSymbol(name)?.id ?? null),
      rows: members,
      isFolded: folded.has(`${GROUP_KEY}${name}`),
    }))
    .toSorted((one, other) => Number(one.name === SHARES) - Number(other.name === SHARES))
}

export const linesOf = (groups: readonly PositionGroup[]): readonly PositionLine[] =>
  groups.flatMap((group) => [group, ...(group.isFolded ? [] : group.rows)])

export const headKeysOf = (groups: readonly PositionGroup[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap((group) => [
      [group.key, group.key] as const,
      ...group.rows.map(({ key }) => [key, group.key] as const),
    ]),
  )

export const sizeInWords = ({ underlying, rows }: PositionGroup): string =>
  countOf(rows.length, underlying === null ? 'stock' : 'leg')

export const openKeysOf = ({ rows }: PositionGroup): readonly string[] =>
  rows.filter(({ isOpen }) => isOpen).map(({ key }) => key)

export const withHeadings = (
  groups: readonly PositionGroup[],
  selected: readonly string[],
): readonly string[] => {
  const isSelected = new Set(selected)
  const headings = groups.filter((group) => {
    const open = openKeysOf(group)
    return open.length > 0 && open.every((key) => isSelected.has(key))
  })
  return [...selected, ...headings.map(({ key }) => key)]
}

/** Selecting a heading selects its open rows, and the other way round. */
export const selectedRows = (
  groups: readonly PositionGroup[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] => {
  const rows = new Set(now.filter((key) => !key.startsWith(GROUP_KEY)))
  for (const group of groups) {
    const [was, is] = [before.includes(group.key), now.includes(group.key)]
    if (was === is) continue
    for (const key of openKeysOf(group)) {
      if (is) rows.add(key)
      else rows.delete(key)
    }
  }
  return [...rows]
}
