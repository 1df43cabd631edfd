import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulatedLive } from '../../../server/market/live/simulated-live.ts'
import { findIndexMembers } from '../../../server/market/master/index-shares.ts'
import {
  type MarketShock,
  minutesOfShock,
  type ShockKind,
} from '../../../server/market/simulated/shocks/market-shock.ts'
import { createShocksInForce } from '../../../server/market/simulated/shocks/shocks-in-force.ts'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { findSubject } from '../../../server/market/simulated/subject.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { sliceCandles } from '../../../src/domain/charts/candle.ts'
import { resample } from '../../../src/domain/charts/resample.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import { epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import { TEST_MS } from '../../support/limits.ts'
import { candleLines } from '../../support/market/candle-lines.ts'
import { at, cashRow, contract, day } from '../../support/market/market.ts'

const DATE = '2026-11-20'
const reliance = cashRow('NSE_RELIANCE')
const relianceOfBse = cashRow('BSE_RELIANCE')
const banded = cashRow('NSE_SOMETHINGNEW')
const nifty = cashRow('INDICES_NIFTY 50')
const vix = cashRow('INDICES_INDIA VIX')
const future = contract('NIFTY', '2026-12-29', 'FUT')
const shareFuture = contract('RELIANCE', '2026-12-29', 'FUT', 0, 500)
const call = contract('NIFTY', '2026-12-01', 'CE', 24_000)
const put = contract('NIFTY', '2026-12-01', 'PE', 24_000)
const all = [
  reliance,
  relianceOfBse,
  cashRow('NSE_INFY'),
  banded,
  nifty,
  cashRow('INDICES_NIFTY IT'),
  vix,
  future,
  shareFuture,
  call,
  put,
]

const shockAt = (kind: ShockKind, clock: string, share: InstrumentId | null = null): MarketShock => {
  const startsAt = at(`${DATE} ${clock}`)
  return {
    id: `${kind} ${clock}`,
    kind,
    share,
    startsAt,
    endsAt: startsAt + minutesOfShock(kind) * MINUTE_MS,
  }
}

const marketOf = (seed: number, shocks: readonly MarketShock[] = []) => {
  const inForce = createShocksInForce(shocks)
  const parts = { seed, calendar: exchangeCalendar, shocks: inForce }
  const market = createSimulatedMarket(parts)
  const live = createSimulatedLive({ ...parts, days: market.days })
  const candlesOf = (instrument: Instrument, on = DATE, now = at('2026-11-21 09:00'), interval = 'min') => {
    const subject = findSubject(instrument, exchangeCalendar)
    if (subject === null) throw new Error(`${instrument.id} is not simulated`)
    return market.readCandles(subject, interval as 'min' | 'day', { from: day(on), to: day(on), now })
  }
  const priceAt = (instrument: Instrument, clock: string): number =>
    (live.quote(instrument, at(`${DATE} ${clock}`))?.lastPrice ?? Number.NaN) / 100
  return { inForce, market, live, candlesOf, priceAt }
}

const madeOnce = () => {
  const markets = new Map<number, ReturnType<typeof marketOf>>()
  return (seed: number): ReturnType<typeof marketOf> => {
    const known = markets.get(seed) ?? marketOf(seed)
    markets.set(seed, known)
    return known
  }
}
const plainMarket = madeOnce()
const shockedMarket = madeOnce()

const anyShock = fc
  .record({
    kind: fc.constantFrom<ShockKind>('crash', 'gap', 'circuit'),
    minute: fc.integer({ min: 2, max: 320 }),
    share: fc.constantFrom(reliance.id, banded.id),
  })
  .map(({ kind, minute, share }): MarketShock => {
    const startsAt = at(`${DATE} 09:15`) + minute * MINUTE_MS
    return {
      id: `${kind} ${minute}`,
      kind,
      share: kind === 'circuit' ? share : null,
      startsAt,
      endsAt: startsAt + minutesOfShock(kind) * MINUTE_MS,
    }
  })

