import { describe, expect, test } from 'vitest'
import { epochMs } from '../../../../src/domain/time.ts'
import { type Asked, advanceBy, askFor, makeExchange, say } from '../../../support/server/exchange.ts'
import { instrumentOf, ist, scriptedMarket } from '../../../support/server/live-market.ts'

/** Orders as `HH:MM:SS id words`, everything from `from` to `until` of one Friday. */
const play = (
  script: string,
  orders: readonly string[],
  { from, until, ...asked }: { from: string; until: string } & Partial<Asked>,
): readonly string[] => {
  const start = ist(`2026-11-20 ${from}`)
  const exchange = makeExchange(scriptedMarket(script, start))
  exchange.advance(start)
  for (const line of orders) {
    const [clock = '', id = '', ...words] = line.split(' ')
    exchange.enter(askFor(words.join(' '), { ...asked, id }), ist(`2026-11-20 ${clock}`))
  }
  return advanceBy(exchange, start, ist(`2026-11-20 ${until}`), 20_000).map(say)
}

describe('stops', () => {
  const morning = { from: '11:00:00', until: '11:00:20' }
  const book = '0: 99.95x500 / 100.00x500'

  test('wait for the last price, not for quotes', () => {
    expect(
      play(`${book}; 2000: 97.00x500 / 97.05x500`, ['11:00:00 a sell 10 SL @97.50 !98.00'], morning),
    ).toEqual(['a awaitsTrigger'])
  })

  test('go as a limit order a way after the print that triggers them', () => {
    expect(play(`${book}; 5000: 98.00x1`, ['11:00:00 a sell 10 SL @97.50 !98.00'], morning)).toEqual([
      'a awaitsTrigger',
      'a triggered at 98.00',
      'a filled 10 @99.95: took the bid at 99.95',
    ])
  })

  test('beyond a gap fill at the first price that is there', () => {
    const gap = `${book}; 4990: 95.00x500 / 95.05x500; 5000: 95.00x1`
    expect(play(gap, ['11:00:00 a sell 10 SL-M !98.00'], morning)).toEqual([
      'a awaitsTrigger',
      'a triggered at 95.00',
      'a filled 10 @95.00: took the bid at 95.00',
    ])
  })

  describe('at a print that is too far off', () => {
    const triggered = (prints: string, order = '11:00:00 a sell 10 SL-M !98.00') =>
      play(`-100: 100.00x1; ${book}; ${prints}`, [order], morning).filter((said) =>
        said.includes('triggered'),
      )

    test('do not go when the next one is back', () => {
      expect(triggered('5000: 10.00x1; 5400: 100.00x1; 9000: 10.00x1')).toEqual([])
      expect(triggered('5000: 190.00x1; 5400: 100.00x1', '11:00:00 a buy 10 SL-M !102.00')).toEqual([])
    })

    test('go with the second tick that agrees, and at its price', () => {
      expect(triggered('5000: 10.00x1; 5400: 11.00x1')).toEqual(['a triggered at 11.00'])
      expect(triggered('5000: 10.00x1; 5000: 10.00x2')).toEqual(['a triggered at 10.00'])
    })

    test('do not go by the next after it that is not far off and passes no trigger', () => {
      expect(triggered('5000: 190.00x1; 5400: 99.00x1')).toEqual([])
    })

    test('do not go on arrival either', () => {
      expect(triggered('500: 10.00x1; 5000: 100.00x1', '11:00:01 a sell 10 SL-M !98.00')).toEqual([])
    })
  })

  test('whose limit a gap has passed say so', () => {
    const start = ist('2026-11-20 11:00:00')
    const exchange = makeExchange(
      scriptedMarket('0: 99.95x500 / 100.00x500; 4990: 95.00x500 / 95.05x500; 5000: 95.00x1', start),
    )
    const order = askFor('sell 10 SL @97.50 !98.00', { id: 'b' })
    exchange.enter(order, start)
    exchange.advance(epochMs(start + 9_000))
    expect(exchange.noteOf(order.id)).toBe('triggered at 95.00, beyond its limit 97.50; queue 500 ahead')
  })
})

