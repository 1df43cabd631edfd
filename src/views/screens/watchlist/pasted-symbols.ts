import type { InstrumentId } from '../../../domain/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instrument-index.ts'

/** More than this is no list of symbols. */
export const PASTED_LENGTH_MAX = 30_000

export interface PastedSymbols {
  readonly found: readonly InstrumentId[]
  /** What is no symbol of the list of instruments, as it was written. */
  readonly unknown: readonly string[]
}

/** Symbols of a pasted text, parted by commas, semicolons, tabs or lines: `TCS, NIFTY 50` or `NSE:TCS`, each once. */
export const readPasted = (text: string, instruments: InstrumentIndex | null): PastedSymbols => {
  const found = new Set<InstrumentId>()
  const unknown = new Set<string>()
  for (const part of text.slice(0, PASTED_LENGTH_MAX).split(/[,;\t\r\n]+/)) {
    const word = part.trim().replace(/^"|"$/g, '')
    if (word === '') continue
    const instrument = instruments?.findSymbol(word) ?? null
    if (instrument === null) unknown.add(word)
    else found.add(instrument.id)
  }
  return { found: [...found], unknown: [...unknown] }
}
