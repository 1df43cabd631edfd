import { describe, expect, test } from 'vitest'
import type { FillModel } from '../../../../server/broker/exchange.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { advanceBy, askFor, makeExchange, orderId, say } from '../../../support/server/exchange.ts'
import { instrumentOf, ist, scriptedMarket } from '../../../support/server/live-market.ts'

const START = ist('2026-11-20 11:00:00')
const future = instrumentOf('NIFTY26NOVFUT', { type: 'FUT', lotSize: 65 })

/** Sends each order at its millisecond, and tells what happened until `until`. */
const play = (
  script: string,
  orders: readonly string[],
  { until = 10_000, model = 'strict' as FillModel, instrument = instrumentOf('INFY') } = {},
): readonly string[] => {
  const exchange = makeExchange(scriptedMarket(script, START), { model })
  for (const line of orders) {
    const [at = '', id = '', ...words] = line.split(' ')
    exchange.enter(askFor(words.join(' '), { id, instrument }), epochMs(START + Number(at)))
  }
  return advanceBy(exchange, START, START + until, 100).map(say)
}

describe('an order that comes to the book', () => {
  const book = '0: 100.00x500 99.95x800 / 100.05x300 100.10x900 100.15x100'

  test('takes level by level at the price of each level', () => {
    expect(play(book, ['0 a buy 1250 LIMIT @100.15'])).toEqual([
      'a opened',
      'a filled 300 @100.05: took 3 levels',
      'a filled 900 @100.10: took 3 levels',
      'a filled 50 @100.15: took 3 levels',
    ])
  })

  test('takes no more than its limit', () => {
    expect(play(`${book}; 200: 99.00x100 / 101.00x100`, ['0 a sell 600 LIMIT @100.00'])).toEqual([
      'a opened',
      'a filled 500 @100.00: took the bid at 100.00',
    ])
  })

  test('of IOC the rest is cancelled', () => {
    expect(play(book, ['0 a buy 400 LIMIT @100.05 IOC'])).toEqual([
      'a opened',
      'a filled 300 @100.05: took the ask at 100.05',
      'a cancelled 100: Not matched immediately; the rest of the IOC order is cancelled',
    ])
  })

  test('at market rests at its protection price, one percent from 100.00, and waits for what comes', () => {
    const thin = '0: 99.90x100 / 100.50x100; 400: 99.90x100 / 100.80x70; 900: 99.90x100 / 101.05x70'
    expect(play(thin, ['0 a buy 300 MARKET'])).toEqual([
      'a opened',
      'a filled 100 @100.50: took the ask at 100.50',
      'a rests @101.00',
      'a filled 70 @100.80: took the ask at 100.80',
    ])
  })

  test('finds the levels that another has taken empty, half full again after 3 s', () => {
    const orders = [
      '0 a buy 300 LIMIT @100.05 IOC',
      '200 b buy 300 LIMIT @100.05 IOC',
      '3100 c buy 300 LIMIT @100.05 IOC',
    ]
    expect(play('0: 100.00x500 / 100.05x300', orders).filter((line) => line.includes('filled'))).toEqual([
      'a filled 300 @100.05: took the ask at 100.05',
      'b filled 10 @100.05: took the ask at 100.05',
      'c filled 145 @100.05: took the ask at 100.05',
    ])
  })

  test('fills whole lots alone', () => {
    expect(
      play('0: 99.95x65 / 100.05x100', ['0 a buy 130 LIMIT @100.05 IOC'], { instrument: future }),
    ).toEqual([
      'a opened',
      'a filled 65 @100.05: took the ask at 100.05',
      'a cancelled 65: Not matched immediately; the rest of the IOC order is cancelled',
    ])
  })
})

