import { type EpochMs, istDayNumber } from '../../time.ts'

export interface DrawdownSpell {
  readonly peakAt: EpochMs
  readonly troughAt: EpochMs
  readonly recoveredAt: EpochMs | null
  readonly depth: number
  /** Percent of the peak; null where the peak is not above 0. */
  readonly percent: number | null
  /** IST days from peak to trough, and from trough to recovery or the end. */
  readonly daysDown: number
  readonly daysUp: number
}

export interface EquityAt {
  readonly at: EpochMs
  /** Cumulative P&L in rupees, without the capital. */
  readonly equity: number
}

/** Deepest first, none inside another. `capital` in rupees is the start of the curve. */
export const deepestDrawdowns = (
  curve: readonly EquityAt[],
  capital: number,
  count: number,
): readonly DrawdownSpell[] => {
  const start = curve[0]
  if (start === undefined) return []
  const spells: DrawdownSpell[] = []
  // The capital before the first fill is a peak too.
  let peak: EquityAt = { at: start.at, equity: Math.max(0, start.equity) }
  let trough: EquityAt | null = start.equity < 0 ? start : null
  const close = (recovered: EquityAt | null, end: EpochMs) => {
    if (trough === null) return
    const depth = peak.equity - trough.equity
    const top = capital + peak.equity
    spells.push({
      peakAt: peak.at,
      troughAt: trough.at,
      recoveredAt: recovered?.at ?? null,
      depth,
      percent: top > 0 ? (depth / top) * 100 : null,
      daysDown: istDayNumber(trough.at) - istDayNumber(peak.at),
      daysUp: istDayNumber(end) - istDayNumber(trough.at),
    })
    trough = null
  }
  for (const point of curve.slice(1)) {
    if (point.equity >= peak.equity) {
      close(point, point.at)
      peak = point
    } else if (trough === null || point.equity < trough.equity) trough = point
  }
  close(null, curve.at(-1)?.at ?? start.at)
  return spells.toSorted((one, other) => other.depth - one.depth).slice(0, count)
}
