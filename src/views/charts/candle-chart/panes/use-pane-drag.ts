import { useRef } from 'react'
import { boundedShare, type PaneShares } from '../../../../domain/charts/panes.ts'
import type { Pane } from '../plot-layout.ts'
import type { HeldPlot } from '../use-candle-plot.ts'

const REACH = 4

export interface PaneDrag {
  take(y: number): boolean
  move(y: number): boolean
  drop(): void
  isOnBorder(y: number): boolean
  /** True if a border was there: its pane is as tall as usual again. */
  reset(y: number): boolean
}

interface HeldBorder {
  readonly pane: Pane
  readonly share: number
  readonly from: number
  now: number
}

/** The pane below a border grows and shrinks with it; told once it is let go. */
export function usePaneDrag(
  held: HeldPlot | null,
  shares: PaneShares,
  onShare: ((pane: string, share: number) => void) | undefined,
): PaneDrag {
  const border = useRef<HeldBorder | null>(null)
  const paneAt = (y: number): Pane | undefined =>
    onShare === undefined
      ? undefined
      : held?.placement
          .now()
          ?.panes.slice(1)
          .find(({ top }) => Math.abs(top - y) <= REACH)
  return {
    take(y) {
      const pane = paneAt(y)
      if (pane === undefined) return false
      const share = shares[pane.id] ?? 1
      border.current = { pane, share, from: y, now: share }
      return true
    },
    move(y) {
      const { current } = border
      if (current === null) return false
      const { pane, share, from } = current
      const height = Math.max(1, pane.bottom - pane.top)
      current.now = boundedShare((share * (height + from - y)) / height)
      held?.plot.set({ paneShares: { ...shares, [pane.id]: current.now } })
      return true
    },
    drop() {
      const { current } = border
      border.current = null
      if (current !== null && current.now !== current.share) onShare?.(current.pane.id, current.now)
    },
    isOnBorder: (y) => border.current !== null || paneAt(y) !== undefined,
    reset(y) {
      const pane = paneAt(y)
      if (pane !== undefined) onShare?.(pane.id, 1)
      return pane !== undefined
    },
  }
}
