import type { Simulated } from './character.ts'
import { roundToTicks, type SessionPath, shareVolume } from './path-points.ts'
import type { SharePrices } from './share-prices.ts'
import type { Bend } from './shocks/bend-prices.ts'
import { spreadOfShare } from './spreads.ts'

/** Dynamic limits of shares with derivatives, as a share of the previous close. */
const DYNAMIC_BAND = 0.1
/** Share of an ordinary day's volume at the best price. */
const DEPTH_SHARE = 1 / 6000

/** Rupees and units. */
export interface ShareRange {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export const tickPaiseOf = (tickSize: number): number => Math.max(1, Math.round(tickSize * 100))

/** Ticks; null without a band. */
const limitsOf = (band: number | null, before: number | null): readonly [number, number] | null =>
  band === null || before === null
    ? null
    : [Math.max(1, Math.ceil(before * (1 - band))), Math.floor(before * (1 + band))]

const rangeOfTicks = (ticks: Int32Array, tickPaise: number): Omit<ShareRange, 'volume'> => {
  const price = (of: number): number => (of * tickPaise) / 100
  return {
    open: price(ticks[0] ?? 0),
    high: price(ticks.reduce((most, here) => (here > most ? here : most), 0)),
    low: price(ticks.reduce((least, here) => (here < least ? here : least), ticks[0] ?? 0)),
    close: price(ticks.at(-1) ?? 0),
  }
}

const toTicks = (price: number, tickPaise: number): number =>
  Math.max(1, Math.round((price * 100) / tickPaise))

export const roundedToTick = (price: number, tickPaise: number): number =>
  (toTicks(price, tickPaise) * tickPaise) / 100

const dynamicBandOf = ({ kind, band }: Simulated): number | null =>
  kind !== 'share' || band !== null ? null : DYNAMIC_BAND

export const createShareDays = ({ seed, sessions, ...plain }: SharePrices, bend: Bend | null) => {
  const { walkOf, layoutAt, closeOf, factorsOf } = plain

  const bentPath = (instrument: Simulated, session: number) => {
    const prices = plain.pricesOf(instrument, session)
    const tickPaise = tickPaiseOf(instrument.tickSize)
    const before = session === 0 ? null : toTicks(closeOf(instrument, session - 1), tickPaise)
    const limits = limitsOf(instrument.band, before)
    const dynamicBand = dynamicBandOf(instrument)
    const { beta } = walkOf(instrument, session).character
    const path = { prices, beta, tickPaise, before, limits, dynamicBand }
    return { ...path, held: bend?.(instrument, session, path) ?? [] }
  }

  const pricesOf = (instrument: Simulated, session: number): Float64Array =>
    bend === null ? plain.pricesOf(instrument, session) : bentPath(instrument, session).prices

  const ticksOf = (instrument: Simulated, session: number) => {
    const path = bentPath(instrument, session)
    const { prices, tickPaise, limits } = path
    const layout = layoutAt(instrument.isAuctioned, session)
    return { ...path, ticks: roundToTicks(layout, (point) => prices[point] ?? 0, tickPaise, limits) }
  }

  return {
    walkOf,
    layoutAt,
    pricesOf,
    closeOf,
    factorsOf,

    /** Rupees, rounded to ticks. */
    roundedPricesOf(instrument: Simulated, session: number): Float64Array {
      const prices = pricesOf(instrument, session)
      const tickPaise = tickPaiseOf(instrument.tickSize)
      for (let point = 0; point < prices.length; point++)
        prices[point] = roundedToTick(prices[point] ?? 0, tickPaise)
      return prices
    },

    /** The whole session's candle, without its minutes; equal to that of `pathOf`. */
    rangeOf(instrument: Simulated, session: number): ShareRange {
      const { ticks, tickPaise } = ticksOf(instrument, session)
      return { ...rangeOfTicks(ticks, tickPaise), volume: walkOf(instrument, session).volume[session] ?? 0 }
    },

    pathOf(instrument: Simulated, session: number): SessionPath {
      const walk = walkOf(instrument, session)
      const layout = layoutAt(instrument.isAuctioned, session)
      const { id } = walk.character
      const { ticks, before, limits, dynamicBand, tickPaise, held } = ticksOf(instrument, session)
      const isIndex = instrument.kind !== 'share'
      const volume = isIndex ? 0 : (walk.volume[session] ?? 0)
      return {
        seed,
        id,
        day: sessions.dayOf(session),
        layout,
        ticks,
        volume: shareVolume({ seed, id, session }, layout, ticks, volume),
        tickPaise,
        lotSize: isIndex ? 0 : 1,
        previousClose: before ?? ticks[0] ?? 1,
        limits,
        dynamicBand,
        ...(held.length === 0 ? {} : { held }),
        spread: spreadOfShare(instrument),
        depth: Math.max(1, Math.round(walk.character.volume * DEPTH_SHARE)),
        isIndex,
        openInterest: [0, 0],
      }
    },
  }
}

export type ShareDays = ReturnType<typeof createShareDays>
