import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { inLots } from './lots.ts'

/** Largest share of the last minute's volume that simulated orders may be together. */
const SHARE_OF_PRINTED = 0.2
/** Share of an average minute, when nothing printed. */
const SHARE_OF_UNPRINTED = 0.05
const SESSION_MINUTES = 375
const SECOND_MS = 1_000

/** Share of a day's volume that an auction matches. */
const AUCTION_VOLUME = { open: 0.01, close: 0.05 } as const

export interface Participation {
  left(at: number): number
  add(at: number, quantity: number): void
}

const minuteVolume = (market: LiveMarket, instrument: Instrument, at: number): number => {
  const volume = market.quote(instrument, epochMs(at))?.volume ?? 0
  const before = market.quote(instrument, epochMs(at - MINUTE_MS))?.volume
  const ordinary = market.averageDailyVolume(instrument) / SESSION_MINUTES
  // The first minute of a session has no whole minute before it.
  if (before === undefined || before > volume) return volume === 0 ? 0 : Math.max(volume, ordinary)
  return volume - before
}

/** Units in the minute before `at`, own fills included; at least one lot. */
export const allowedInMinute = (market: LiveMarket, instrument: Instrument, at: number): number => {
  const printed = minuteVolume(market, instrument, at)
  const allowed =
    printed > 0
      ? SHARE_OF_PRINTED * printed
      : (SHARE_OF_UNPRINTED * market.averageDailyVolume(instrument)) / SESSION_MINUTES
  return Math.max(instrument.lotSize, inLots(allowed, instrument.lotSize))
}

export const allowedInAuction = (
  market: LiveMarket,
  instrument: Instrument,
  which: 'open' | 'close',
): number =>
  Math.max(
    instrument.lotSize,
    inLots(
      SHARE_OF_PRINTED * AUCTION_VOLUME[which] * market.averageDailyVolume(instrument),
      instrument.lotSize,
    ),
  )

/** Counts fills by the second, so at most 61 entries. */
export const createParticipation = (market: LiveMarket, instrument: Instrument): Participation => {
  const filled = new Map<number, number>()
  const filledInMinute = (at: number): number => {
    const oldest = Math.floor((at - MINUTE_MS) / SECOND_MS)
    let sum = 0
    for (const [second, quantity] of filled) {
      if (second < oldest) filled.delete(second)
      else sum += quantity
    }
    return sum
  }
  return {
    left: (at) => Math.max(0, allowedInMinute(market, instrument, at) - filledInMinute(at)),
    add: (at, quantity) => {
      const second = Math.floor(at / SECOND_MS)
      filled.set(second, (filled.get(second) ?? 0) + quantity)
    },
  }
}