describe('what does not last', () => {
  test('a TTL order lapses at its minute', () => {
    const lapsesAt = ist('2026-11-20 11:00:07')
    expect(
      play('0: 99.95x500 / 100.00x500', ['11:00:00 a buy 10 LIMIT @99.00 TTL'], {
        from: '11:00:00',
        until: '11:00:20',
        lapsesAt,
      }),
    ).toEqual(['a opened', 'a cancelled 10: TTL validity expired'])
  })

  test('a DAY order lapses with its session', () => {
    expect(
      play(
        '0: 99.95x500 / 100.00x500',
        ['15:29:50 a buy 10 LIMIT @99.00', '15:29:59 b sell 5 SL @98.00 !98.00', '15:31:00 c buy 1 MARKET'],
        {
          from: '15:29:45',
          until: '15:31:30',
        },
      ),
    ).toEqual([
      'a opened',
      'b awaitsTrigger',
      'a cancelled 10: DAY order lapsed at the end of the session',
      'b cancelled 5: DAY order lapsed at the end of the session',
      'c rejected: The market is closed',
    ])
  })
})

describe('the opening auction', () => {
  const script = '0: / ; 300000: / ; 900000: 100.40x500 / 100.60x500; open: 100.50; adv: 10000'
  const morning = { from: '09:00:00', until: '09:15:02' }

  test('matches once at one price: market, then price, then time; the rest waits for the session', () => {
    // A fifth of one percent of the day's volume is for simulated orders: 20 shares a side.
    const orders = [
      '09:01:00 a buy 10 LIMIT @100.50',
      '09:02:00 b buy 10 LIMIT @101.00',
      '09:02:30 c buy 10 MARKET',
      '09:03:00 d buy 5 LIMIT @100.45',
      '09:03:30 e buy 5 SL @101.00 !101.00',
      '09:06:00 f buy 5 MARKET',
      '09:11:00 g buy 5 LIMIT @100.50',
    ]
    expect(play(script, orders, morning)).toEqual([
      'a opened',
      'b opened',
      'c opened',
      'd opened',
      'e rejected: Stop and IOC orders are not accepted outside continuous trading',
      'f rejected: Market orders are currently not allowed.',
      'c filled 10 @100.50: opening auction at 100.50',
      'b filled 10 @100.50: opening auction at 100.50',
      'g rejected: Orders are being matched; new orders are not accepted',
    ])
  })

  test('knows no options', () => {
    const option = instrumentOf('NIFTY26NOV100CE', { type: 'CE', lotSize: 65 })
    expect(
      play(script, ['09:01:00 a buy 65 LIMIT @5.00'], {
        ...morning,
        instrument: option,
        group: 'derivatives',
      }),
    ).toEqual(['a rejected: Options have no pre-open session'])
  })
})

test('the closing auction takes resting limit orders, cancels stops, fills at its price and cancels the rest', () => {
  const script = '0: 99.95x500 / 100.00x500; 60000: / ; close: 99.80; adv: 10000000'
  const orders = [
    '15:14:10 a buy 10 LIMIT @99.90',
    '15:14:20 b sell 10 SL @98.00 !98.50',
    '15:14:30 c buy 10 LIMIT @99.00',
    '15:16:00 d buy 5 LIMIT @99.90',
    '15:21:00 e sell 20 MARKET',
    '15:26:00 f sell 20 MARKET',
  ]
  expect(play(script, orders, { from: '15:14:00', until: '15:36:00', group: 'auctioned' })).toEqual(
    [
      'a opened',
      'b awaitsTrigger',
      'c opened',
      'b cancelled 10: Stop and IOC orders are cancelled before the closing auction',
      'd rejected: The closing auction reference price is being determined; new orders are not accepted',
    ].concat([
      'e rejected: Self-trade prevention: this order would match your own order',
      'f rejected: Market orders are currently not allowed.',
      'a filled 10 @99.80: closing auction at 99.80',
      'c cancelled 10: Not executed in the closing auction',
    ]),
  )
})

test('after the close cash trades at the closing price alone', () => {
  expect(
    play('0: / ; last: 99.80', ['15:51:00 a buy 5 MARKET', '15:52:00 b sell 5 LIMIT @99.85'], {
      from: '15:50:00',
      until: '15:53:00',
    }),
  ).toEqual([
    'a opened',
    'a filled 5 @99.80: at the closing price 99.80',
    'b rejected: Only the closing price trades after the close',
  ])
})
