/** The rows with the smallest keys so far, ascending. */
export interface BestRows {
  /** Only smaller keys are added. */
  worst(): number
  add(key: number, row: number): void
  rows(): readonly number[]
}

export const createBestRows = (limit: number): BestRows => {
  const keys: number[] = []
  const rows: number[] = []
  return {
    worst: () =>
      keys.length < limit ? Number.POSITIVE_INFINITY : (keys[limit - 1] ?? Number.NEGATIVE_INFINITY),
    add(key, row) {
      let at = keys.length
      while (at > 0 && (keys[at - 1] ?? 0) > key) at--
      if (at >= limit) return
      keys.splice(at, 0, key)
      rows.splice(at, 0, row)
      if (keys.length > limit) {
        keys.pop()
        rows.pop()
      }
    },
    rows: () => rows,
  }
}
