import { type RefObject, useEffect } from 'react'
import { titleHasFocus } from '../layout/screen-title.tsx'

const INTO_LIST = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'Home', 'End'])

interface ListFocus {
  readonly isMain: boolean
  readonly takesFocus: boolean
}

/** Focuses the first row once, so that its keys work at once; otherwise `j`, `k` and arrows enter it. */
export function useListFocus(frame: RefObject<HTMLElement | null>, { isMain, takesFocus }: ListFocus): void {
  useEffect(() => {
    const box = frame.current
    if (!isMain || !takesFocus || box === null) return
    // The grid renders its rows in later tasks, some without a render here.
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

/** False while no row is rendered. */
const takeFocus = (box: HTMLElement): boolean => {
  const row = box.querySelector<HTMLElement>('[role=grid] [role=row][data-key]')
  if (row !== null && titleHasFocus()) row.focus({ preventScroll: true })
  return row !== null
}

const gridIn = (frame: RefObject<HTMLElement | null>): HTMLElement | null =>
  frame.current?.querySelector<HTMLElement>('[role=grid]') ?? null
