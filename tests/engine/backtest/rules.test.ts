import { describe, expect, test } from 'vitest'
import type { BacktestParams, TradedContract } from '../../../src/domain/backtests/backtest.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { candles, closesAt, indicator, number, request, share } from '../../support/engine/notation.ts'

const host = await engineHost('Backtest')

/** Each trade as `entry time @ price x quantity > exit time @ price reason`, days after the first named by number. */
const trades = (
  series: Candles,
  changes: Partial<BacktestParams>,
  contract: TradedContract = share,
  minutes?: Candles,
) =>
  runBacktest(host, request(changes, contract), series, minutes).tradeLog.map((trade) => {
    const clock = (instant: number) =>
      `${toIstDate(instant) === '2024-04-01' ? '' : `${toIstDate(instant).slice(8)} `}${toIstClock(instant)}`
    const mark = trade.isAmbiguous ? ' ambiguous' : ''
    return `${clock(trade.entryAt)} @${trade.entryPrice} x${trade.quantity} > ${clock(trade.exitAt)} @${trade.exitPrice} ${trade.reason}${mark}`
  })

const signals = { entry: closesAt(101), exit: closesAt(109) }

describe('rule 1: fills', () => {
  const series = candles('100 100/101/100/101 103 105/109/105/109 111 112')
  test('an order fills at the open of the candle after the one that decided it', () => {
    expect(trades(series, signals)).toEqual(['09:25 @103 x1 > 09:35 @111 signal'])
  })
  test('with fill close it fills at that very close', () => {
    expect(trades(series, { ...signals, fill: 'close' })).toEqual(['09:25 @101 x1 > 09:35 @109 signal'])
  })
  test('with fill close-to-open it enters at that very close and leaves at the next open', () => {
    expect(trades(series, { ...signals, fill: 'close_to_open' })).toEqual([
      '09:25 @101 x1 > 09:35 @111 signal',
    ])
  })
  test('with fill close-to-open the candle of the entry may decide the exit: a trade for every night', () => {
    const always = {
      kind: 'compare',
      left: indicator('close'),
      comparator: 'higher than',
      right: number(0),
    } as const
    const days = candles('100/101/99/101 | 103/104/102/104 | 102 | 107')
    const nights = { entry: always, exit: always, product: 'cash', fill: 'close_to_open' } as const
    expect(trades(days, nights)).toEqual([
      '09:20 @101 x1 > 02 09:15 @103 signal',
      '02 09:20 @104 x1 > 03 09:15 @102 signal',
      '03 09:20 @102 x1 > 04 09:15 @107 signal',
    ])
    expect(trades(days, { ...nights, fill: 'close' })).toEqual([])
    expect(() => trades(days, { ...nights, product: 'MIS', interval: 'day' })).toThrow(
      /MIS is squared off every day/,
    )
  })
  test('a signal on the last candle has no candle to fill in', () => {
    expect(trades(candles('100 101'), signals)).toEqual([])
    expect(trades(candles('100 101'), { ...signals, fill: 'close' })).toEqual([])
  })
  test('a signal before a missing candle fills at the open of the next one there is', () => {
    expect(trades(candles('101 - - 104 109 110'), signals)).toEqual(['09:30 @104 x1 > 09:40 @110 signal'])
  })
  test('the last signal of a day fills at the next open of the market', () => {
    expect(trades(candles('100 101 | 107 109 110'), signals)).toEqual([
      '02 09:15 @107 x1 > 02 09:25 @110 signal',
    ])
  })
})

