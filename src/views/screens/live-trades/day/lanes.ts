import type { HeldSpan } from '../detail/log-entries.ts'

/** Shares of the day from its first candle to its close, 0 to 1. */
export interface LaneBar {
  readonly span: HeldSpan
  readonly left: number
  readonly width: number
}

export interface Lane {
  readonly segSym: string
  readonly bars: readonly LaneBar[]
}

interface LaneDay {
  readonly opensAt: number
  readonly closesAt: number
  readonly now: number
}

/** A bar that is shorter than this could not be seen. */
const WIDTH_MIN = 0.004

/** One lane for each instrument, in their order; trades of other days have no bar. */
export const lanesOf = (
  segSyms: readonly string[],
  spans: readonly HeldSpan[],
  { opensAt, closesAt, now }: LaneDay,
): readonly Lane[] => {
  const shareOf = (at: number): number =>
    Math.min(1, Math.max(0, (at - opensAt) / Math.max(1, closesAt - opensAt)))
  return segSyms.map((segSym) => ({
    segSym,
    bars: spans
      .filter((span) => span.segSym === segSym && (span.to ?? now) >= opensAt && span.from <= closesAt)
      .map((span) => {
        const left = shareOf(span.from)
        return { span, left, width: Math.max(WIDTH_MIN, shareOf(span.to ?? now) - left) }
      })
      .toSorted((one, other) => one.left - other.left),
  }))
}

export const halfHoursOf = ({
  opensAt,
  closesAt,
}: Omit<LaneDay, 'now'>): readonly { at: number; share: number }[] => {
  const step = 30 * 60_000
  const first = Math.ceil(opensAt / step) * step
  const count = Math.max(0, Math.floor((closesAt - first) / step) + 1)
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step
    return { at, share: (at - opensAt) / (closesAt - opensAt) }
  })
}
