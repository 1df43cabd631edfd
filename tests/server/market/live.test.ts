import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPathLive } from '../../../server/market/live/path-live.ts'
import { createSimulatedLive } from '../../../server/market/live/simulated-live.ts'
import { findIndexMembers } from '../../../server/market/master/index-shares.ts'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { findSubject } from '../../../server/market/simulated/subject.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import { candleLines } from '../../support/market/candle-lines.ts'
import { at, cashRow, contract, day } from '../../support/market/market.ts'

const parts = { seed: 7, calendar: exchangeCalendar }
const market = createSimulatedMarket(parts)
const live = createSimulatedLive({ ...parts, days: market.days })

const share = cashRow('NSE_RELIANCE')
const small = cashRow('NSE_SOMETHINGNEW')
const nifty = cashRow('INDICES_NIFTY 50')
const future = contract('NIFTY', '2026-11-23', 'FUT')
const stockFuture = contract('RELIANCE', '2026-12-29', 'FUT', 0, 500)
const option = contract('NIFTY', '2026-12-01', 'CE', 24_000)
const farOption = contract('NIFTY', '2026-12-01', 'PE', 22_000)
const traded = [share, small, future, stockFuture, option, farOption]

const subject = (instrument: Instrument) => {
  const found = findSubject(instrument, exchangeCalendar)
  if (found === null) throw new Error(`${instrument.id} is not simulated`)
  return found
}
const minutesOf = (instrument: Instrument, now: EpochMs, on = '2026-11-20') =>
  market.readCandles(subject(instrument), 'min', { from: day(on), to: day(on), now })

const OPEN = at('2026-11-20 09:15')
const CLOSE = at('2026-11-20 15:29:59.999')
const instants = fc
  .integer({ min: 0, max: Math.floor((CLOSE - OPEN) / 250) })
  .map((step) => epochMs(OPEN + step * 250))

/** Candle of prints, as `open high low close volume`, rupees and units. */
const fold = (prints: readonly Print[]): readonly number[] | null => {
  const prices = prints.map(({ price }) => price / 100)
  const [first] = prices
  if (first === undefined) return null
  return [
    first,
    Math.max(...prices),
    Math.min(...prices),
    prices.at(-1) ?? 0,
    prints.reduce((sum, { quantity }) => sum + quantity, 0),
  ]
}