describe('rule 2: slippage and size', () => {
  const series = candles('101 200 109 400 400')
  test('slippage makes a buy dearer and a sale cheaper', () => {
    expect(trades(series, { ...signals, slippageBps: 100 })).toEqual(['09:20 @202 x1 > 09:30 @396 signal'])
  })
  test('a short position sells lower and buys back higher', () => {
    expect(trades(series, { ...signals, side: 'sell', slippageBps: 100 })).toEqual([
      '09:20 @198 x1 > 09:30 @404 signal',
    ])
  })
  test('ticks are added to what basis points cost', () => {
    const ticks = { ...signals, slippageTicks: 4 }
    expect(trades(series, ticks, { ...share, tickSize: 0.25 })).toEqual(['09:20 @201 x1 > 09:30 @399 signal'])
    expect(
      trades(series, { ...ticks, side: 'sell', slippageBps: 100 }, { ...share, tickSize: 0.25 }),
    ).toEqual(['09:20 @197 x1 > 09:30 @405 signal'])
  })
  test.each([
    ['bought', 'buy' as const, '09:20 @2.25 x1 > 09:30 @0.25 signal'],
    ['sold', 'sell' as const, '09:20 @0.25 x1 > 09:30 @4 signal'],
  ])('ticks never take a sale below one tick: %s', (_, side, expected) => {
    const cheap = { ...signals, side, slippageTicks: 8 }
    expect(trades(candles('101 0.25 109 2 2'), cheap, { ...share, tickSize: 0.25 })).toEqual([expected])
  })
  test.each([
    ['lots', { kind: 'lots', lots: 3 } as const, 75],
    ['rupees, rounded down to lots', { kind: 'rupees', rupees: 14_999 } as const, 50],
    ['percent of capital, rounded down to lots', { kind: 'percent', percent: 15 } as const, 75],
  ])('size by %s', (_, size, quantity) => {
    expect(trades(series, { ...signals, size }, { ...share, lotSize: 25 })).toEqual([
      `09:20 @200 x${quantity} > 09:30 @400 signal`,
    ])
  })
  test('an entry that does not cover one lot is skipped, counted and said', () => {
    const changes = { ...signals, size: { kind: 'rupees', rupees: 199 } as const }
    const report = runBacktest(host, request(changes), series)
    expect(report.tradeLog).toEqual([])
    expect(report.totalNumberOfSignals).toBe(1)
    expect(report.remarks).toContain('1 entry was skipped: not enough capital for one lot.')
  })
})

