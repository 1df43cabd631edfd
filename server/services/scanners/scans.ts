import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Scan } from '../../../src/domain/scanners/scan.ts'
import { parseUniverse } from '../../../src/domain/scanners/universe.ts'
import { Refusal } from '../../refusal.ts'
import type { ScanInput } from '../../scanning/scan-input.ts'
import type { User, UserId } from '../../user.ts'
import type { Watchlists } from '../watchlists.ts'

/** Completes what a user asks for by what only the store knows. */
export const createScanInputs = ({ watchlists }: { readonly watchlists: Pick<Watchlists, 'list'> }) => {
  /** Symbols of a watchlist; null for another universe. Throws Refusal. */
  const listedOf = async (owner: UserId, text: string): Promise<readonly InstrumentId[] | null> => {
    const universe = parseUniverse(text)
    if (universe?.kind !== 'watchlist') return null
    const lists = await watchlists.list({ id: owner })
    const found = lists.find(({ name }) => name.toLowerCase() === universe.name.toLowerCase())
    if (found === undefined) {
      const names = lists.map(({ name }) => name).join(', ')
      throw new Refusal(
        'NOT_FOUND',
        `There is no watchlist ${universe.name}${names === '' ? '' : `; there are ${names}`}`,
      )
    }
    return found.symbols.split(',').flatMap((symbol) => parseInstrumentId(symbol)?.id ?? [])
  }

  return {
    listedOf,
    inputOf: async (user: User, scan: Scan, segSym: InstrumentId | null = null): Promise<ScanInput> => ({
      scan,
      listed: await listedOf(user.id, scan.universe),
      segSym,
    }),
  }
}

export type ScanInputs = ReturnType<typeof createScanInputs>
