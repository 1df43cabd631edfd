import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'

/** Characters. */
export const PASTED_LENGTH_MAX = 30_000

export interface PastedSymbols {
  readonly found: readonly InstrumentId[]
  readonly unknown: readonly string[]
}

/** Symbols parted by commas, semicolons, tabs or lines: `TCS, NIFTY 50` or `NSE:TCS`. */
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
