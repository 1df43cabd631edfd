import type { InstrumentId } from '../domain/instruments/instrument.ts'
import type { Environment } from './environment.ts'
import type { Needs } from './reading.ts'

/** Per line. */
const NEEDS_MAX = 20

export const withNeeds = (
  environment: Environment,
): { readonly watched: Environment; readonly needs: () => Needs } => {
  const quotes = new Set<InstrumentId>()
  const chains = new Set<string>()
  const note = <Key>(all: Set<Key>, key: Key): void => {
    if (all.size < NEEDS_MAX) all.add(key)
  }
  const watched: Environment = {
    ...environment,
    lastPrice(instrument) {
      note(quotes, instrument)
      return environment.lastPrice?.(instrument) ?? null
    },
    quoteOf(instrument) {
      note(quotes, instrument)
      return environment.quoteOf?.(instrument) ?? null
    },
    chainOf(underlying, expiry, type) {
      note(chains, `${underlying}:${expiry}`)
      return environment.chainOf?.(underlying, expiry, type) ?? null
    },
  }
  return { watched, needs: () => ({ quotes: [...quotes], chains: [...chains] }) }
}