describe('rule 3: stop and target', () => {
  const long = { ...signals, stopLoss: 5, targetProfit: 5 }
  test.each([
    ['stop touched inside a candle', '101 100 100/101/94/96 96', '09:20 @100 x1 > 09:25 @95 stop'],
    ['target touched inside a candle', '101 100 100/106/99/104 104', '09:20 @100 x1 > 09:25 @105 target'],
    ['stop in the entry candle itself', '101 100/101/94/96 96', '09:20 @100 x1 > 09:20 @95 stop'],
    ['target in the entry candle itself', '101 100/106/99/104 96', '09:20 @100 x1 > 09:20 @105 target'],
    ['exactly touched is touched', '101 100 100/104/95/99 99', '09:20 @100 x1 > 09:25 @95 stop'],
    ['a gap below the stop fills at the open', '101 100 90/92/89/91 91', '09:20 @100 x1 > 09:25 @90 stop'],
    [
      'a gap above the target fills at the open',
      '101 100 108/109/90/99',
      '09:20 @100 x1 > 09:25 @108 target',
    ],
    [
      'both touched: the stop, and ambiguous',
      '101 100 100/106/94/99 99',
      '09:20 @100 x1 > 09:25 @95 stop ambiguous',
    ],
    ['both touched in the entry candle', '101 100/106/94/99 99', '09:20 @100 x1 > 09:20 @95 stop ambiguous'],
  ])('%s', (_, line, expected) => {
    expect(trades(candles(line), long)).toEqual([expected])
  })
  test.each([
    ['stop', '101 100 100/106/98/104 104', '09:20 @100 x1 > 09:25 @105 stop'],
    ['target', '101 100 100/101/94/96 96', '09:20 @100 x1 > 09:25 @95 target'],
    ['gap above the stop', '101 100 110/111/94/96 96', '09:20 @100 x1 > 09:25 @110 stop'],
    ['both', '101 100 100/106/94/99 99', '09:20 @100 x1 > 09:25 @105 stop ambiguous'],
  ])('mirrored for a short position: %s', (_, line, expected) => {
    expect(trades(candles(line), { ...long, side: 'sell' })).toEqual([expected])
  })
  describe('where one candle touches both, its minutes tell which came first', () => {
    const both = candles('101 100 100/106/94/99 99')
    const stopped = '09:20 @100 x1 > 09:25 @95 stop'
    const gained = '09:20 @100 x1 > 09:25 @105 target'
    const minutes = (line: string) => candles(line, { minutes: 1, open: '09:25' })
    test.each([
      ['the stop first', '100 100/101/94/94 94 94/106/94/106 106/106/99/99', stopped],
      ['the target first', '100 100/106/100/106 106 106/106/94/94 94/99/94/99', gained],
      ['in the first minute', '100/106/100/106 106/106/94/99', gained],
      ['both in one minute', '100 100/106/94/99 99', `${stopped} ambiguous`],
      ['both in one minute that opens beyond the stop', '100 94/106/94/99 99', stopped],
      ['both in one minute that opens beyond the target', '100 106/106/94/99 99', gained],
      ['a minute that opens beyond the target, the stop later', '100 106/106/104/104 104/104/94/99', gained],
      ['a minute after the target that touches both', '100/106/100/106 106/106/94/105', gained],
      ['minutes that touch one of them only', '100 100/101/94/94 94', `${stopped} ambiguous`],
      ['minutes that touch neither', '100 100 100', `${stopped} ambiguous`],
      ['minutes of the next candle', '- - - - - 100/106/100/106 106/106/94/94', `${stopped} ambiguous`],
      ['no minutes for that candle', '| 100/106/100/106 106/106/94/94', `${stopped} ambiguous`],
      ['no minutes', '', `${stopped} ambiguous`],
    ])('%s', (_, line, expected) => {
      expect(trades(both, long, share, minutes(line))).toEqual([expected])
    })
    test.each([
      ['the stop first', '100/106/100/106 106/106/94/94', '09:20 @100 x1 > 09:25 @105 stop'],
      ['the target first', '100/100/94/94 94/106/94/106', '09:20 @100 x1 > 09:25 @95 target'],
      ['both in one minute', '100/106/94/99', '09:20 @100 x1 > 09:25 @105 stop ambiguous'],
      ['opening beyond the target', '100 94/106/94/99', '09:20 @100 x1 > 09:25 @95 target'],
    ])('mirrored for a short position: %s', (_, line, expected) => {
      expect(trades(both, { ...long, side: 'sell' }, share, minutes(line))).toEqual([expected])
    })
    test('minutes that are there for some days settle those', () => {
      const series = candles('101 100 100/106/94/99 | 101 100 100/106/94/99 99')
      expect(trades(series, long, share, minutes('| 100/106/100/106 106/106/94/94'))).toEqual([
        '09:20 @100 x1 > 09:25 @95 stop ambiguous',
        '02 09:20 @100 x1 > 02 09:25 @105 target',
      ])
    })
    test('a day is settled by all its minutes', () => {
      const days = candles('101 | 100/106/94/99 | 99', { open: '00:00' })
      const afternoon = candles('| 100/106/100/106 106/106/94/94', { minutes: 180, open: '09:15' })
      expect(trades(days, { ...long, interval: 'day' }, share, afternoon)).toEqual([
        '02 00:00 @100 x1 > 02 00:00 @105 target',
      ])
    })
    test('a gap at the open of the candle fills there, whatever its minutes', () => {
      const gap = candles('101 100 90/106/89/91 91')
      expect(trades(gap, long, share, minutes('106/106/89/91'))).toEqual(['09:20 @100 x1 > 09:25 @90 stop'])
    })
    test('minutes that are no candles are refused', () => {
      expect(() => trades(both, long, share, minutes('100/99/101/100'))).toThrow(
        'minutes: row 0 (2024-04-01 09:25 IST) has a high of 99 under its low of 101',
      )
    })
    const remarkOf = (changes: Partial<BacktestParams>, inside?: Candles) =>
      runBacktest(host, request({ ...long, ...changes }), both, inside).remarks.find((remark) =>
        remark.includes('stop and target'),
      )
    test.each([
      [
        'settled',
        remarkOf({}, minutes('100/106/100/106 106/106/94/94')),
        '1 candle hit both stop and target; minute candles resolved 1.',
      ],
      [
        'left open',
        remarkOf({}, minutes('100')),
        '1 candle hit both stop and target; minute candles resolved 0; the stop was assumed for 1.',
      ],
      [
        'without minutes',
        remarkOf({}),
        'No minute candles to resolve 1 candle that hit both stop and target; the stop was assumed.',
      ],
      [
        'too long for minutes',
        remarkOf({ to: '2027-04-01' as never }),
        'The span holds more than 2,00,000 minutes, too many to resolve 1 candle that hit both stop and target; the stop was assumed.',
      ],
      [
        'one minute long',
        remarkOf({ interval: 'min' }),
        '1 candle hit both stop and target; which came first is unknown, so the stop was assumed.',
      ],
      ['never in doubt', remarkOf({ targetProfit: 50 }, minutes('100')), undefined],
    ])('the report says of candles %s', (_, found, expected) => {
      expect(found).toBe(expected)
    })
  })
  test('a position filled at a close is only exposed from the next candle on', () => {
    const series = candles('100/130/70/101 101/103/99/102 101/120/97/98 98')
    expect(trades(series, { ...signals, fill: 'close', stopLoss: 5, targetProfit: 5 })).toEqual([
      '09:20 @101 x1 > 09:25 @106 target',
    ])
  })
  test.each([
    ['percent of the entry price', 'pct', 2, 196],
    ['points', 'pts', 2, 198],
    ['rupees of the position', 'abs', 100, 190],
  ] as const)('distance in %s', (_, tpslType, stopLoss, exit) => {
    const size = { kind: 'lots', lots: 10 } as const
    expect(trades(candles('101 200 200/200/150/160 160'), { ...signals, tpslType, stopLoss, size })).toEqual([
      `09:20 @200 x10 > 09:25 @${exit} stop`,
    ])
  })
  test('a position stopped out may be entered again on the same close', () => {
    expect(trades(candles('101 100 100/101/94/101 100 109 109'), { ...signals, stopLoss: 5 })).toEqual([
      '09:20 @100 x1 > 09:25 @95 stop',
      '09:30 @100 x1 > 09:40 @109 signal',
    ])
  })
  test('slippage is paid on stops and targets too', () => {
    expect(
      trades(candles('101 100 100/101/80/96 96'), { ...signals, stopLoss: 11, slippageBps: 1000 }),
    ).toEqual(['09:20 @110 x1 > 09:25 @89.1 stop'])
  })
})