describe('an order that stands in the queue', () => {
  const book = '0: 100.00x500 / 100.10x500'

  test('is not filled by a touch', () => {
    expect(play(`${book}; 1000: 100.00x400`, ['0 a buy 100 LIMIT @100.00'])).toEqual(['a opened'])
  })

  test('is filled when prints have cleared what stood before it, by no more than is left of the print', () => {
    expect(
      play(`${book}; 1000: 100.00x450; 2000: 100.00x80; 3000: 100.00x100`, ['0 a buy 100 LIMIT @100.00']),
    ).toEqual([
      'a opened',
      'a filled 30 @100.00: queue of 500 ahead cleared',
      'a filled 70 @100.00: queue of 500 ahead cleared',
    ])
  })

  test('is filled at its limit by a print through it', () => {
    expect(play(`${book}; 1000: 99.95x1`, ['0 a buy 100 LIMIT @100.00'])).toEqual([
      'a opened',
      'a filled 100 @100.00: print through 100.00',
    ])
  })

  test('stands first where it improves on the best', () => {
    expect(play(`${book}; 1000: 100.05x40`, ['0 a buy 100 LIMIT @100.05'])).toEqual([
      'a opened',
      'a filled 40 @100.05: print at 100.05, first in the queue',
    ])
  })

  test('moves up by three tenths of what is cancelled before it', () => {
    const script = `${book}; 1000: 100.00x100 / 100.10x500; 2000: 100.00x380; 3000: 100.00x10`
    expect(play(script, ['0 a buy 100 LIMIT @100.00'])).toEqual([
      'a opened',
      'a filled 10 @100.00: queue of 500 ahead cleared',
    ])
  })

  test('trades at its own price when the other side comes to it', () => {
    expect(
      play(`${book}; 1000: 99.90x500 / 99.95x60`, ['0 a buy 100 LIMIT @100.00'], { until: 1100 }),
    ).toEqual(['a opened', 'a filled 60 @100.00: the ask came to 100.00'])
  })

  test('comes after the better price, then after who came first, and no print is used twice', () => {
    const orders = ['0 a buy 30 LIMIT @100.05', '200 b buy 30 LIMIT @100.05', '400 c buy 30 LIMIT @100.00']
    expect(play(`${book}; 1000: 100.05x50; 2000: 100.00x520`, orders)).toEqual([
      'a opened',
      'b opened',
      'c opened',
      'a filled 30 @100.05: print at 100.05, first in the queue',
      'b filled 20 @100.05: print at 100.05, first in the queue',
      'b filled 10 @100.05: print through 100.05',
      'c filled 10 @100.00: queue of 500 ahead cleared',
    ])
  })
})

describe('an order that came when the other side was there already', () => {
  // Between two looks at the book, which are half a second apart.
  const book = '0: 100.00x500 / 100.10x500; 600: 99.90x500 / 100.00x20; 800: 100.00x40; 900: 99.95x40'
  const orders = ['0 a buy 30 LIMIT @100.00', '550 b buy 100 LIMIT @100.00']

  test('is filled by no print before those that stood at its price, or at a better one', () => {
    expect(play(book, orders, { until: 950 })).toEqual([
      'a opened',
      'b opened',
      'b filled 20 @100.00: took the ask at 100.00',
      'a filled 30 @100.00: print through 100.00',
      'b filled 10 @99.95: print at 99.95',
    ])
  })
})

describe('other models of fills', () => {
  const book = '0: 100.00x500 / 100.10x500'

  test('touch fills whole when the price is touched', () => {
    expect(play(`${book}; 1000: 100.00x1`, ['0 a buy 100 LIMIT @100.00'], { model: 'touch' })).toEqual([
      'a opened',
      'a filled 100 @100.00: touched 100.00 (touch model)',
    ])
  })

  test('ltp fills at the last price at once', () => {
    expect(play(book, ['0 a buy 9000 MARKET'], { model: 'ltp' })).toEqual([
      'a opened',
      'a filled 9000 @100.00: at the last price, whatever the depth (ltp model)',
    ])
  })
})

test('of one owner two orders never meet: the newest is refused', () => {
  const script = '0: 100.00x500 / 100.10x500'
  expect(
    play(script, ['0 a sell 10 LIMIT @100.05', '300 b buy 10 LIMIT @100.05', '600 c buy 600 LIMIT @100.15']),
  ).toEqual([
    'a opened',
    'b rejected: Self-trade prevention: this order would match your own order',
    'c rejected: Self-trade prevention: this order would match your own order',
  ])
})

test('a note says where an order stands', () => {
  const exchange = makeExchange(scriptedMarket('0: 100.00x1240 / 100.10x500', START))
  exchange.enter(askFor('buy 100 LIMIT @100.00', { id: 'a' }), START)
  exchange.enter(askFor('sell 100 SL @98.00 !98.50', { id: 'b' }), START)
  expect(exchange.noteOf(orderId('a'))).toBe(null)
  exchange.advance(epochMs(START + 1000))
  expect([exchange.noteOf(orderId('a')), exchange.noteOf(orderId('b')), exchange.resting]).toEqual([
    'queue 1,240 ahead',
    'waits for 98.50',
    2,
  ])
})
