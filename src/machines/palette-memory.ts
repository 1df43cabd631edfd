export const LINE_MAX = 4000
export const HISTORY_MAX = 200
export const USAGE_MAX = 500

/** What the command line knows from one day to the next. */
export interface PaletteMemory {
  readonly history: readonly string[]
  readonly usage: Readonly<Record<string, number>>
}

/** Counts one more choice of a row; those chosen longest ago are forgotten first. */
export const withUse = (usage: PaletteMemory['usage'], rowId: string): PaletteMemory['usage'] => {
  const { [rowId]: times = 0, ...others } = usage
  return Object.fromEntries([[rowId, times + 1], ...Object.entries(others)].slice(0, USAGE_MAX))
}

/** Puts a line that was run before all others, once. */
export const withLine = (history: readonly string[], line: string): readonly string[] =>
  line.trim() === '' ? history : [line, ...history.filter((known) => known !== line)].slice(0, HISTORY_MAX)

/** Takes from a stored value what is a memory of the palette. */
export const readPaletteMemory = (stored: unknown): PaletteMemory => {
  if (typeof stored !== 'object' || stored === null) return { history: [], usage: {} }
  const { history, usage } = stored as Readonly<Record<string, unknown>>
  const counts = Object.entries(typeof usage === 'object' && usage !== null ? usage : {}).filter(
    (pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] > 0,
  )
  return {
    history: (Array.isArray(history) ? history : [])
      .filter((line) => typeof line === 'string')
      .map((line) => line.slice(0, LINE_MAX))
      .slice(0, HISTORY_MAX),
    usage: Object.fromEntries(counts.slice(0, USAGE_MAX)),
  }
}
