import { useEffect, useState } from 'react'
import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { focusRow } from '../../kit/hooks/use-current-row.ts'
import type { StrategyList } from './my-and-discover.ts'

/** Frames until the grid has rendered a row that was far below. */
const FRAMES_MAX = 60

/** Moves the focus to the row that an address, a copy or a save names, and to the last one on return. */
export function useCursorRow(list: StrategyList, rows: readonly StrategyEntry[]): void {
  const { actors } = useConsole()
  const sought = useSnapshot(list, ({ context }) => (context.isSought ? context.cursor : null))
  const [left, setLeft] = useState(() => {
    const { cursor } = actors[list].getSnapshot().context
    return rows.some(({ slug }) => slug === cursor) ? cursor : null
  })
  const wanted = sought ?? left
  const index = wanted === null ? -1 : rows.findIndex(({ slug }) => slug === wanted)
  useEffect(() => {
    if (wanted === null || index < 0) return
    return reach(wanted, index, () => setLeft(null))
  }, [wanted, index])
}

const isBusyElsewhere = (): boolean =>
  document.activeElement?.closest('[role=dialog], [role=menu], input, textarea') != null

/** Returns its cancel. */
const reach = (slug: string, index: number, reached: () => void): (() => void) => {
  let frames = 0
  let frame = requestAnimationFrame(function look() {
    const isThere = document.activeElement?.getAttribute('data-key') === slug
    if (isThere || frames++ >= FRAMES_MAX) return reached()
    if (!isBusyElsewhere()) {
      scrollToRow(index)
      focusRow(slug)
    }
    frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}

/** The grid renders only the rows on screen. */
const scrollToRow = (index: number): void => {
  const grid = document.querySelector<HTMLElement>('main [role=grid]')
  const height = grid?.querySelector<HTMLElement>('[role=row][data-key]')?.offsetHeight ?? 0
  if (grid === null || height === 0) return
  const top = index * height
  if (top < grid.scrollTop || top + 2 * height > grid.scrollTop + grid.clientHeight)
    grid.scrollTop = Math.max(0, top - grid.clientHeight / 2)
}
