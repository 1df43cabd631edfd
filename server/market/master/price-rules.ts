const rung = (price: number, ladder: readonly (readonly [number, number])[], above: number): number =>
  ladder.find(([below]) => price < below)?.[1] ?? above

/** Rupees; for a share and its futures. */
export const shareTick = (price: number): number =>
  rung(
    price,
    [
      [250, 0.01],
      [1000, 0.05],
      [5000, 0.1],
      [10_000, 0.5],
      [20_000, 1],
    ],
    5,
  )

export const indexFutureTick = (level: number): number =>
  rung(
    level,
    [
      [15_000, 0.05],
      [30_000, 0.1],
    ],
    0.2,
  )

export const OPTION_TICK = 0.05

/** Rupees, near the money. */
export const strikeStep = (price: number): number =>
  rung(
    price,
    [
      [50, 1],
      [100, 1],
      [250, 2.5],
      [500, 5],
      [1000, 10],
      [2000, 20],
      [10_000, 50],
      [30_000, 100],
    ],
    250,
  )
