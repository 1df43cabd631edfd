import type { Scene } from './paint.ts'
import { pixelOf } from './viewport.ts'

/** A time during which something was held; epoch ms, `to` is null while it lasts. */
export interface ChartSpan {
  readonly from: number
  readonly to: number | null
  readonly tone: 'up' | 'down'
}

/** Rows of the candles in which the span begins and ends. */
export interface RowSpan {
  readonly from: number
  readonly to: number
  readonly tone: 'up' | 'down'
}

/** Candles and volume must stand out from the ground. */
const SPAN_ALPHA = 0.5

/** Behind the candles, over the whole height of their pane. */
export const paintSpans = (
  pen: CanvasRenderingContext2D,
  { theme, view, plotWidth, panes }: Scene,
  spans: readonly RowSpan[],
): void => {
  const pane = panes[0]
  if (pane === undefined) return
  pen.globalAlpha = SPAN_ALPHA
  for (const { from, to, tone } of spans) {
    const left = pixelOf(from, view, plotWidth)
    const right = pixelOf(to, view, plotWidth)
    pen.fillStyle = tone === 'up' ? theme.upSoft : theme.downSoft
    pen.fillRect(left, pane.top, Math.max(1, right - left), pane.bottom - pane.top)
  }
  pen.globalAlpha = 1
}
