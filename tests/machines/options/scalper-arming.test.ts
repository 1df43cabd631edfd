import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import {
  connectScalper,
  PRICE_READ_AFTER_MS,
  type ReadQuote,
  UNTRUSTED_MS,
} from '../../../src/console/options/scalper-arming.ts'
import type { Freshness } from '../../../src/domain/quotes/quote-age.ts'
import { scalperMachine } from '../../../src/machines/options/scalper.ts'
import { ARMED_IDLE_MS, armingMachine } from '../../../src/machines/orders/arming.ts'
import { placementsMachine } from '../../../src/machines/orders/placements.ts'
import { texts } from '../../../src/machines/texts.ts'
import { createQuoteBook } from '../../../src/market/quotes/quote-book.ts'
import { NIFTY, option, scalperMarket } from '../../support/orders/scalper.ts'
import { frame } from '../../support/server/live.ts'

const ATM = option('NIFTY', '24', 25_950, 'CE')

/** The keys of the Scalper over a real quote book, armed, on a clock of its own. */
const start = () => {
  const clock = new SimulatedClock()
  let freshness: Freshness = 'live'
  const batches: (() => void)[] = []
  const quotes = createQuoteBook({
    hold: () => () => {},
    freshnessOf: () => freshness,
    after: (_, run) => batches.push(run),
  })
  const arming = createActor(armingMachine, { clock, input: { whyNot: () => null } })
  const scalper = createActor(
    scalperMachine.provide({
      actors: { instrumentList: fromCallback(() => {}), firstPrice: fromCallback(() => {}) },
    }),
    { clock, input: { underlying: NIFTY, market: scalperMarket() } },
  )
  const placements = createActor(placementsMachine, {
    clock,
    input: { now: () => clock.now(), createKey: () => 'key' },
  })
  for (const actor of [arming, scalper, placements]) actor.start()
  const readQuote: ReadQuote = { current: null }
  const after = (ms: number, run: () => void) => {
    const timer = clock.setTimeout(run, ms)
    return () => clock.clearTimeout(timer)
  }
  const unwire = connectScalper({
    actors: { arming, scalper, placements },
    quotes,
    platform: { after },
    quoteOf: (instrument) => {
      const lastPrice = quotes.lastPrice(instrument)
      const sides = { bid: lastPrice, ask: lastPrice, dayHigh: null, dayLow: null }
      return lastPrice === null ? null : { lastPrice, ...sides, isTrusted: true }
    },
    traded: () => scalper.getSnapshot().context.instrument,
    readQuote,
  })
  const batch = () => {
    for (const run of batches.splice(0)) run()
  }
  const hear = (price: number) => {
    quotes.write(frame(`${scalper.getSnapshot().context.instrument} ${price}`))
    batch()
  }
  const grow = (to: Freshness) => {
    freshness = to
    quotes.judge()
    batch()
  }
  scalper.send({ type: 'scalper.look' })
  arming.send({ type: 'arming.toggle' })
  hear(101)
  return {
    clock,
    readQuote,
    arming,
    scalper,
    quotes,
    unwire,
    hear,
    grow,
    batch,
    isArmed: () => arming.getSnapshot().matches('armed'),
    reason: () => arming.getSnapshot().context.reason,
  }
}

describe('armed keys', () => {
  test('stay armed for as long as one of them is used within the fuse', () => {
    const { clock, scalper, isArmed, reason, hear } = start()
    for (let press = 0; press < 3; press++) {
      clock.increment(ARMED_IDLE_MS - 1)
      scalper.send({ type: 'scalper.lots', by: 1 })
    }
    expect(isArmed()).toEqual(true)
    hear(102)
    clock.increment(ARMED_IDLE_MS)
    expect([isArmed(), reason()]).toEqual([false, texts.disarmedIdle])
  })

  test('go by the price that has been on screen for long enough to be read', () => {
    const { clock, scalper, readQuote, hear } = start()
    const read = () => readQuote.current?.quote.lastPrice ?? null
    hear(101)
    expect(read()).toEqual(101)
    hear(102)
    clock.increment(PRICE_READ_AFTER_MS - 1)
    expect(read()).toEqual(101)
    clock.increment(1)
    expect(read()).toEqual(102)
    hear(103)
    scalper.send({ type: 'scalper.strike', by: 1 })
    clock.increment(PRICE_READ_AFTER_MS)
    expect(read()).toEqual(null)
  })

  test('disarm when the price of what they trade has been old for three seconds', () => {
    const { clock, isArmed, reason, grow } = start()
    grow('stale')
    clock.increment(UNTRUSTED_MS - 1)
    expect(isArmed()).toEqual(true)
    clock.increment(1)
    expect([isArmed(), reason()]).toEqual([false, texts.disarmedQuotesLost])
  })

  test('disarm when what they trade has been in doubt for three seconds', () => {
    const { clock, isArmed, reason, hear } = start()
    hear(300)
    clock.increment(UNTRUSTED_MS - 1)
    expect(isArmed()).toEqual(true)
    clock.increment(1)
    expect([isArmed(), reason()]).toEqual([false, texts.disarmedQuotesLost])
  })

  test('stay armed when the price comes back before that', () => {
    const { clock, isArmed, grow } = start()
    grow('stale')
    clock.increment(UNTRUSTED_MS - 1)
    grow('live')
    clock.increment(UNTRUSTED_MS)
    expect(isArmed()).toEqual(true)
  })

  test('wait that long for the first price of another strike, and no longer', () => {
    const { clock, scalper, isArmed, hear } = start()
    scalper.send({ type: 'scalper.strike', by: 1 })
    clock.increment(UNTRUSTED_MS - 1)
    hear(55)
    clock.increment(UNTRUSTED_MS)
    expect(isArmed()).toEqual(true)
    scalper.send({ type: 'scalper.strike', by: 1 })
    clock.increment(UNTRUSTED_MS)
    expect(isArmed()).toEqual(false)
  })

  test('disarm when the feed is gone', () => {
    const { clock, quotes, isArmed, batch } = start()
    quotes.silence()
    batch()
    clock.increment(UNTRUSTED_MS)
    expect(isArmed()).toEqual(false)
  })

  test('are armed by hand alone: a touch does not arm them', () => {
    const { arming, scalper, isArmed } = start()
    arming.send({ type: 'arming.toggle' })
    scalper.send({ type: 'scalper.lots', by: 1 })
    expect([isArmed(), scalper.getSnapshot().context.instrument]).toEqual([false, ATM])
  })
})
