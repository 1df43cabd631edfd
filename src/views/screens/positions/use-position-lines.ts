import { useCallback, useMemo, useState } from 'react'
import { useSnapshot } from '../../kit/console.tsx'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import {
  headKeysOf,
  keyOfLine,
  linesOf,
  type PositionGroup,
  type PositionLine,
  positionGroupsOf,
  selectedRows,
  withHeadings,
} from '../../positions/groups/groups.ts'
import type { PositionRow } from '../../positions/position-row.ts'

const noGroups: readonly PositionGroup[] = []
const noneFolded: ReadonlySet<string> = new Set()

export const usePositionLines = (rows: readonly PositionRow[]) => {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const isWanted = useSnapshot('preferences', ({ context }) => context.groupsPositions)
  const [folded, setFolded] = useState(noneFolded)
  const selection = useSelection(rows, keyOfLine)
  const all = useMemo(() => positionGroupsOf(rows, index, folded), [rows, index, folded])
  const groups = isWanted ? (all ?? noGroups) : noGroups
  const lines = useMemo<readonly PositionLine[]>(
    () => (groups.length === 0 ? rows : linesOf(groups)),
    [groups, rows],
  )
  const headings = useMemo(() => headKeysOf(groups), [groups])
  const headingOf = useCallback(({ key }: PositionLine) => headings.get(key) ?? key, [headings])
  const fold = useCallback(
    (key: string) =>
      setFolded((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  const selected = useMemo(() => withHeadings(groups, selection.keys), [groups, selection.keys])
  return {
    lines,
    headingOf: groups.length === 0 ? undefined : headingOf,
    fold,
    canGroup: all !== null,
    isGrouped: groups.length > 0,
    selection,
    selected,
    select: (keys: readonly string[]) => selection.set(selectedRows(groups, selected, keys)),
  }
}
