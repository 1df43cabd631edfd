const MAX_NEAREST = 3
const LENGTH_MAX = 40

/** Names at most `share` of the word's letters away, never fewer than one letter; the nearest first. */
export const nearestNames = (
  word: string,
  names: readonly string[],
  limit = MAX_NEAREST,
  share = 1 / 2,
): readonly string[] => {
  const wanted = word.toLowerCase().slice(0, LENGTH_MAX)
  const farthest = Math.max(1, Math.floor(wanted.length * share))
  return names
    .map((name, index) => ({
      name,
      index,
      distance: distanceWithin(farthest, wanted, name.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, limit)
    .map(({ name }) => name)
}

/** `; nearest: ema, wma`, or an empty text */
export const nearestHint = (word: string, names: readonly string[]): string => {
  const near = nearestNames(word, names)
  return near.length === 0 ? '' : `; nearest: ${near.join(', ')}`
}

export const namesOfHint = (message: string): readonly string[] =>
  /; nearest: (.+)$/.exec(message)?.[1]?.split(', ') ?? []

/** Edits (insert, delete, replace, swap); a prefix costs half of one. Exact only up to `farthest`. */
const distanceWithin = (farthest: number, from: string, to: string): number => {
  if (from.length >= 2 && to.startsWith(from)) return 0.5
  if (Math.abs(from.length - to.length) > farthest) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
