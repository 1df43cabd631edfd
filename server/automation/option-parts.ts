import * as z from 'zod/mini'
import { getOptionChain, OptionChain } from '../../src/contract/options.ts'
import { fromWire } from '../../src/contract/wire.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { expiryOfLeg, type LegMarket, optionsOfChain } from '../../src/domain/strategies/contracts-of-legs.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { Clock } from '../ports.ts'
import type { Listing } from '../reading/reader.ts'
import type { Reading } from '../reading/reading.ts'
import type { User, UserId } from '../user.ts'
import type { OptionParts } from './parts.ts'
import { wholeOf } from './whole-answer.ts'

const nobody: User = { id: '' as UserId, name: '' }

const Envelope = z.object({ data: OptionChain })

export interface ComposedOptions {
  readonly market: {
    readonly clock: Clock
    readonly loadListing: () => Promise<Pick<Listing, 'expiriesOf' | 'optionsOf'>>
  }
  readonly reading: Pick<Reading, 'answer'>
  readonly trading: Pick<OptionParts, 'marginOf'>
}

type Chain = ReturnType<typeof fromWire<typeof OptionChain>>

/** Read where all chains are, so that its greeks hold up no order. */
const readChain = async (
  { reading }: ComposedOptions,
  underlying: Instrument,
  expiry: IstDate,
): Promise<Chain> => {
  const bytes = await reading.answer(
    getOptionChain,
    { user: nobody, query: { key: `${underlying.id}:${expiry}` }, body: undefined },
    { user: '', signal: new AbortController().signal },
  )
  const text = new TextDecoder().decode(await wholeOf(bytes))
  return fromWire(OptionChain, z.parse(Envelope, JSON.parse(text)).data)
}

export const createOptionParts = (parts: ComposedOptions): OptionParts => ({
  async marketOf(underlying, legs): Promise<Omit<LegMarket, 'price'>> {
    const listing = await parts.market.loadListing()
    const today = toIstDate(parts.market.clock.now())
    const expiries = listing.expiriesOf(underlying.id).filter((expiry) => expiry >= today)
    const index: LegMarket['index'] = {
      expiriesOf: () => expiries,
      optionsOf: (id, expiry, type) =>
        listing.optionsOf(id, expiry).flatMap((row) => (type === 'CE' ? row.ce : row.pe) ?? []),
    }
    const chains = new Map<IstDate, Chain>()
    for (const leg of legs) {
      const expiry = leg.atm === null ? expiryOfLeg(leg.expiry, expiries) : null
      if (expiry !== null && !chains.has(expiry))
        chains.set(expiry, await readChain(parts, underlying, expiry))
    }
    const optionsOf: LegMarket['optionsOf'] = (expiry, type) => {
      const chain = chains.get(expiry)
      return chain === undefined ? null : optionsOfChain(chain, type)
    }
    return { index, underlying: underlying.id, optionsOf }
  },
  marginOf: parts.trading.marginOf,
})
