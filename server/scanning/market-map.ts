import type * as z from 'zod/mini'
import type { getMarketMap } from '../../src/contract/analysis.ts'
import type { FromWire } from '../../src/contract/wire.ts'
import type { Candles } from '../../src/domain/charts/candle.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import type { Quote } from '../../src/domain/quotes/quote.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import { placeOf } from '../market/master/sectors.ts'
import { createEventLoopYield } from '../market/yield-to-event-loop.ts'
import { Refusal } from '../refusal.ts'
import type { ScanListing } from './members.ts'
import { createReadingTime } from './reading-time.ts'
import type { ScanColumns } from './scan-columns.ts'

type MarketMap = FromWire<z.output<typeof getMarketMap.reply>>
type Member = MarketMap['members'][number]
type OfDays = Pick<Member, 'averageVolume' | 'yearHigh' | 'yearLow'>

export interface MarketMapParts {
  readonly columns: ScanColumns
  readonly live: LiveMarket
  readonly clock: MarketClock
}

interface MembersInput {
  readonly ids: readonly InstrumentId[]
  readonly listing: Pick<ScanListing, 'find' | 'futuresOf'>
  /** First day of the candles that scans of days read, so that they are kept once. */
  readonly since: IstDate
  readonly signal: AbortSignal
}

const YEAR_DAYS = 250
const AVERAGED_DAYS = 20
/** Days that are not kept are read for this long in one call; the next call goes on. */
const READING_MS = 600

const noDays: OfDays = { averageVolume: null, yearHigh: null, yearLow: null }

const ofDays = ({ high, low, volume }: Candles, quote: Quote): OfDays => {
  if (volume.length === 0) return noDays
  const volumes = volume.slice(-AVERAGED_DAYS)
  return {
    averageVolume: volumes.reduce((sum, one) => sum + one, 0) / volumes.length,
    yearHigh: Math.max(toRupees(quote.dayHigh), ...high.subarray(-YEAR_DAYS)),
    yearLow: Math.min(toRupees(quote.dayLow), ...low.subarray(-YEAR_DAYS)),
  }
}

export const createMarketMap = ({ columns, live, clock }: MarketMapParts) => {
  const daysOf = async (instrument: Instrument, quote: Quote, since: IstDate): Promise<OfDays> => {
    try {
      return ofDays(await columns.closed({ instrument, interval: 'day', since }), quote)
    } catch (error) {
      // An instrument outside a replay has a price and no candles.
      if (error instanceof Refusal) return noDays
      throw error
    }
  }

  const interestOf = (
    share: InstrumentId,
    { futuresOf }: MembersInput['listing'],
  ): Pick<Member, 'oi' | 'prevOi'> => {
    const at = clock.now()
    const near = futuresOf(share).find(({ expiry }) => expiry !== null && expiry >= toIstDate(at))
    const quote = near === undefined ? null : live.quote(near, at)
    return quote === null
      ? { oi: null, prevOi: null }
      : { oi: quote.openInterest, prevOi: quote.previousOpenInterest }
  }

  return async ({ ids, listing, since, signal }: MembersInput): Promise<MarketMap> => {
    const at = clock.now()
    const breathe = createEventLoopYield(signal)
    const reading = createReadingTime(READING_MS)
    const members: Member[] = []
    let loading = 0
    for (const id of ids) {
      const instrument = listing.find(id)
      const quote = instrument === null ? null : live.quote(instrument, at)
      await breathe()
      if (instrument === null || quote === null) continue
      const isRead = columns.isReady({ instrument, interval: 'day', since }) || reading.isLeft()
      if (!isRead) loading++
      members.push({
        segSym: id,
        ...placeOf(instrument.tradingSymbol),
        lastPrice: toRupees(quote.lastPrice),
        prevClose: toRupees(quote.previousClose),
        volume: quote.volume,
        ...(isRead ? await daysOf(instrument, quote, since) : noDays),
        ...interestOf(id, listing),
      })
      await breathe()
    }
    return { members, unpriced: ids.length - members.length, loading, asOf: at }
  }
}
