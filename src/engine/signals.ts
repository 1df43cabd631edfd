/** Candles of a run without a trade on which its conditions were true. */
export interface Signals {
  readonly entries: number
  /** Rows on which the exit was true beside the entry. */
  readonly crossed: readonly number[]
}

/** Counts the rows `first` to `last`, the latter excluded. Flags are 0 where a condition is false. */
export const countSignals = (
  entry: Uint8Array,
  exit: Uint8Array,
  { first, last }: { readonly first: number; readonly last: number },
): Signals => {
  const crossed: number[] = []
  let entries = 0
  for (let row = first; row < last; row++) {
    if (entry[row] === 0) continue
    entries++
    if (exit[row] !== 0) crossed.push(row)
  }
  return { entries, crossed }
}
