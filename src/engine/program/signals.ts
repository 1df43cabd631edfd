export interface Signals {
  readonly entries: number
  readonly crossed: readonly number[]
}

/** Counts rows `first` (included) to `last` (excluded). */
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
