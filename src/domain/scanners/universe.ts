import {
  type InstrumentId,
  parseInstrumentId,
  tradingSymbolOf,
  type Universe,
  universes,
} from '../instruments/instrument.ts'

export type ScanUniverse =
  | { readonly kind: 'index'; readonly index: Universe }
  | { readonly kind: 'fno' }
  | { readonly kind: 'nse' }
  | { readonly kind: 'watchlist'; readonly name: string }
  | { readonly kind: 'instruments'; readonly ids: readonly InstrumentId[] }

export const SCANNED_INSTRUMENTS_MAX = 100
const WATCHLIST = 'watchlist '

/** As on the wire: `NIFTY500`, `fno`, `nse`, `watchlist Tech`, `NSE_INFY,NSE_TCS`. */
export const printUniverse = (universe: ScanUniverse): string => {
  switch (universe.kind) {
    case 'index':
      return universe.index
    case 'fno':
    case 'nse':
      return universe.kind
    case 'watchlist':
      return `${WATCHLIST}${universe.name}`
    case 'instruments':
      return universe.ids.join(',')
    default:
      return universe satisfies never
  }
}

export const parseUniverse = (text: string): ScanUniverse | null => {
  const index = universes.find((known) => known === text)
  if (index !== undefined) return { kind: 'index', index }
  if (text === 'fno' || text === 'nse') return { kind: text }
  if (text.startsWith(WATCHLIST)) {
    const name = text.slice(WATCHLIST.length).trim()
    return name === '' ? null : { kind: 'watchlist', name }
  }
  const ids = text.split(',').map((part) => parseInstrumentId(part)?.id)
  const known = ids.filter((id) => id !== undefined)
  if (known.length < ids.length || known.length > SCANNED_INSTRUMENTS_MAX) return null
  return { kind: 'instruments', ids: [...new Set(known)] }
}

const names: Readonly<Record<Universe, string>> = {
  NIFTY50: 'NIFTY 50',
  NIFTY100: 'NIFTY 100',
  NIFTY200: 'NIFTY 200',
  NIFTY500: 'NIFTY 500',
  BANKNIFTY: 'NIFTY BANK',
  SENSEX: 'SENSEX',
}

/** As a sentence says it: `NIFTY 500`, `shares with F&O`. */
export const universeInWords = (universe: ScanUniverse): string => {
  switch (universe.kind) {
    case 'index':
      return names[universe.index]
    case 'fno':
      return 'shares with F&O'
    case 'nse':
      return 'all NSE shares'
    case 'watchlist':
      return `watchlist ${universe.name}`
    case 'instruments': {
      const [first, ...rest] = universe.ids.map(tradingSymbolOf)
      return rest.length > 2 ? `${first} and ${rest.length} more` : [first, ...rest].join(', ')
    }
    default:
      return universe satisfies never
  }
}
