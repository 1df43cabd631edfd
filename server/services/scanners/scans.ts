import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Scan } from '../../../src/domain/scanners/scan.ts'
import { parseUniverse } from '../../../src/domain/scanners/universe.ts'
import { Refusal } from '../../refusal.ts'
import type { ScanInput } from '../../scanning/scan-input.ts'
import type { User } from '../../user.ts'
import type { Watchlists } from '../watchlists.ts'

/** Completes what a user asks for by what only the store knows. */
export const createScanInputs = ({ watchlists }: { readonly watchlists: Pick<Watchlists, 'list'> }) => {
  const listedOf = async (user: User, { universe: text }: Scan): Promise<readonly InstrumentId[] | null> => {
    const universe = parseUniverse(text)
    if (universe?.kind !== 'watchlist') return null
    const lists = await watchlists.list(user)
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

  return async (user: User, scan: Scan, segSym: InstrumentId | null = null): Promise<ScanInput> => ({
    scan,
    listed: await listedOf(user, scan),
    segSym,
  })
}

export type ScanInputs = ReturnType<typeof createScanInputs>
