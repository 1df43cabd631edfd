import { describe, expect, test } from 'vitest'
import { automaticProtection, protectionPrice } from '../../../../server/broker/exchange/protection.ts'
import { fillModels } from '../../../../server/broker/exchange.ts'
import { fromRupees, type Paise } from '../../../../src/domain/money.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { askFor, makeExchange, orderId, say } from '../../../support/server/exchange.ts'
import { ist, scriptedMarket } from '../../../support/server/live-market.ts'

const START = ist('2026-11-20 11:00:00')
const at = (ms: number) => epochMs(START + ms)

const bad: readonly (readonly [string, string, string])[] = [
  ['crossed', '0: 100.10x500 / 100.05x500', 'the book is crossed'],
  ['empty', '0: /', 'the book is empty'],
  ['of zero quantity', '0: 100.00x0 / 100.05x500', 'the book has an invalid price or quantity'],
  ['of zero price', '0: 0x100 / 100.05x500', 'the book has an invalid price or quantity'],
  ['not a number', '0: 100.00x10 / NaNx500', 'the book has an invalid price or quantity'],
  ['one-sided', '0: / 100.05x500', 'the book has no buyers'],
  ['one-sided the other way', '0: 100.00x500 /', 'the book has no sellers'],
  ['old', '-20000: 100.00x500 / 100.05x500; -10000: stale', 'the book is 10 s old'],
  [
    'outside the day',
    '0: 111.00x10 / 111.05x10; circuits: 90 110',
    'the book is outside the limits of the day',
  ],
]

describe('against a book that is', () => {
  for (const [name, script, reason] of bad) {
    for (const model of fillModels) {
      test(`${name} nothing fills, and the order says why (${model})`, () => {
        const market = scriptedMarket(`${script}; 500: 100.00x900`, START)
        const exchange = makeExchange(market, { model })
        exchange.enter(askFor('buy 10 MARKET', { id: 'a' }), at(0))
        exchange.enter(askFor('sell 10 LIMIT @99.90 IOC', { id: 'b', owner: 'ravi' }), at(0))
        exchange.enter(askFor('buy 10 LIMIT @99.95', { id: 'c', owner: 'mira' }), at(0))
        const said = exchange.advance(at(900)).map(say)
        expect(said.filter((line) => line.includes('filled'))).toEqual([])
        expect(said.filter((line) => line.startsWith('b cancelled'))).toEqual([
          `b cancelled 10: no fill: ${reason}`,
        ])
        expect([exchange.noteOf(orderId('a')), exchange.noteOf(orderId('c'))]).toEqual([
          `no fill: ${reason}`,
          `no fill: ${reason}`,
        ])
      })
    }
  }

  test('one-sided at its circuit sellers find buyers, and buyers queue', () => {
    const exchange = makeExchange(scriptedMarket('0: 110.00x500 / ; circuits: 90 110; last: 110', START))
    exchange.enter(askFor('sell 10 MARKET', { id: 'a' }), at(0))
    exchange.enter(askFor('buy 10 LIMIT @110.00', { id: 'b', owner: 'ravi' }), at(0))
    const said = exchange.advance(at(900)).map(say).sort()
    expect([...said, exchange.noteOf(orderId('b'))]).toEqual([
      'a filled 10 @110.00: took the bid at 110.00',
      'a opened',
      'b opened',
      'queue 500 ahead',
    ])
  })
})

describe('market protection', () => {
  const rows: readonly (readonly [number, number, number])[] = [
    [9.95, 2, 5],
    [10, 2, 3],
    [99.95, 2, 3],
    [100, 1, 2],
    [500, 1, 2],
    [500.05, 0.5, 1],
  ]
  test.each(rows)('at %d is %d percent, of an option %d', (price, contracts, options) => {
    expect([
      automaticProtection(fromRupees(price), 'EQ'),
      automaticProtection(fromRupees(price), 'PE'),
    ]).toEqual([contracts, options])
  })

  test('is rounded towards the last price and stays inside the circuit', () => {
    const price = (
      side: 'buy' | 'sell',
      last: number,
      marketProtection: number,
      circuits: readonly number[] = [],
    ) =>
      protectionPrice({
        side,
        instrumentType: 'EQ',
        tickSize: 5 as Paise,
        lastPrice: fromRupees(last),
        marketProtection,
        lowerCircuit: circuits[0] === undefined ? null : fromRupees(circuits[0]),
        upperCircuit: circuits[1] === undefined ? null : fromRupees(circuits[1]),
      })
    expect([
      price('buy', 101.3, -1),
      price('sell', 101.3, -1),
      price('buy', 200, 2.5),
      price('buy', 200, 2.5, [190, 203]),
      price('sell', 200, 10, [190, 210]),
      price('sell', 0.05, 50),
    ]).toEqual([10_230, 10_030, 20_500, 20_300, 19_000, 5])
  })
})
