import { type RefObject, useEffect } from 'react'
import { titleHasFocus } from './screen-title.tsx'

const INTO_LIST = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'Home', 'End'])

interface ListFocus {
  /** The screen is for this list. */
  readonly isMain: boolean
  /** Its first row takes the focus as soon as the grid is drawn, if the focus is still on the title. */
  readonly takesFocus: boolean
}

/**
 * Moves the focus from the title of a screen to the first row of its list, once, so that `j`, `k` and the keys of a row
 * work at once. Where the focus stays on the title, or nowhere, `j`, `k` and arrows enter the list.
 */
export function useListFocus(frame: RefObject<HTMLElement | null>, { isMain, takesFocus }: ListFocus): void {
  useEffect(() => {
    const box = frame.current
    if (!isMain || !takesFocus || box === null) return
    // The grid and its rows are drawn in steps of their own, some of them without a render here.
    const observer = new MutationObserver(() => {
      if (takeFocus(box)) observer.disconnect()
    })
    if (takeFocus(box)) return
    observer.observe(box, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [frame, isMain, takesFocus])
  useEffect(() => {
    if (!isMain) return
    const enter = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey || metaKey || altKey || shiftKey || !INTO_LIST.has(key)) return
      const grid = titleHasFocus() || document.activeElement === document.body ? gridIn(frame) : null
      if (grid === null) return
      event.preventDefault()
      grid.focus()
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [frame, isMain])
}

/** Whether the question is settled: false while no row is drawn. */
const takeFocus = (box: HTMLElement): boolean => {
  const row = box.querySelector<HTMLElement>('[role=grid] [role=row][data-key]')
  if (row !== null && titleHasFocus()) row.focus({ preventScroll: true })
  return row !== null
}

const gridIn = (frame: RefObject<HTMLElement | null>): HTMLElement | null =>
  frame.current?.querySelector<HTMLElement>('[role=grid]') ?? null
