export const RECONNECT_MS = 5_000
export const RECONNECT_MAX_MS = 30_000
/** A connection that lasts this long was a good one: only then does the next failure begin to count anew. */
export const STEADY_MS = 20_000
/** Tries that wait for just that long, before chance spreads the later ones. */
const PLAIN_TRIES = 3

/**
 * Milliseconds before the next try, after `tries` that failed: 5 s three times, then 5 s and between half and all of a
 * span that doubles. `chance` (0 to 1) says how much of it, so that many pages do not come back at once.
 */
export const reconnectDelayMs = (tries: number, chance: number): number => {
  if (tries <= PLAIN_TRIES) return RECONNECT_MS
  const span = RECONNECT_MS * 2 ** Math.min(tries - PLAIN_TRIES - 1, 10)
  return Math.round(RECONNECT_MS + (0.5 + 0.5 * chance) * Math.min(span, RECONNECT_MAX_MS - RECONNECT_MS))
}

const CROWDED_MS = 20_000
const CROWDED_MAX_MS = 300_000

/**
 * Milliseconds before the next try, after `tries` of which the last was refused because too many windows are open: from
 * half to all of a span that doubles from 20 s to 5 min. Only a window that is closed makes room.
 */
export const crowdedDelayMs = (tries: number, chance: number): number => {
  const span = Math.min(CROWDED_MS * 2 ** Math.min(tries - 1, 10), CROWDED_MAX_MS)
  return Math.round((0.5 + 0.5 * chance) * span)
}
