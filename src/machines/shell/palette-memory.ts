export const LINE_MAX = 4000
export const HISTORY_MAX = 200
export const USAGE_MAX = 500

export interface PaletteMemory {
  readonly history: readonly string[]
  readonly usage: Readonly<Record<string, number>>
}

/** The rows chosen longest ago are dropped first. */
export const withUse = (usage: PaletteMemory['usage'], rowId: string): PaletteMemory['usage'] => {
  const { [rowId]: times = 0, ...others } = usage
  return Object.fromEntries([[rowId, times + 1], ...Object.entries(others)].slice(0, USAGE_MAX))
}

export const withLine = (history: readonly string[], line: string): readonly string[] =>
  line.trim() === '' ? history : [line, ...history.filter((known) => known !== line)].slice(0, HISTORY_MAX)

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