describe('rule 4: hours and products', () => {
  const hours = { tradingStartTime: '09:20', tradingStopTime: '09:30' }
  test.each([
    ['before the start', '101 100 100 100', { tradingStartTime: '09:25', tradingStopTime: '15:15' }, []],
    ['at the start', '101 100 100 100', hours, ['09:20 @100 x1 > 09:35 @100 end']],
    ['just before the stop', '100 101 102 103', hours, ['09:25 @102 x1 > 09:35 @103 end']],
    ['at the stop', '100 100 101 103 104', hours, []],
  ])('an entry fills from start to stop: %s', (_, line, times, expected) => {
    expect(trades(candles(line), { ...signals, ...times })).toEqual(expected)
  })
  test('with fill close the moment that counts is the close', () => {
    const close = { ...signals, ...hours, fill: 'close' } as const
    expect(trades(candles('101 100 100'), close)).toEqual(['09:20 @101 x1 > 09:30 @100 end'])
    expect(trades(candles('100 100 101 100'), close)).toEqual([])
  })
  test('entries outside the hours are counted in a remark', () => {
    const report = runBacktest(host, request({ ...signals, ...hours }), candles('100 100 101 103 104'))
    expect(report.remarks).toContain('1 entry outside 09:20 to 09:30 was not made.')
  })
  test('MIS is squared off at the open of the first candle at or after the stop', () => {
    const mis = { ...signals, ...hours, product: 'MIS' } as const
    expect(trades(candles('101 100 100 105 106'), mis)).toEqual(['09:20 @100 x1 > 09:30 @105 square-off'])
    expect(trades(candles('101 100 100 - - 107 108'), mis)).toEqual(['09:20 @100 x1 > 09:40 @107 square-off'])
  })
  test('MIS on a day that ends before the stop is squared off at its last close', () => {
    expect(trades(candles('101 100 100/103/99/102 | 120 121'), { ...signals, product: 'MIS' })).toEqual([
      '09:20 @100 x1 > 09:30 @102 square-off',
    ])
  })
  test.each(['NRML', 'cash'] as const)('%s carries over the night', (product) => {
    expect(trades(candles('101 100 100 | 120 109 121'), { ...signals, product })).toEqual([
      '09:20 @100 x1 > 02 09:25 @121 signal',
    ])
  })
  test('with fill close MIS does not enter at the last close of a day', () => {
    expect(trades(candles('100 101 | 120 121 122'), { ...signals, product: 'MIS', fill: 'close' })).toEqual(
      [],
    )
  })
  test('MIS on day candles leaves at the close of the candle it entered', () => {
    const daily = candles('101 | 100/110/90/105 | 120', { open: '00:00' })
    expect(trades(daily, { ...signals, interval: 'day', product: 'MIS' })).toEqual([
      '02 00:00 @100 x1 > 02 00:00 @105 square-off',
    ])
  })
  test('trading hours do not bind candles of a day', () => {
    const daily = candles('101 | 100 | 109 | 120', { open: '00:00' })
    expect(trades(daily, { ...signals, interval: 'day' })).toEqual([
      '02 00:00 @100 x1 > 04 00:00 @120 signal',
    ])
  })
})

