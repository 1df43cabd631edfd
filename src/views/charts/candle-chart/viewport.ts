/** The stretch of rows in sight. Both are in rows and need not be whole. */
export interface Viewport {
  /** The row at the left edge; may lie before the first. */
  readonly from: number
  /** Rows between the edges. */
  readonly span: number
}

export interface ViewportLimits {
  readonly rows: number
  /** Pixels between the edges. */
  readonly width: number
}

/** Pixels from one candle to the next when a chart opens, and the most they can be. */
const SPACING_INITIAL = 7
const SPACING_MAX = 60
/** Empty room after the last candle, in pixels. */
const RIGHT_ROOM = 28
/** So many candles stay in sight however far one pans. */
const KEPT_IN_SIGHT = 4
const SPAN_MIN = 8

const spanMin = ({ width }: ViewportLimits): number => Math.max(SPAN_MIN, width / SPACING_MAX)

const clampSpan = (span: number, limits: ViewportLimits): number =>
  Math.min(Math.max(span, spanMin(limits)), Math.max(spanMin(limits), limits.rows * 1.25 + 10))

const clampFrom = (from: number, span: number, { rows }: ViewportLimits): number =>
  Math.min(Math.max(from, KEPT_IN_SIGHT - span), rows - KEPT_IN_SIGHT)

const settle = ({ from, span }: Viewport, limits: ViewportLimits): Viewport => {
  const fair = clampSpan(span, limits)
  return { from: clampFrom(from, fair, limits), span: fair }
}

/** The newest candles at their usual size. */
export const newestIn = (limits: ViewportLimits, spacing = SPACING_INITIAL): Viewport => {
  const span = clampSpan(limits.width / spacing, limits)
  return { from: limits.rows + (RIGHT_ROOM * span) / limits.width - span, span }
}

/** All candles. */
export const fitIn = (limits: ViewportLimits): Viewport => {
  const span = Math.max(spanMin(limits), limits.rows * (1 + RIGHT_ROOM / limits.width))
  return { from: 0, span }
}

export const panBy = (view: Viewport, rows: number, limits: ViewportLimits): Viewport =>
  settle({ ...view, from: view.from + rows }, limits)

/** Shows `factor` times as many rows; the row at `pixel` stays where it is. */
export const zoomAt = (view: Viewport, factor: number, pixel: number, limits: ViewportLimits): Viewport => {
  const share = pixel / limits.width
  const span = clampSpan(view.span * factor, limits)
  return settle({ from: view.from + share * (view.span - span), span }, limits)
}

/** The same candles at the right edge, at the same size, in a box of another width. */
export const resizedTo = (view: Viewport, before: number, limits: ViewportLimits): Viewport => {
  const span = (view.span * limits.width) / before
  return settle({ from: view.from + view.span - span, span }, limits)
}

/** The last candle is in sight, so the chart goes on with the market. */
export const isFollowing = ({ from, span }: Viewport, rows: number): boolean => from + span >= rows

/** Pixels from the left edge to the middle of a row. */
export const pixelOf = (row: number, { from, span }: Viewport, width: number): number =>
  ((row + 0.5 - from) * width) / span

/** The row under a pixel; may be none of the series. */
export const rowAt = (pixel: number, { from, span }: Viewport, width: number): number =>
  Math.floor(from + (pixel * span) / width)

/** Rows that are drawn as one candle: a power of two, so that runs do not change as one pans. */
export const rowsPerCandle = ({ span }: Viewport, width: number, pixelsMin: number): number => {
  let rows = 1
  while ((rows * width) / span < pixelsMin) rows *= 2
  return rows
}
