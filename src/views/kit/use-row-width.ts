import { type RefObject, startTransition, useEffect, useState } from 'react'

/**
 * Pixels that the rows of the grid in an element have, less its scroll bar; null until the element has its place. What
 * stands on it is drawn once, as wide as it will be, and the page never lays itself out only to be asked.
 */
export function useRowWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  const isPlaced = width !== null
  useEffect(() => {
    const box = isPlaced ? element.current?.querySelector('[role=grid]') : element.current
    if (!box) return
    if (!isPlaced) return startTransition(() => setWidth(box.clientWidth))
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, isPlaced])
  return width
}
