import type { getOptionChainThen } from '../../../src/contract/analysis/option-chain-then.ts'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import { readInstant } from '../../../src/domain/analysis/journal/journal-address.ts'
import { spanInWords } from '../../../src/domain/dates-in-words.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { type EpochMs, epochMs, type IstDate, startOfIstDate } from '../../../src/domain/time.ts'
import type { ReplayLive } from '../../market/live/replay-live.ts'
import { Refusal } from '../../refusal.ts'
import { hoursOf } from '../positions/day-pnl.ts'
import { findUnderlying, type OptionListing, type OptionPorts } from './chain-view.ts'
import type { ContractsThen } from './contracts-then.ts'
import { readChain } from './option-chain.ts'

type ChainThen = ReplyOf<typeof getOptionChainThen>
type Live = OptionPorts['live'] & Partial<Pick<ReplayLive, 'prepare'>>

/** Odd, so that as many are above the spot as below. */
export const STRIKES_THEN_MAX = 61

const instantOf = (day: IstDate, clock: string): EpochMs =>
  epochMs(startOfIstDate(day) + (readInstant(clock) ?? 0) * 1_000)

type Side = Awaited<ReturnType<typeof readChain>>['strikes'][number]['ce']

const sideThen = (side: Side): ChainThen['strikes'][number]['ce'] => {
  if (side === null) return null
  const { sym, lastPrice, closePrice, volume, oi, oiChange, iv, delta } = side
  return { sym, lastPrice, closePrice, volume, oi, oiChange, iv, delta }
}

/** Stored days are read before their prices, which a replay has no other way to know. */
const prepareIn =
  (live: Live, day: IstDate) =>
  async (instruments: readonly Instrument[]): Promise<void> => {
    for (const instrument of instruments) await live.prepare?.(instrument, day)
  }

export const createOptionChainThen =
  (
    {
      loadListing,
      live,
      clock,
      calendar,
    }: Omit<OptionPorts, 'live'> & {
      readonly live: Live
    },
    contractsThen: ContractsThen,
  ) =>
  async ({
    key,
    day: asked,
    at: clockText,
  }: {
    readonly key: string
    readonly day: string
    readonly at: string
  }): Promise<ChainThen> => {
    const day = asked as IstDate
    const at = instantOf(day, clockText)
    const inWords = spanInWords(day, day)
    if (at > clock.now())
      throw new Refusal('NOT_FOUND', `The market has not reached ${clockText} on ${inWords}`)
    if (hoursOf(day, calendar) === null) throw new Refusal('NOT_FOUND', `The market was closed on ${inWords}`)
    const listing = await loadListing()
    const cut = key.lastIndexOf(':')
    const { id } = findUnderlying(listing, cut < 0 ? key : key.slice(0, cut))
    const { expiries, options, futures } = await contractsThen(id, day, listing.find)
    if (expiries.length === 0)
      throw new Refusal('NOT_FOUND', `No option candles of ${id} are stored for ${inWords}`)
    const listedThen: OptionListing = {
      find: listing.find,
      nearest: listing.nearest,
      expiriesOf: () => expiries,
      optionsOf: (_, expiry) => options.get(expiry) ?? [],
      futuresOf: () => futures,
    }
    const chain = await readChain(
      { live, calendar },
      {
        listing: listedThen,
        ...{ key, at, strikesMax: STRIKES_THEN_MAX },
        prepare: prepareIn(live, day),
      },
    )
    const { underlying, expiry, lotSize, spot, forward, forwardFrom, atmStrike, atmIv, straddle } = chain
    return {
      ...{ underlying, expiry, expiries: chain.expiries, lotSize, spot, forward, forwardFrom },
      ...{ atmStrike, atmIv, straddle, at },
      strikes: chain.strikes.map(({ strike, ce, pe }) => ({ strike, ce: sideThen(ce), pe: sideThen(pe) })),
    }
  }
