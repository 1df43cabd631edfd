/** Pixels from the top where the command line opens when nothing is in its way. */
const USUAL_TOP = 84
const EDGE = 16
const GAP = 8
/** Pixels that a previewed order with its first rows needs. */
const ENOUGH = 520
/** With less the rows of the command line cannot be read; then it lies where it always does. */
const LEAST = 300

interface Span {
  readonly top: number
  readonly bottom: number
}

export interface PalettePlace {
  readonly top: number
  /** Pixels it may be high; null where nothing bounds it but the window. */
  readonly room: number | null
}

/** Whether a previewed order has to do without the picture of its risk. */
export const isTight = ({ room }: PalettePlace): boolean => room !== null && room < ENOUGH

/** Where the command line lies beside the row it is about: in its usual place if that leaves the row in sight, else below or above it. */
export const placeBeside = (row: Span | null, height: number): PalettePlace => {
  const usual = { top: USUAL_TOP, room: null }
  if (row === null || row.bottom <= USUAL_TOP || row.top >= height) return usual
  const under = { top: USUAL_TOP, room: row.top - GAP - USUAL_TOP }
  const below = { top: row.bottom + GAP, room: height - row.bottom - GAP - EDGE }
  const above = { top: EDGE, room: row.top - GAP - EDGE }
  const places = [under, below, above]
  const found = places.find(({ room }) => room >= ENOUGH)
  if (found !== undefined) return found
  const largest = below.room >= above.room ? below : above
  return largest.room >= LEAST ? largest : usual
}

/** The row under the cursor, which the command line is about when it opens; null where there is none. */
export const findCurrentRow = (): Span | null => {
  const row =
    document.activeElement?.closest('main [role=row]') ??
    document.querySelector('main [data-cursor]')?.closest('[role=row]') ??
    document.querySelector('main [data-current]')?.closest('[role=row]')
  if (row == null) return null
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > top ? { top, bottom } : null
}