describe('price shocks of the simulated market', { timeout: TEST_MS }, () => {
  test('nothing changes before one begins and from its end on: minutes, quotes, books, prints', async () => {
    let moved = 0
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 7),
        anyShock,
        fc.constantFrom(...all),
        fc.integer({ min: 0, max: 59_999 }),
        async (seed, shock, instrument, offset) => {
          const plain = plainMarket(seed)
          const shocked = shockedMarket(seed)
          shocked.inForce.bringIntoForce([{ ...shock, id: `${runs++}` }])
          const { startsAt, endsAt } = shock
          const [without, minutes] = await Promise.all(
            [plain, shocked].map(({ candlesOf }) => candlesOf(instrument)),
          )
          if (without === undefined || minutes === undefined) throw new Error('no candles')
          const first = minutes.time.findIndex((time) => time >= startsAt)
          const last = minutes.time.findIndex((time) => time >= endsAt)
          const rows = minutes.time.length
          const outside = (candles: typeof minutes) =>
            [sliceCandles(candles, 0, first), sliceCandles(candles, last, rows)].map(candleLines)
          expect([first > 1, last > first]).toEqual([true, true])
          expect(outside(minutes)).toEqual(outside(without))
          expect([...minutes.volume]).toEqual([...without.volume])
          if (candleLines(minutes).join() !== candleLines(without).join()) moved++
          const before = epochMs(startsAt - 1 - offset)
          const after = epochMs(endsAt + offset)
          const shown = ({ live }: typeof plain) => ({
            before: live.quote(instrument, before),
            book: live.book(instrument, before),
            tape: live.prints(instrument, epochMs(startsAt - 90_000), epochMs(startsAt - 1)),
            average: live.averagePrice?.(instrument, before),
            tapeAfter: live.prints(instrument, epochMs(endsAt - 1), after),
            after: live.quote(instrument, after)?.lastPrice,
            touch: [live.quote(instrument, after)?.bid, live.quote(instrument, after)?.ask],
            volume: live.quote(instrument, after)?.volume,
            depth: live.book(instrument, after, 1),
          })
          expect(shown(shocked)).toEqual(shown(plain))
        },
      ),
      { numRuns: 60 },
    )
    expect(moved).toBeGreaterThan(20)
  })

  test('other days, their closes and ranges are the same to the bit', async () => {
    const plain = plainMarket(7)
    const shocked = marketOf(7, [shockAt('crash', '11:00'), shockAt('circuit', '12:00', reliance.id)])
    for (const instrument of [reliance, nifty, vix, future, call]) {
      for (const on of ['2026-11-19', '2026-11-23']) {
        const read = ({ candlesOf }: typeof plain) => candlesOf(instrument, on, at('2026-11-24 09:00'))
        expect(await read(shocked)).toEqual(await read(plain))
      }
      expect(shocked.live.quote(instrument, at('2026-11-23 10:00:07'))).toEqual(
        plain.live.quote(instrument, at('2026-11-23 10:00:07')),
      )
    }
  })

  test('a crash takes 6 % off the index in three minutes and gives it back, and raises volatility', () => {
    const plain = plainMarket(7)
    const { priceAt } = marketOf(7, [shockAt('crash', '11:00')])
    // The index has a beta of 1.06 with this seed.
    const moves = (instrument: Instrument) =>
      ['10:59:59.999', '11:00:00', '11:01:30', '11:03:00', '11:04:59.999', '11:10:00', '11:15:00'].map(
        (clock) =>
          Math.round((priceAt(instrument, clock) / plain.priceAt(instrument, clock) - 1) * 1000) / 10,
      )
    expect(moves(nifty)).toEqual([0, 0, -3.2, -6.4, -6.4, -3.2, 0])
    expect(moves(future)).toEqual([0, 0, -3.2, -6.4, -6.4, -3.2, 0])
    const rise = (instrument: Instrument) =>
      priceAt(instrument, '11:03:30') / plain.priceAt(instrument, '11:03:30')
    expect(rise(vix)).toBeGreaterThan(1.05)
    expect(rise(put)).toBeGreaterThan(2)
  })

  test('a gap is there between two trades', () => {
    const plain = plainMarket(7)
    const { priceAt } = marketOf(7, [shockAt('gap', '11:00')])
    const moves = ['10:59:59.999', '11:00:00', '11:14:59.999', '11:25:00', '11:35:00'].map(
      (clock) => Math.round((priceAt(nifty, clock) / plain.priceAt(nifty, clock) - 1) * 1000) / 10,
    )
    expect(moves).toEqual([0, -3.2, -3.2, -1.6, 0])
  })

  test.each([
    ['without a fixed band', reliance, 0.1],
    ['with a band', banded, 0.2],
  ] as const)('a share %s goes to its lower limit and stays there without buyers', (_, share, band) => {
    const { live } = marketOf(7, [shockAt('circuit', '11:00', share.id)])
    const before = live.quote(share, at(`${DATE} 10:59:59`))
    if (before === null) throw new Error('no quote')
    const { lowerCircuit, upperCircuit } = before
    expect((lowerCircuit ?? 0) / before.previousClose).toBeCloseTo(1 - band, 3)
    let locked = 0
    for (let second = 0; second < 24 * 60; second++) {
      const now = epochMs(at(`${DATE} 11:00`) + second * 1000)
      const quote = live.quote(share, now)
      const { bids, asks } = live.book(share, now)
      expect([quote?.lowerCircuit, quote?.upperCircuit]).toEqual([lowerCircuit, upperCircuit])
      expect(quote?.lastPrice ?? 0).toBeGreaterThanOrEqual(lowerCircuit ?? 0)
      if (second < 4 * 60 || second >= 14 * 60) continue
      locked++
      expect([quote?.lastPrice, quote?.bid, quote?.ask]).toEqual([lowerCircuit, null, lowerCircuit])
      expect([bids, asks[0]?.price]).toEqual([[], lowerCircuit])
    }
    expect(locked).toBe(600)
  })

  test('futures and options of the share follow it, and its index loses its part', () => {
    const plain = plainMarket(7)
    const { priceAt } = marketOf(7, [shockAt('circuit', '11:00', reliance.id)])
    const move = (instrument: Instrument) =>
      priceAt(instrument, '11:06:00') / plain.priceAt(instrument, '11:06:00') - 1
    expect(move(shareFuture)).toBeCloseTo(move(reliance), 3)
    expect(move(relianceOfBse)).toBe(move(reliance))
    expect(move(reliance)).toBeLessThan(-0.05)
    const [loss, weight] = [move(nifty), move(nifty) / move(reliance)]
    expect([loss < 0, weight > 0.03, weight < 0.2]).toEqual([true, true, true])
    expect(move(cashRow('NSE_INFY'))).toBe(0)
  })

  test.each(['crash', 'gap', 'circuit'] as const)(
    'index, members, contracts, candles and days agree during a %s',
    async (kind) => {
      const share = kind === 'circuit' ? reliance.id : null
      const { live, candlesOf, priceAt } = marketOf(7, [shockAt(kind, '11:00', share)])
      for (const clock of ['11:00:00', '11:01:15', '11:05:30', '11:12:45']) {
        const level = findIndexMembers('NIFTY 50').reduce(
          (sum, { share: member, units }) => sum + units * priceAt(cashRow(member.name), clock),
          0,
        )
        expect(Math.abs(priceAt(nifty, clock) - level)).toBeLessThan(0.026)
        const now = at(`${DATE} ${clock}`)
        const expiry = day('2026-12-01')
        const forward = live.forward(nifty.id, expiry, now) ?? Number.NaN
        const discount = Math.exp(-RISK_FREE_RATE * yearsToExpiry(expiry, now))
        const apart = priceAt(call, clock) - priceAt(put, clock) - discount * (forward - 24_000)
        expect(Math.abs(apart)).toBeLessThan(0.05)
      }
      for (const instrument of [reliance, banded, nifty, future, call]) {
        const minutes = await candlesOf(instrument)
        const whole = await candlesOf(instrument, DATE, at('2026-11-21 09:00'), 'day')
        expect(candleLines(whole)).toEqual(candleLines(resample(minutes, 'day')))
        const quote = live.quote(instrument, at('2026-11-20 15:45'))
        expect([quote?.dayHigh, quote?.dayLow]).toEqual(
          [whole.high[0], whole.low[0]].map((price) => Math.round((price ?? 0) * 100)),
        )
      }
      for (const instrument of [reliance, future]) {
        const minutes = await candlesOf(instrument)
        for (const row of [100, 105, 109, 112, 130]) {
          const from = minutes.time[row] ?? 0
          const prints = live.prints(instrument, epochMs(from - 1), epochMs(from + 59_999))
          const prices = prints.map(({ price }) => price / 100)
          expect([prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)]).toEqual(
            [minutes.open, minutes.high, minutes.low, minutes.close].map((column) => column[row]),
          )
          expect(prints.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(minutes.volume[row])
        }
      }
    },
  )

  test('what was asked before one came into force is made again with it', async () => {
    const late = marketOf(7)
    const now = at(`${DATE} 10:58:20`)
    const shock = shockAt('crash', '11:00')
    for (const instrument of all) {
      late.live.quote(instrument, now)
      await late.candlesOf(instrument, DATE, now)
    }
    late.inForce.bringIntoForce([shock])
    const early = marketOf(7, [shock])
    for (const instrument of all) {
      for (const clock of ['10:59:30', '11:03:10', '11:20:00']) {
        const instant = at(`${DATE} ${clock}`)
        expect(late.live.quote(instrument, instant)).toEqual(early.live.quote(instrument, instant))
        expect(await late.candlesOf(instrument, DATE, instant)).toEqual(
          await early.candlesOf(instrument, DATE, instant),
        )
      }
    }
  })

  test('one day has several, each from where the one before has left its limits', () => {
    const { live } = marketOf(7, [
      shockAt('circuit', '11:00', reliance.id),
      shockAt('circuit', '12:00', reliance.id),
    ])
    const limits = ['10:59', '11:10', '11:30', '12:10'].map((clock) => {
      const quote = live.quote(reliance, at(`${DATE} ${clock}`))
      return quote === null
        ? null
        : Math.round((1 - (quote.lowerCircuit ?? 0) / quote.previousClose) * 100) / 100
    })
    expect(limits).toEqual([0.1, 0.1, 0.15, 0.15])
    expect(live.quote(reliance, at(`${DATE} 12:10`))?.bid).toBeNull()
  })
})
