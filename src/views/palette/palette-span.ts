/** Pixels from the top. */
const USUAL_TOP = 84
const EDGE = 16
const GAP = 8
/** Pixels for a previewed order with its first rows. */
const ENOUGH = 520
/** Pixels; with less, the rows would not be readable. */
const LEAST = 300

interface Span {
  readonly top: number
  readonly bottom: number
}

export interface PaletteSpan {
  readonly top: number
  /** Pixels; null if only the window limits it. */
  readonly room: number | null
}

export const isTight = ({ room }: PaletteSpan): boolean => room !== null && room < ENOUGH

/** At its usual place if that leaves the row visible, else below or above the row. */
export const spanBeside = (row: Span | null, height: number): PaletteSpan => {
  const usual = { top: USUAL_TOP, room: null }
  if (row === null || row.bottom <= USUAL_TOP || row.top >= height) return usual
  const under = { top: USUAL_TOP, room: row.top - GAP - USUAL_TOP }
  const below = { top: row.bottom + GAP, room: height - row.bottom - GAP - EDGE }
  const above = { top: EDGE, room: row.top - GAP - EDGE }
  const spans = [under, below, above]
  const found = spans.find(({ room }) => room >= ENOUGH)
  if (found !== undefined) return found
  const largest = below.room >= above.room ? below : above
  return largest.room >= LEAST ? largest : usual
}

export const findCurrentRow = (): Span | null => {
  const row =
    document.activeElement?.closest('main [role=row]') ??
    document.querySelector('main [data-cursor]')?.closest('[role=row]') ??
    document.querySelector('main [data-current]')?.closest('[role=row]')
  if (row == null) return null
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > top ? { top, bottom } : null
}