describe('rule 5: one position', () => {
  test('a signal while a position is open changes nothing', () => {
    expect(trades(candles('101 101 101 109 110'), signals)).toEqual(['09:20 @101 x1 > 09:35 @110 signal'])
  })
  test('where entry and exit are true on one candle the exit wins', () => {
    const both = { entry: closesAt(101, 105), exit: closesAt(105) }
    expect(trades(candles('105 104 101 102 105 106 107'), both)).toEqual([
      '09:30 @102 x1 > 09:40 @106 signal',
    ])
  })
  test('an exit fills before square-off at the same open', () => {
    const mis = { ...signals, product: 'MIS', tradingStopTime: '09:30' } as const
    expect(trades(candles('101 100 109 108'), mis)).toEqual(['09:20 @100 x1 > 09:30 @108 signal'])
  })
})

describe('rule 7: the end', () => {
  test('the last position is closed at the last close of the span', () => {
    expect(trades(candles('101 100 100/107/99/106'), signals)).toEqual(['09:20 @100 x1 > 09:30 @106 end'])
  })
  test('candles after the span are not read', () => {
    expect(trades(candles('101 100 106 | 900 900'), { ...signals, to: '2024-04-01' as never })).toEqual([
      '09:20 @100 x1 > 09:30 @106 end',
    ])
  })
  test('candles before the span give no signals', () => {
    const series = candles('101 101 101 | 100 101 102 103')
    expect(trades(series, { ...signals, from: '2024-04-02' as never })).toEqual([
      '02 09:25 @102 x1 > 02 09:35 @103 end',
    ])
  })
})

test('excursions are the worst and best open gain while held, not what happened after the exit', () => {
  const { tradeLog } = runBacktest(
    host,
    request({ ...signals, stopLoss: 8 }),
    candles('101 100/103/97/99 99/106/98/100 100/130/91/129 129'),
  )
  expect(tradeLog.map((trade) => [trade.adverseExcursion, trade.favourableExcursion])).toEqual([[-8, 6]])
})
