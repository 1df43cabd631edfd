/** A cell flashes once at a time, so at most three times per second. */
const FLASH_MS = 400
/** Flashes that end this much early share one frame with the start of others. */
const EARLY_MS = 60
/** Ends flashes that no later price has ended. */
const LATEST_MS = FLASH_MS + 200

const begun = new Map<Element, number>()
let isEndAwaited = false

const endThoseBefore = (time: number): void => {
  for (const [cell, at] of begun) {
    // Insertion order is time order.
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

/** Flashes of one batch start and end together, because each change costs a frame. */
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
