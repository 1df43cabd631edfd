import type { LiveMarket } from '../../../server/market/live/live-market.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise, paise, toRupees } from '../../../src/domain/money.ts'
import type { Book, Level, Quote } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs, type IstDate, istMidnight, startOfIstDate } from '../../../src/domain/time.ts'

const TICK = 5
const LEVELS = 5
const SECOND_MS = 1000

interface Step {
  readonly at: number
  readonly price: Paise
}

export interface SteadyMarket extends LiveMarket {
  /** Rupees, from `at` on. */
  set(id: string, at: EpochMs, rupees: number): void
  /** Units per level of the book from now on. */
  thin(id: string, units: number): void
  /** Rupees. */
  settle(underlying: string, rupees: number): void
  silence(id: string): void
  /** Circuit limits in rupees. */
  limit(id: string, lower: number, upper: number): void
}

/** One tick of spread, a constant deep book, a print per second; depends on time and set prices only. */
export const steadyMarket = (prices: Readonly<Record<string, number>>): SteadyMarket => {
  const steps = new Map<string, Step[]>()
  const settlements = new Map<string, number>()
  const depths = new Map<string, number>()
  const circuits = new Map<string, Pick<Quote, 'lowerCircuit' | 'upperCircuit'>>()
  for (const [id, rupees] of Object.entries(prices)) steps.set(id, [{ at: 0, price: fromRupees(rupees) }])

  const priceAt = (id: string, at: number): Paise | null =>
    steps.get(id)?.findLast((step) => step.at <= at)?.price ?? null

  const closeBefore = (id: string, at: number): Paise =>
    priceAt(id, istMidnight(at) - 1) ?? steps.get(id)?.[0]?.price ?? paise(0)

  const side = (id: string, price: Paise, direction: 1 | -1): Level[] =>
    Array.from({ length: LEVELS }, (_, level) => ({
      price: paise(price + direction * TICK * (level + 1)),
      quantity: depths.get(id) ?? 100_000,
      orders: 10,
    })).filter((level) => level.price > 0)

  return {
    set: (id, at, rupees) => {
      const list = steps.get(id) ?? []
      list.push({ at, price: fromRupees(rupees) })
      steps.set(
        id,
        list.sort((one, other) => one.at - other.at),
      )
    },
    thin: (id, units) => {
      depths.set(id, units)
    },
    settle: (underlying, rupees) => {
      settlements.set(underlying, rupees)
    },
    silence: (id) => {
      steps.delete(id)
    },
    limit: (id, lower, upper) => {
      circuits.set(id, { lowerCircuit: fromRupees(lower), upperCircuit: fromRupees(upper) })
    },
    quote: (instrument: Instrument, at) => {
      const lastPrice = priceAt(instrument.id, at)
      if (lastPrice === null) return null
      const previousClose = closeBefore(instrument.id, at)
      return {
        instrument: instrument.id,
        at: epochMs(Math.floor(at / SECOND_MS) * SECOND_MS),
        lastPrice,
        lastQuantity: 1,
        dayOpen: lastPrice,
        dayHigh: lastPrice,
        dayLow: lastPrice,
        previousClose,
        minuteOpen: lastPrice,
        minuteHigh: lastPrice,
        minuteLow: lastPrice,
        volume: 1_000_000,
        openInterest: 0,
        previousOpenInterest: 0,
        ...(circuits.get(instrument.id) ?? { lowerCircuit: null, upperCircuit: null }),
        bid: paise(lastPrice - TICK),
        ask: paise(lastPrice + TICK),
      }
    },
    book: (instrument, at): Book => {
      const price = priceAt(instrument.id, at)
      return price === null
        ? { at, bids: [], asks: [] }
        : { at, bids: side(instrument.id, price, -1), asks: side(instrument.id, price, 1) }
    },
    prints: (instrument, after, until) => {
      const first = Math.floor(after / SECOND_MS) + 1
      const last = Math.floor(until / SECOND_MS)
      const count = Math.min(Math.max(0, last - first + 1), 5000)
      return Array.from({ length: count }, (_, index) =>
        epochMs((last - count + 1 + index) * SECOND_MS),
      ).flatMap((at) => {
        const price = priceAt(instrument.id, at)
        return price === null ? [] : [{ at, price, quantity: 10_000 }]
      })
    },
    auctionPrice: (instrument, day: IstDate, which) => {
      const at = startOfIstDate(day) + (which === 'open' ? 9 : 15) * 3_600_000
      const price = priceAt(instrument.id, at)
      return price === null ? null : toRupees(price)
    },
    settlementPrice: (underlying: InstrumentId) => settlements.get(underlying) ?? null,
    forward: (underlying: InstrumentId, _, at) => {
      const price = priceAt(underlying, at)
      return price === null ? null : toRupees(price)
    },
    dailyVolatility: () => 0.01,
    averageDailyVolume: () => 50_000_000,
  }
}
