import type { ReplyOf } from '../../src/contract/call-types.ts'
import type { getDepth } from '../../src/contract/depth.ts'
import { type Instrument, parseInstrumentId } from '../../src/domain/instrument.ts'
import { type Paise, toRupees } from '../../src/domain/money.ts'
import type { Level, Print, Quote } from '../../src/domain/quote.ts'
import { epochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import { Refusal } from '../refusal.ts'
import type { OptionListing, OptionPorts } from './chain-view.ts'

const SHOWN_LEVELS = 5
const PRINTS_SHOWN = 20
/** How far back from the last print others are looked for; the first span that holds enough ends the search. */
const LOOK_BACK_MS = [30_000, 300_000, 1_800_000] as const

export interface DepthPorts extends Pick<OptionPorts, 'live' | 'clock'> {
  readonly loadListing: () => Promise<Pick<OptionListing, 'find' | 'nearest'>>
  /** Makes `live` know an instrument; null where it always does. */
  readonly prepare: ((instrument: Instrument) => Promise<void>) | null
}

const rupeesOrNull = (price: Paise | null): number | null => (price === null ? null : toRupees(price))

const levelRow = ({ price, quantity, orders }: Level) => ({ price: toRupees(price), quantity, orders })

const unitsOf = (levels: readonly Level[]): number => levels.reduce((sum, { quantity }) => sum + quantity, 0)

/** Of the session of the last print; the newest first. */
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
    'notFound',
    `${key} is not listed today${near.length === 0 ? '' : `; nearest: ${near.join(', ')}`}`,
  )
}

/** One instrument at the market's now: both sides of its book, its day in figures and what traded last. */
export const createMarketDepth =
  ({ loadListing, live, clock, prepare }: DepthPorts) =>
  async (key: string): Promise<ReplyOf<typeof getDepth>> => {
    const instrument = findListed(await loadListing(), key)
    await prepare?.(instrument)
    const at = clock.now()
    const quote = live.quote(instrument, at)
    if (quote === null) throw new Refusal('notFound', `There is no price of ${instrument.id} yet`)
    const { bids, asks } = live.book(instrument, at)
    return {
      key: instrument.id,
      bids: bids.slice(0, SHOWN_LEVELS).map(levelRow),
      asks: asks.slice(0, SHOWN_LEVELS).map(levelRow),
      buyQuantity: unitsOf(bids),
      sellQuantity: unitsOf(asks),
      lastPrice: toRupees(quote.lastPrice),
      lastQuantity: quote.lastQuantity,
      averagePrice: rupeesOrNull(live.averagePrice?.(instrument, at) ?? null),
      dayOpen: toRupees(quote.dayOpen),
      dayHigh: toRupees(quote.dayHigh),
      dayLow: toRupees(quote.dayLow),
      closePrice: toRupees(quote.previousClose),
      volume: quote.volume,
      openInterest: quote.openInterest,
      lowerCircuit: rupeesOrNull(quote.lowerCircuit),
      upperCircuit: rupeesOrNull(quote.upperCircuit),
      prints: lastPrints(live, instrument, quote).map((print) => ({
        at: print.at,
        price: toRupees(print.price),
        quantity: print.quantity,
      })),
      asOf: at,
    }
  }

export type ReadDepth = ReturnType<typeof createMarketDepth>
