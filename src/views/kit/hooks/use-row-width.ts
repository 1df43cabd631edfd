import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Pixels without the scroll bar; null until measured, so that rows render only at their final width. */
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
