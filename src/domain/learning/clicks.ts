/** How often each command that has a key was run by a click: `view.open {"view":"positions"}` by its number. */
export type Clicks = Readonly<Record<string, number>>

const CLICKS_MAX = 60

/** From so many clicks on, the key is worth a drill. */
export const CLICKS_OF_A_DRILL = 3

/** The least clicked makes room for a new one. */
export const clicked = (clicks: Clicks, call: string): Clicks => {
  const all = Object.entries({ ...clicks, [call]: (clicks[call] ?? 0) + 1 })
  if (all.length <= CLICKS_MAX) return Object.fromEntries(all)
  const [least] = all.filter(([one]) => one !== call).toSorted(([, one], [, other]) => one - other)
  return Object.fromEntries(all.filter(([one]) => one !== least?.[0]))
}

export const clickedMost = (clicks: Clicks): readonly string[] =>
  Object.entries(clicks)
    .filter(([, times]) => times >= CLICKS_OF_A_DRILL)
    .toSorted(([, one], [, other]) => other - one)
    .map(([call]) => call)

/** Stored entries that are not whole numbers are dropped. */
export const readClicks = (stored: unknown): Clicks => {
  if (typeof stored !== 'object' || stored === null) return {}
  const fair = Object.entries(stored as Readonly<Record<string, unknown>>).filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]),
  )
  return Object.fromEntries(fair.slice(0, CLICKS_MAX))
}
