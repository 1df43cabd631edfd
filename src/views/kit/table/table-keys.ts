import type { KeyboardEvent } from 'react'
import type { MenuPoint } from './row-menu.tsx'

export const rowElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=row][data-key]') : null

export const isButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input') !== null

export const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

export const below = (element: Element): MenuPoint => {
  const { left, bottom } = element.getBoundingClientRect()
  return { left: left + 12, top: bottom }
}

const names: Readonly<Record<string, KeyboardEventInit>> = {
  j: { key: 'ArrowDown' },
  k: { key: 'ArrowUp' },
  // Without Ctrl the grid only moves to the ends of the row.
  Home: { key: 'Home', ctrlKey: true },
  End: { key: 'End', ctrlKey: true },
}

export const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || shiftKey)

export const keyInGrid = (key: string): string => names[key]?.key ?? key

/** Counted from 1, with the row of titles, to which only the arrow goes on. */
const isFirstRow = (row: HTMLElement | null): boolean => row?.getAttribute('aria-rowindex') === '2'

export const renameKey = (event: KeyboardEvent): void => {
  const name = names[event.key]
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'k' && isFirstRow(rowElement(event.target))) return
  event.target.dispatchEvent(
    new globalThis.KeyboardEvent('keydown', { ...name, bubbles: true, cancelable: true }),
  )
}
