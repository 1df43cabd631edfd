/** One flash at a time, so never more than three in a second. */
const FLASH_MS = 400
/** So much earlier a flash may end together with the beginning of others: one frame serves for both. */
const EARLY_MS = 60
/** Ends what no later price has ended. */
const LATEST_MS = FLASH_MS + 200

const begun = new Map<Element, number>()
let isEndAwaited = false

const endThoseBefore = (time: number): void => {
  for (const [cell, at] of begun) {
    // In the order in which they began.
    if (at > time) break
    begun.delete(cell)
    cell.removeAttribute('data-flash')
  }
}

const awaitEnd = (): void => {
  isEndAwaited = true
  setTimeout(() => {
    isEndAwaited = false
    endThoseBefore(performance.now() - FLASH_MS)
    if (begun.size > 0) awaitEnd()
  }, LATEST_MS)
}

/** Marks a cell for a moment. Cells of one batch of prices begin and end together: each moment alone costs a frame. */
export const flash = (cell: Element, direction: 'up' | 'down'): void => {
  const now = performance.now()
  endThoseBefore(now - FLASH_MS + EARLY_MS)
  if (begun.has(cell)) return
  begun.set(cell, now)
  cell.setAttribute('data-flash', direction)
  if (!isEndAwaited) awaitEnd()
}

export const endFlash = (cell: Element): void => {
  if (begun.delete(cell)) cell.removeAttribute('data-flash')
}
