import { describe, expect, test } from 'vitest'
import { latencyOf } from '../../../../server/broker/exchange/latency.ts'
import { paise } from '../../../../src/domain/money.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { askFor, changeTo, makeExchange, orderId, say } from '../../../support/server/exchange.ts'
import { ist, randomMarket, scriptedMarket } from '../../../support/server/live-market.ts'

const START = ist('2026-11-20 11:00:00')
const at = (ms: number) => epochMs(START + ms)
const a = orderId('a')

const filledIn = (said: readonly string[]): number =>
  said.reduce((sum, line) => sum + Number(/ filled (\d+) /.exec(line)?.[1] ?? 0), 0)

describe('a fill and a cancel in the same instants', () => {
  const arrival = 1_000 + latencyOf(1, 'a', '1')
  // The print falls on every millisecond around the arrival of the cancel; it clears the whole order or a part.
  for (const quantity of [100, 40]) {
    test(`a print of ${quantity} before, at and after the arrival has one winner each time`, () => {
      const outcomes = Array.from({ length: 41 }, (_, step) => {
        const printAt = arrival - 20 + step
        const market = scriptedMarket(`0: 99.00x10 / 101.00x500; ${printAt}: 100.00x${quantity}`, START)
        const exchange = makeExchange(market)
        exchange.enter(askFor('buy 100 LIMIT @100.00', { id: 'a' }), at(0))
        const said = exchange.advance(at(1_000)).map(say)
        exchange.cancel(a, at(1_000))
        said.push(...exchange.advance(at(3_000)).map(say))
        return said.slice(1)
      })
      const isFirst = (step: number) => arrival - 20 + step <= arrival
      const fill = `a filled ${quantity} @100.00: print at 100.00, first in the queue`
      expect(outcomes).toEqual(
        outcomes.map((_, step) => {
          if (!isFirst(step)) return ['a cancelled 100: Cancelled on request']
          return quantity === 100
            ? [fill, 'a cancelRefused: filled before cancel']
            : [fill, 'a cancelled 60: Cancelled on request']
        }),
      )
    })
  }

  test('a cancel does not overtake the order it is of', () => {
    for (let seed = 0; seed < 200; seed++) {
      const exchange = makeExchange(scriptedMarket('0: 99.00x10 / 101.00x500', START), { seed })
      exchange.enter(askFor('buy 100 LIMIT @100.00', { id: 'a' }), at(0))
      exchange.cancel(a, at(1))
      expect(exchange.advance(at(1_000)).map(say)).toEqual([
        'a opened',
        'a cancelled 100: Cancelled on request',
      ])
    }
  })

  test('a cancel of what is not here is refused', () => {
    const exchange = makeExchange(scriptedMarket('0: 99.00x10 / 101.00x500', START))
    exchange.advance(at(0))
    exchange.cancel(a, at(1))
    expect(exchange.advance(at(1_000)).map(say)).toEqual(['a cancelRefused: no longer at the exchange'])
  })
})

describe('a fill and a change in the same instants', () => {
  const market = scriptedMarket('0: 99.00x10 / 101.00x500; 1010: 100.00x60', START)

  test('a quantity below what has filled on the way is refused', () => {
    const exchange = makeExchange(market)
    exchange.enter(askFor('buy 100 LIMIT @100.00', { id: 'a' }), at(0))
    exchange.advance(at(1_000))
    exchange.modify(a, changeTo('50 LIMIT @100.00'), at(1_000))
    expect(exchange.advance(at(2_000)).map(say)).toEqual([
      'a filled 60 @100.00: print at 100.00, first in the queue',
      'a modifyRefused: filled before the change',
    ])
  })

  test('a total that is larger leaves what has not filled', () => {
    const exchange = makeExchange(market)
    exchange.enter(askFor('buy 100 LIMIT @100.00', { id: 'a' }), at(0))
    exchange.advance(at(1_000))
    exchange.modify(a, changeTo('150 LIMIT @101.00'), at(1_000))
    expect(exchange.advance(at(2_000)).map(say)).toEqual([
      'a filled 60 @100.00: print at 100.00, first in the queue',
      'a modified to 150',
      'a filled 90 @101.00: took the ask at 101.00',
    ])
  })

  test('time priority stays with a smaller quantity and goes with a new price', () => {
    const script = '0: 100.00x500 / 101.00x500; 3000: 100.00x500; 4000: 100.00x10'
    for (const [change, ahead] of [
      ['60 LIMIT @100.00', 'filled'],
      ['120 LIMIT @100.00', 'behind'],
    ] as const) {
      const exchange = makeExchange(scriptedMarket(script, START))
      exchange.enter(askFor('buy 100 LIMIT @100.00', { id: 'a' }), at(0))
      exchange.enter(askFor('buy 30 LIMIT @100.00', { id: 'b', owner: 'ravi' }), at(500))
      exchange.advance(at(1_000))
      exchange.modify(a, changeTo(change), at(1_000))
      const said = exchange.advance(at(5_000)).map(say)
      expect(said.slice(1)).toEqual([
        `${ahead === 'filled' ? 'a' : 'b'} filled 10 @100.00: queue of 500 ahead cleared`,
      ])
    }
  })
})

test('a market order fills its quantity once, wherever a tick falls in its execution', () => {
  let filledSeeds = 0
  for (let seed = 0; seed < 10_000; seed++) {
    const market = scriptedMarket(
      `0: 100.00x500 / 100.05x30 100.10x40 100.15x500; ${40 + (seed % 120)}: 100.05x90; ${60 + (seed % 101)}: 99.95x10`,
      START,
    )
    const exchange = makeExchange(market, { seed })
    exchange.enter(askFor('buy 100 MARKET', { id: 'a' }), at(0))
    const said: string[] = []
    for (let ms = 0; ms <= 300; ms += 5 + (seed % 37)) said.push(...exchange.advance(at(ms)).map(say))
    said.push(...exchange.advance(at(2_000)).map(say))
    if (filledIn(said) === 100) filledSeeds += 1
    if (filledIn(said) > 100) throw new Error(`seed ${seed}: ${said.join('; ')}`)
  }
  expect(filledSeeds).toBe(10_000)
})

test('a restored order fills what is left under new fill ids', () => {
  const market = randomMarket({ seed: 3 })
  const ids = new Set<string>()
  let filled = 0
  for (let restart = 0; restart < 5; restart++) {
    const exchange = makeExchange(market)
    const asked = { ...askFor('buy 40000 LIMIT', { id: 'a' }), price: paise(50_000) }
    exchange.restore({ ...asked, quantity: 40_000 - filled, filledQuantity: filled }, at(restart * 10_000))
    for (const report of exchange.advance(at((restart + 1) * 10_000))) {
      if (report.kind !== 'filled') throw new Error(`a restored order said ${say(report)}`)
      expect(ids.has(report.fill.id)).toBe(false)
      ids.add(report.fill.id)
      filled += report.fill.quantity
    }
  }
  expect([ids.size > 5, filled <= 40_000]).toEqual([true, true])
})
