/** In rows, which need not be whole. */
export interface Viewport {
  /** The row at the left edge; may be before the first. */
  readonly from: number
  readonly span: number
}

export interface ViewportLimits {
  readonly rows: number
  readonly width: number
  /** Pixels kept free right of the newest candle. */
  readonly room: number
}

/** Pixels between two candles. */
const SPACING_INITIAL = 7
const SPACING_MAX = 60
/** Candles that stay visible however far the chart is panned. */
const KEPT_IN_SIGHT = 4
const SPAN_MIN = 8

const spanMin = ({ width }: ViewportLimits): number => Math.max(SPAN_MIN, width / SPACING_MAX)

const clampSpan = (span: number, limits: ViewportLimits): number =>
  Math.min(Math.max(span, spanMin(limits)), Math.max(spanMin(limits), limits.rows * 1.25 + 10))

const clampFrom = (from: number, span: number, { rows }: ViewportLimits): number =>
  Math.min(Math.max(from, KEPT_IN_SIGHT - span), rows - KEPT_IN_SIGHT)

const within = ({ from, span }: Viewport, limits: ViewportLimits): Viewport => {
  const fair = clampSpan(span, limits)
  return { from: clampFrom(from, fair, limits), span: fair }
}

export const newestIn = (limits: ViewportLimits, spacing = SPACING_INITIAL): Viewport => {
  const span = clampSpan(limits.width / spacing, limits)
  return { from: limits.rows + (limits.room * span) / limits.width - span, span }
}

/** As wide as now. */
export const endOf = (view: Viewport, end: 'first' | 'last', limits: ViewportLimits): Viewport => {
  const newest = newestIn(limits, limits.width / view.span)
  return end === 'last' ? newest : { ...newest, from: 0 }
}

export const fitIn = (limits: ViewportLimits): Viewport => {
  const span = Math.max(spanMin(limits), limits.rows * (1 + limits.room / limits.width))
  return { from: 0, span }
}

export const panBy = (view: Viewport, rows: number, limits: ViewportLimits): Viewport =>
  within({ ...view, from: view.from + rows }, limits)

export const zoomAt = (view: Viewport, factor: number, pixel: number, limits: ViewportLimits): Viewport => {
  const share = pixel / limits.width
  const span = clampSpan(view.span * factor, limits)
  return within({ from: view.from + share * (view.span - span), span }, limits)
}

/** Keeps the right edge and the candle width. */
export const resizedTo = (view: Viewport, before: number, limits: ViewportLimits): Viewport => {
  const span = (view.span * limits.width) / before
  return within({ from: view.from + view.span - span, span }, limits)
}

/** How far to pan until the row is in sight; 0 where it is. */
export const rowsToSee = (row: number, { from, span }: Viewport): number =>
  row < from ? row - from : Math.max(0, row + 1 - from - span)

export const isFollowing = ({ from, span }: Viewport, rows: number): boolean => from + span >= rows

export const pixelOf = (row: number, { from, span }: Viewport, width: number): number =>
  ((row + 0.5 - from) * width) / span

/** May be outside the series. */
export const rowAt = (pixel: number, { from, span }: Viewport, width: number): number =>
  Math.floor(from + (pixel * span) / width)

/** A power of two, so that runs do not change while panning. */
export const rowsPerCandle = ({ span }: Viewport, width: number, pixelsMin: number): number => {
  let rows = 1
  while ((rows * width) / span < pixelsMin) rows *= 2
  return rows
}
