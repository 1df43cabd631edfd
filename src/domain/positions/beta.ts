const RETURNS_MIN = 20

export interface Closes {
  readonly time: ArrayLike<number>
  readonly close: ArrayLike<number>
}

/** Covariance of daily returns over the variance of the index's, at times that both have. Null with few, or a flat index. */
export const betaOf = (prices: Closes, index: Closes): number | null => {
  const pairs = returnsOf(prices, index)
  if (pairs.length < RETURNS_MIN) return null
  const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length
  const [own, other] = [mean(0), mean(1)]
  let together = 0
  let alone = 0
  for (const [one, market] of pairs) {
    together += (one - own) * (market - other)
    alone += (market - other) ** 2
  }
  return alone === 0 ? null : together / alone
}

const returnsOf = (prices: Closes, index: Closes): readonly (readonly [number, number])[] => {
  const indexAt = new Map(Array.from(index.time, (time, at) => [time, index.close[at] ?? 0]))
  const both = Array.from(prices.time).flatMap((time, at) => {
    const [one, market] = [prices.close[at] ?? 0, indexAt.get(time) ?? 0]
    return one > 0 && market > 0 ? [[one, market] as const] : []
  })
  return both.slice(1).map(([one, market], at) => {
    const [before, marketBefore] = both[at] ?? [one, market]
    return [one / before - 1, market / marketBefore - 1] as const
  })
}
