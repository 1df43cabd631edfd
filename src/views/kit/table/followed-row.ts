import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { rowElement } from './table-keys.ts'

interface FollowedRow<Item> {
  readonly frame: RefObject<HTMLElement | null>
  readonly sorted: readonly Item[]
  readonly rowKey: (row: Item) => string
  readonly followKey: string | null
  readonly grow: (by?: number) => void
  readonly onOrder: ((keys: readonly string[]) => void) | undefined
}

/** Brings the row of `followKey` into view, with the focus if another row of the table has it. */
export function useFollowedRow<Item>(followed: FollowedRow<Item>): void {
  const { sorted, rowKey, followKey, onOrder } = followed
  const latest = useRef(followed)
  useEffect(() => {
    latest.current = followed
  })
  useEffect(() => onOrder?.(sorted.map(rowKey)), [sorted, rowKey, onOrder])
  useEffect(() => {
    const { frame, grow } = latest.current
    const index = latest.current.sorted.findIndex((row) => latest.current.rowKey(row) === followKey)
    const grid = frame.current?.querySelector<HTMLElement>('[role=grid]') ?? null
    if (followKey === null || index < 0 || grid === null) return
    const hadFocus = rowElement(document.activeElement)?.closest('[role=grid]') === grid
    if (show(grid, followKey, hadFocus)) return
    flushSync(() => grow(index + 1))
    grid.scrollTop = Math.max(0, index * rowHeight(grid) - grid.clientHeight / 2)
    const frameId = requestAnimationFrame(() => show(grid, followKey, hadFocus))
    return () => cancelAnimationFrame(frameId)
  }, [followKey])
}

const rowHeight = (grid: HTMLElement): number =>
  grid.querySelector<HTMLElement>('[role=row][data-key]')?.offsetHeight ?? 0

/** False while the row is not rendered. */
const show = (grid: HTMLElement, key: string, takesFocus: boolean): boolean => {
  const row = grid.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(key)}"]`)
  if (row === null) return false
  if (takesFocus) row.focus()
  else row.scrollIntoView({ block: 'nearest' })
  return true
}
