import { type RefObject, useEffect, useRef, useState } from 'react'

export const ROW_HEIGHT = 26
const HEADING_HEIGHT = 25
const WIDTH_STEP = 10

interface WindowOf {
  readonly width: number
  readonly height: number
  readonly top: number
  readonly measure: () => void
}

/** Updates in steps, to limit renders. */
export function useWindowOf(element: RefObject<HTMLElement | null>): WindowOf {
  const [seen, setSeen] = useState({ width: 0, height: 0, top: 0 })
  const measure = useRef(() => {
    const box = element.current
    if (box === null) return
    const now = {
      width: Math.floor(box.clientWidth / WIDTH_STEP) * WIDTH_STEP,
      height: box.clientHeight,
      top: Math.floor(box.scrollTop / ROW_HEIGHT) * ROW_HEIGHT,
    }
    setSeen((before) =>
      before.width === now.width && before.height === now.height && before.top === now.top ? before : now,
    )
  }).current
  useEffect(() => {
    const box = element.current
    if (box === null) return
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, measure])
  return { ...seen, measure }
}

interface ScrollTo {
  readonly grid: RefObject<HTMLElement | null>
  /** Pixels of the row that is to be seen; null without one. */
  readonly top: number | null
  readonly rowHeight: number
  readonly gridHeight: number
  readonly expiry: string
  readonly measure: () => void
}

export function useScrollTo({ grid, top: at, rowHeight, gridHeight, expiry, measure }: ScrollTo): void {
  const centred = useRef('')
  useEffect(() => {
    const box = grid.current
    if (box === null || at === null || gridHeight === 0) return
    const room = gridHeight - HEADING_HEIGHT
    const shape = `${expiry} ${rowHeight}`
    if (centred.current !== shape) {
      centred.current = shape
      box.scrollTop = at - (room - rowHeight) / 2
    } else if (at < box.scrollTop) box.scrollTop = at
    else if (at + rowHeight > box.scrollTop + room) box.scrollTop = at + rowHeight - room
    measure()
  }, [grid, at, rowHeight, gridHeight, expiry, measure])
}