describe('the simulated market in progress', () => {
  test('the same instant answers the same, whoever asks first and in any order', () => {
    const other = createSimulatedLive(parts)
    fc.assert(
      fc.property(fc.constantFrom(...traded, nifty), instants, (instrument, instant) => {
        expect(other.quote(instrument, instant)).toEqual(live.quote(instrument, instant))
        expect(other.book(instrument, instant)).toEqual(live.book(instrument, instant))
        const after = epochMs(instant - 30_000)
        expect(other.prints(instrument, after, instant)).toEqual(live.prints(instrument, after, instant))
      }),
      { numRuns: 60 },
    )
  })

  test.each([share, stockFuture, future, option])(
    'prints of $id fold into its minutes exactly',
    async (instrument) => {
      const { time, open, high, low, close, volume } = await minutesOf(instrument, at('2026-11-21 00:00'))
      expect(time.length).toBe(instrument === share ? 361 : 385)
      const differing: unknown[] = []
      for (let row = 0; row < time.length; row++) {
        const from = time[row] ?? 0
        const prints = live.prints(instrument, epochMs(from - 1), epochMs(from + 59_999))
        const candle = [open[row], high[row], low[row], close[row], volume[row]]
        const folded = fold(prints)
        if (JSON.stringify(folded) !== JSON.stringify(candle)) differing.push([row, candle, folded])
      }
      // An option of which fewer lots than prices were traded shows prices that no print has.
      if (instrument === option) expect(differing.length).toBeLessThan(time.length / 10)
      else expect(differing).toEqual([])
    },
  )

  test('an option of which hundreds of lots change hands in a minute prints nearly every second, however cheap', () => {
    const from = at('2026-11-20 11:00')
    const until = epochMs(from + 10 * 60_000)
    const cheap = [24_600, 24_700, 24_800, 24_900, 25_000, 25_100, 25_200, 25_300]
      .map((strike) => live.prints(contract('NIFTY', '2026-11-24', 'CE', strike), from, until))
      .filter((prints) => (prints[0]?.price ?? 0) <= 4_000)
      .filter((prints) => prints.reduce((sum, { quantity }) => sum + quantity, 0) >= 10 * 200 * 65)
    expect(cheap.length).toBeGreaterThan(0)
    for (const prints of cheap) expect(prints.length).toBeGreaterThan(10 * 40)
  })

  test('the minute in progress holds the prints so far, and the quote agrees with it', async () => {
    for (const clock of ['09:15:00', '09:15:07.300', '11:07:30.001', '13:44:59.899', '15:14:59.999']) {
      const now = at(`2026-11-20 ${clock}`)
      for (const instrument of [share, nifty, future, option]) {
        const minutes = await minutesOf(instrument, now)
        const quote = live.quote(instrument, now)
        const last = minutes.time.length - 1
        const paise = (rupees: number | undefined) => Math.round((rupees ?? 0) * 100)
        expect([
          quote?.minuteOpen,
          quote?.minuteHigh,
          quote?.minuteLow,
          quote?.lastPrice,
          quote?.volume,
          quote?.openInterest,
          quote?.dayHigh,
          quote?.dayLow,
          quote?.dayOpen,
        ]).toEqual([
          paise(minutes.open[last]),
          paise(minutes.high[last]),
          paise(minutes.low[last]),
          paise(minutes.close[last]),
          minutes.volume.reduce((sum, lots) => sum + lots, 0),
          minutes.openInterest[last],
          paise(Math.max(...minutes.high)),
          paise(Math.min(...minutes.low)),
          paise(minutes.open[0]),
        ])
      }
    }
  })

  test('history does not change as the clock goes on', async () => {
    const whole = await minutesOf(option, at('2026-11-21 00:00'))
    const part = await minutesOf(option, at('2026-11-20 11:07:30'))
    const closed = part.time.length - 1
    expect(closed).toBe(112)
    expect(candleLines(sliceCandles(part, 0, closed))).toEqual(candleLines(sliceCandles(whole, 0, closed)))
  })

  test('an index is the sum of its members at every quarter of a minute', () => {
    for (const index of [
      'NIFTY 50',
      'NIFTY BANK',
      'SENSEX',
      'NIFTY FIN SERVICE',
      'NIFTY NEXT 50',
      'NIFTY MID SELECT',
    ]) {
      const members = findIndexMembers(index)
      expect(members.length).toBeGreaterThan(12)
      for (const clock of ['09:15:00', '09:15:15', '12:30:45', '15:14:45', '15:20:00', '15:29:59.999']) {
        const now = at(`2026-11-20 ${clock}`)
        const level = members.reduce(
          (sum, { share: member, units }) =>
            sum + (units * (live.quote(cashRow(member.name), now)?.lastPrice ?? Number.NaN)) / 100,
          0,
        )
        const shown = (live.quote(cashRow(`INDICES_${index}`), now)?.lastPrice ?? 0) / 100
        // The level is published in steps of 0.05.
        expect([index, clock, Math.abs(shown - level) <= 0.025 + level * 1e-9]).toEqual([index, clock, true])
      }
    }
  })

  test('books are never crossed, prices are on ticks and inside the circuits, prints are at the touch or inside', () => {
    let levels = 0
    fc.assert(
      fc.property(fc.constantFrom(...traded), instants, (instrument, instant) => {
        const quote = live.quote(instrument, instant)
        const { bids, asks } = live.book(instrument, instant)
        if (quote === null) throw new Error(`${instrument.id} has no quote`)
        levels += bids.length + asks.length
        const tick = Math.round(instrument.tickSize * 100)
        const [bid, ask] = [bids[0]?.price ?? null, asks[0]?.price ?? null]
        expect([bid, ask]).toEqual([quote.bid, quote.ask])
        if (bid !== null && ask !== null) expect(bid).toBeLessThan(ask)
        const all = [...bids, ...asks]
        expect(
          all.filter(({ price, quantity, orders }) => price % tick !== 0 || quantity <= 0 || orders <= 0),
        ).toEqual([])
        expect(all.filter(({ quantity }) => quantity % Math.max(1, instrument.lotSize) !== 0)).toEqual([])
        expect(bids.map(({ price }) => -price)).toEqual(bids.map(({ price }) => -price).sort((a, b) => a - b))
        expect(asks.map(({ price }) => price)).toEqual(asks.map(({ price }) => price).sort((a, b) => a - b))
        const { lowerCircuit, upperCircuit } = quote
        const shown = [quote.lastPrice, ...all.map(({ price }) => price)]
        expect(
          shown.filter(
            (price) => price < (lowerCircuit ?? 0) || price > (upperCircuit ?? Number.POSITIVE_INFINITY),
          ),
        ).toEqual([])
      }),
      { numRuns: 300 },
    )
    expect(levels).toBeGreaterThan(2000)
  })

  test('a share at its band is one-sided, and nothing is beyond', () => {
    const path = market.days.pathOf(subject(small), market.days.anchorSession)
    if (path === null) throw new Error('no session')
    const [lowest, highest] = [Math.min(...path.ticks), Math.max(...path.ticks)]
    const squeeze = Math.floor((highest - lowest) / 4)
    const limits = [lowest + squeeze, highest - squeeze] as const
    const ticks = path.ticks.map((price) => Math.max(limits[0], Math.min(limits[1], price)))
    const banded = createPathLive(
      {
        pathOf: (_, on) => (on === path.day ? { ...path, ticks, limits } : null),
        lastDayUntil: (on) => (on < path.day ? -1 : path.day),
      },
      {
        forward: live.forward,
        settlementPrice: live.settlementPrice,
        dailyVolatility: live.dailyVolatility,
        averageDailyVolume: live.averageDailyVolume,
      },
    )
    const sides = new Set<string>()
    for (let instant = OPEN; instant < CLOSE; instant = epochMs(instant + 15_000)) {
      const { bids, asks } = banded.book(small, instant)
      const prices = [...bids, ...asks].map(({ price }) => price / path.tickPaise)
      expect(prices.filter((price) => price < limits[0] || price > limits[1])).toEqual([])
      const quote = banded.quote(small, instant)
      expect([quote?.bid, quote?.ask]).toEqual([bids[0]?.price ?? null, asks[0]?.price ?? null])
      sides.add(`${bids.length > 0 ? 'bids' : ''} ${asks.length > 0 ? 'asks' : ''}`)
    }
    expect([...sides].sort()).toEqual([' asks', 'bids ', 'bids asks'])
  })

  test('outside its hours an instrument shows what traded last and has no book', () => {
    const evening = at('2026-11-22 20:00')
    const quote = live.quote(share, evening)
    expect([quote?.at, quote?.bid, quote?.ask]).toEqual([CLOSE, null, null])
    expect(live.book(share, evening)).toEqual({ at: evening, bids: [], asks: [] })
    // The closing auction has no continuous book.
    expect(live.book(share, at('2026-11-20 15:21'))).toEqual({
      at: at('2026-11-20 15:21'),
      bids: [],
      asks: [],
    })
    expect(live.quote(share, at('2026-11-23 09:14:59'))?.at).toBe(CLOSE)
    expect(live.quote(share, at('2026-11-23 09:15'))?.at).toBe(at('2026-11-23 09:15'))
  })

  test('a contract is there from its listing to the evening of its last day', () => {
    const shown = (when: string) => live.quote(future, at(when)) !== null
    expect(
      ['2026-08-01 10:00', '2026-11-23 15:39', '2026-11-23 23:59', '2026-11-24 09:00'].map(shown),
    ).toEqual([false, true, true, false])
  })

  test('auctions match where the session opens and closes', async () => {
    const minutes = await minutesOf(share, at('2026-11-21 00:00'))
    const price = (which: 'open' | 'close') => live.auctionPrice(share, day('2026-11-20'), which)
    expect([price('open'), price('close')]).toEqual([minutes.open[0], minutes.close.at(-1)])
    expect(live.auctionPrice(share, day('2026-07-31'), 'close')).toBeNull()
    expect(live.auctionPrice(nifty, day('2026-11-20'), 'open')).toBeNull()
    expect(live.auctionPrice(share, day('2026-11-21'), 'open')).toBeNull()
  })

  test('contracts settle at the close of the index, and not before they end', () => {
    const settled = (when: string) => live.settlementPrice(nifty.id, day('2026-11-23'), at(when))
    const close = (live.quote(nifty, at('2026-11-23 23:00'))?.lastPrice ?? 0) / 100
    expect([settled('2026-11-23 15:39:59'), settled('2026-11-23 15:40')]).toEqual([null, close])
    const stock = (live.quote(share, at('2026-11-23 23:00'))?.lastPrice ?? 0) / 100
    expect(live.settlementPrice(share.id, day('2026-11-23'), at('2026-11-23 16:00'))).toBe(stock)
    expect(live.settlementPrice(nifty.id, day('2026-11-24'), at('2026-11-25 16:00'))).toBeNull()
  })

  test('what is told of an underlying is of its size', () => {
    const now = at('2026-11-20 11:00')
    const spot = (live.quote(nifty, now)?.lastPrice ?? 0) / 100
    const forward = live.forward(nifty.id, day('2026-12-29'), now) ?? 0
    expect(forward / spot - 1).toBeGreaterThan(0.003)
    expect(forward / spot - 1).toBeLessThan(0.01)
    expect(live.forward(nifty.id, day('2026-11-17'), now)).toBeNull()
    const daily = live.dailyVolatility(nifty.id, now)
    expect(daily > 0.004 && daily < 0.03).toBe(true)
    expect(live.dailyVolatility(share.id, now)).toBeGreaterThan(daily)
    expect(traded.map((instrument) => live.averageDailyVolume(instrument) > 0)).toEqual(
      traded.map(() => true),
    )
    expect(live.averageDailyVolume(nifty)).toBe(0)
  })
})
