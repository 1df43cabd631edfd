import type { Instrument } from '../../../src/domain/instrument.ts'
import { epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { inLots } from './lots.ts'

/** Simulated orders together are at most this share of what the last minute printed. */
const SHARE_OF_PRINTED = 0.2
/** Where nothing printed: this share of an ordinary minute. */
const SHARE_OF_UNPRINTED = 0.05
const SESSION_MINUTES = 375
const SECOND_MS = 1_000

/** Share of a day's volume that an auction matches, and what simulated orders may be of it. */
const AUCTION_VOLUME = { open: 0.01, close: 0.05 } as const

export interface Participation {
  /** Units that may still fill at this instant. */
  left(at: number): number
  add(at: number, quantity: number): void
}

const minuteVolume = (market: LiveMarket, instrument: Instrument, at: number): number => {
  const volume = market.quote(instrument, epochMs(at))?.volume ?? 0
  const before = market.quote(instrument, epochMs(at - MINUTE_MS))?.volume
  const ordinary = market.averageDailyVolume(instrument) / SESSION_MINUTES
  // The first minute of a session has no whole minute behind it.
  if (before === undefined || before > volume) return volume === 0 ? 0 : Math.max(volume, ordinary)
  return volume - before
}

/** Units that may fill in the minute before an instant, ours included; one lot at the least. */
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

/** Keeps the fills of one instrument's last minute by the second, so that it never holds more than 61 numbers. */
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
