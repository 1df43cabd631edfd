export const RECONNECT_MS = 5_000
export const RECONNECT_MAX_MS = 30_000
/** Only a connection that lasted this long resets the count of failed tries. */
export const STEADY_MS = 20_000
const PLAIN_TRIES = 3

/** After `tries` failures: 5 s three times, then longer with random spread against a rush of reconnects. */
export const reconnectDelayMs = (tries: number, random: number): number => {
  if (tries <= PLAIN_TRIES) return RECONNECT_MS
  const span = RECONNECT_MS * 2 ** Math.min(tries - PLAIN_TRIES - 1, 10)
  return Math.round(RECONNECT_MS + (0.5 + 0.5 * random) * Math.min(span, RECONNECT_MAX_MS - RECONNECT_MS))
}

const CROWDED_MS = 20_000
const CROWDED_MAX_MS = 300_000

/** After a refusal for too many windows: half to all of a span that doubles from 20 s to 5 min. */
export const crowdedDelayMs = (tries: number, random: number): number => {
  const span = Math.min(CROWDED_MS * 2 ** Math.min(tries - 1, 10), CROWDED_MAX_MS)
  return Math.round((0.5 + 0.5 * random) * span)
}
