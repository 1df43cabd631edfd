import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { getDepth } from '../../../src/contract/quotes/depth.ts'
import { type Instrument, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees, toRupeesOrNull } from '../../../src/domain/money.ts'
import type { Level, Print, Quote } from '../../../src/domain/quotes/quote.ts'
import { epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { Refusal } from '../../refusal.ts'
import type { OptionListing, OptionPorts } from '../options/chain-view.ts'

const SHOWN_LEVELS = 5
const PRINTS_SHOWN = 20
/** Spans before the last print, in ms; the first with enough prints is used. */
const LOOK_BACK_MS = [30_000, 300_000, 1_800_000] as const

export interface DepthPorts extends Pick<OptionPorts, 'live' | 'clock'> {
  readonly loadListing: () => Promise<Pick<OptionListing, 'find' | 'nearest'>>
  /** Loads an instrument into `live`; null when it has all. */
  readonly prepare: ((instrument: Instrument) => Promise<void>) | null
}

const levelRow = ({ price, quantity, orders }: Level) => ({ price: toRupees(price), quantity, orders })

const unitsOf = (levels: readonly Level[]): number => levels.reduce((sum, { quantity }) => sum + quantity, 0)

const lastPrints = (live: LiveMarket, instrument: Instrument, last: Quote): readonly Print[] => {
  let found: readonly Print[] = []
  for (const span of LOOK_BACK_MS) {
    found = live.prints(instrument, epochMs(last.at - span), last.at)
    if (found.length >= PRINTS_SHOWN) break
  }
  return found.slice(-PRINTS_SHOWN).reverse()
}

const findListed = (listing: Pick<OptionListing, 'find' | 'nearest'>, key: string): Instrument => {
  const parsed = parseInstrumentId(key)
  const instrument = parsed === null ? null : listing.find(parsed.id)
  if (instrument !== null) return instrument
  const near = listing.nearest(parsed?.tradingSymbol ?? key)
  throw new Refusal(
    'NOT_FOUND',
    `${key} is not listed today${near.length === 0 ? '' : `; nearest: ${near.join(', ')}`}`,
  )
}

export const createMarketDepth =
  ({ loadListing, live, clock, prepare }: DepthPorts) =>
  async (key: string): Promise<ReplyOf<typeof getDepth>> => {
    const instrument = findListed(await loadListing(), key)
    await prepare?.(instrument)
    const at = clock.now()
    const quote = live.quote(instrument, at)
    if (quote === null) throw new Refusal('NOT_FOUND', `No price for ${instrument.id} yet`)
    const { bids, asks } = live.book(instrument, at)
    return {
      key: instrument.id,
      bids: bids.slice(0, SHOWN_LEVELS).map(levelRow),
      asks: asks.slice(0, SHOWN_LEVELS).map(levelRow),
      buyQuantity: unitsOf(bids),
      sellQuantity: unitsOf(asks),
      lastPrice: toRupees(quote.lastPrice),
      lastQuantity: quote.lastQuantity,
      averagePrice: toRupeesOrNull(live.averagePrice?.(instrument, at) ?? null),
      dayOpen: toRupees(quote.dayOpen),
      dayHigh: toRupees(quote.dayHigh),
      dayLow: toRupees(quote.dayLow),
      closePrice: toRupees(quote.previousClose),
      volume: quote.volume,
      openInterest: quote.openInterest,
      lowerCircuit: toRupeesOrNull(quote.lowerCircuit),
      upperCircuit: toRupeesOrNull(quote.upperCircuit),
      prints: lastPrints(live, instrument, quote).map((print) => ({
        at: print.at,
        price: toRupees(print.price),
        quantity: print.quantity,
      })),
      asOf: at,
    }
  }

export type ReadDepth = ReturnType<typeof createMarketDepth>
