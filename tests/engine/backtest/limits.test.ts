import { describe, expect, test } from 'vitest'
import type { BacktestParams, TradedContract } from '../../../src/domain/backtests/backtest.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { runOfStrategy, strategyOfRun } from '../../../src/domain/strategies/run-of-strategy.ts'
import type { EquityStrategy } from '../../../src/domain/strategies/strategy.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { backtestParams } from '../../support/backtests.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { candles, closesAt, request, share } from '../../support/engine/notation.ts'

const host = await engineHost('Backtest')

const signals = { entry: closesAt(101), exit: closesAt(109) }

/** `entry time > exit time @ price reason`, days after the first named by number. */
const trades = (
  series: Candles,
  changes: Partial<BacktestParams>,
  contract: TradedContract = share,
  minutes?: Candles,
) =>
  runBacktest(host, request({ ...signals, ...changes }, contract), series, minutes).tradeLog.map((trade) => {
    const clock = (instant: number) =>
      `${toIstDate(instant) === '2024-04-01' ? '' : `${toIstDate(instant).slice(8)} `}${toIstClock(instant)}`
    const mark = trade.isAmbiguous ? ' ambiguous' : ''
    return `${clock(trade.entryAt)} > ${clock(trade.exitAt)} @${trade.exitPrice} ${trade.reason}${mark}`
  })

const remarks = (series: Candles, changes: Partial<BacktestParams>, contract: TradedContract = share) =>
  runBacktest(host, request({ ...signals, ...changes }, contract), series).remarks

describe('a trailing stop', () => {
  const atOnce = { trailing: { distance: 5, after: null } }
  const onceInProfit = { trailing: { distance: 5, after: 6 } }

  test.each<[string, string, Partial<BacktestParams>, string]>([
    [
      'follows the best price so far and stays where it was',
      '101 100 100/104/100/104 104/110/104/106 106/107/106/106 106/106/104/105',
      atOnce,
      '09:20 > 09:40 @105 trailing',
    ],
    [
      'is moved by a high for later candles only',
      '101 100 100/120/96/118 118 115/116/114/115',
      atOnce,
      '09:20 > 09:35 @115 trailing',
    ],
    [
      'fills at the open of a candle that opens beyond it',
      '101 100 100/120/96/110 110/112/108/111',
      atOnce,
      '09:20 > 09:30 @110 trailing',
    ],
    ['holds from the entry candle on', '101 100/100/94/96 96', atOnce, '09:20 > 09:20 @95 trailing'],
    [
      'is reached where it is touched exactly',
      '101 100 100/108/100/108 108/108/103/104 104',
      atOnce,
      '09:20 > 09:30 @103 trailing',
    ],
    [
      'begins where the position was in profit by so much',
      '101 100 100/105/90/100 100/106/90/105 105/105/101/103',
      onceInProfit,
      '09:20 > 09:35 @101 trailing',
    ],
    [
      'never begins under that profit',
      '101 100 100/105/90/100 100/105/80/100 100',
      onceInProfit,
      '09:20 > 09:40 @100 end',
    ],
    [
      'begins at once after a profit of 0',
      '101 100 100/101/95/99 99',
      { trailing: { distance: 5, after: 0 } },
      '09:20 > 09:25 @95 trailing',
    ],
    [
      'leaves a nearer stop loss in force',
      '101 100 100/101/96/99 99',
      { ...atOnce, stopLoss: 3 },
      '09:20 > 09:25 @97 stop',
    ],
    [
      'counts once it is nearer than the stop loss',
      '101 100 100/110/98/108 108/108/104/104 104',
      { ...atOnce, stopLoss: 3 },
      '09:20 > 09:30 @105 trailing',
    ],
    [
      'and a target in one candle: the stop, and ambiguous',
      '101 100 100/104/100/104 104/112/98/100 100',
      { ...atOnce, targetProfit: 10 },
      '09:20 > 09:30 @99 trailing ambiguous',
    ],
    [
      'is a percentage of the entry price',
      '101 200 200/220/200/220 220/220/205/206 206',
      { tpslType: 'pct', trailing: { distance: 5, after: 10 } },
      '09:20 > 09:30 @210 trailing',
    ],
    [
      'is rupees of the position',
      '101 200 200/220/200/220 220/220/205/206 206',
      { tpslType: 'abs', trailing: { distance: 50, after: 200 }, size: { kind: 'lots', lots: 10 } },
      '09:20 > 09:30 @215 trailing',
    ],
    [
      'of a short position follows the lowest price',
      '101 100 100/104/92/94 94/96/90/91 91/96/91/96',
      { ...atOnce, side: 'sell' },
      '09:20 > 09:35 @95 trailing',
    ],
    [
      'of a fill at the close leaves the candle of the fill out',
      '101/130/70/101 101/103/97/99 99/99/97.5/98 98',
      { ...atOnce, fill: 'close' },
      '09:20 > 09:25 @98 trailing',
    ],
  ])('%s', (_, line, changes, expected) => {
    expect(trades(candles(line), changes)).toEqual([expected])
  })

  test('and a target in one candle: its minutes tell which came first', () => {
    const both = candles('101 100 100/104/100/104 104/112/98/100 100')
    const inside = candles('104/112/104/112 112/112/98/100', { minutes: 1, open: '09:30' })
    expect(trades(both, { ...atOnce, targetProfit: 10 }, share, inside)).toEqual([
      '09:20 > 09:30 @110 target',
    ])
  })
})

describe('a limit of entries', () => {
  const round = '101 100 109 108'
  const two = `${round} ${round}`

  test('of a day begins anew each day', () => {
    const limit = { entries: { per: 'day', most: 1 } } as const
    expect(trades(candles(`${two} | ${two}`), limit)).toEqual([
      '09:20 > 09:30 @108 signal',
      '02 09:20 > 02 09:30 @108 signal',
    ])
    expect(remarks(candles(`${two} | ${two}`), limit)).toContain('2 entries were not made: at most 1 a day.')
  })
  test('of a week begins anew on Monday', () => {
    const limit = { entries: { per: 'week', most: 3 } } as const
    const days = [two, two, '-', '-', '-', '-', round, two]
    expect(trades(candles(days.join(' | ')), limit)).toEqual([
      '09:20 > 09:30 @108 signal',
      '09:40 > 09:50 @108 signal',
      '02 09:20 > 02 09:30 @108 signal',
      '08 09:20 > 08 09:30 @108 signal',
      '08 09:40 > 08 09:50 @108 signal',
    ])
  })
  test('counts an entry on the day that it fills', () => {
    const late = candles(`101 | 100 109 108 ${round}`)
    expect(trades(late, { entries: { per: 'day', most: 1 } })).toEqual(['02 09:15 > 02 09:25 @108 signal'])
  })
  test('does not count what was not entered', () => {
    const early = { tradingStartTime: '09:40', entries: { per: 'day', most: 1 } } as const
    expect(trades(candles(two), early)).toEqual(['09:40 > 09:50 @108 signal'])
  })
})

describe('a strategy that enters by time', () => {
  test('enters once a day at the open of the first candle from that time on', () => {
    const params = backtestParams({ exit: closesAt(109), interval: '5min' })
    const title = { algoName: 'At twenty', subCategory: 'opening', trend: 'bullish', note: '' } as const
    const atTwenty = {
      ...(strategyOfRun(params, [], title) as EquityStrategy),
      entryType: 'time',
      entryTime: '09:20',
      entryLogic: '',
    } as const
    const run = runOfStrategy(atTwenty, params)
    if (!run.ok || run.params.entries === undefined) throw new Error('it has no limit of entries')
    const { entry, exit, entries, tradingStartTime } = run.params
    expect(
      trades(candles('100 101 109 108 107 | 90 - 95 109 99'), { entry, exit, entries, tradingStartTime }),
    ).toEqual(['09:20 > 09:30 @108 signal', '02 09:25 > 02 09:35 @99 signal'])
  })
})

describe('a limit of losses in a row', () => {
  const loss = '101 100 109 99'
  const gain = '101 100 109 108'
  const flat = '101 100 109 100'
  const times = (line: string, changes: Partial<BacktestParams>) =>
    trades(candles(line), changes).map((trade) => trade.split(' > ')[0])

  test('ends the entries of its day, and of no other', () => {
    const line = `${loss} ${loss} | ${loss} ${loss}`
    expect(times(line, { lossesInARow: 1 })).toEqual(['09:20', '02 09:20'])
    expect(remarks(candles(line), { lossesInARow: 1 })).toContain(
      '2 entries were not made after 1 loss on the same day.',
    )
    expect(remarks(candles(`${loss} ${loss} ${loss}`), { lossesInARow: 2 })).toContain(
      '1 entry was not made after 2 losses in a row on the same day.',
    )
  })
  test('begins anew after a gain, and after a trade that neither lost nor gained', () => {
    expect(times(`${loss} ${gain} ${loss} ${loss} ${gain}`, { lossesInARow: 2 })).toHaveLength(4)
    expect(times(`${loss} ${flat} ${loss} ${loss} ${gain}`, { lossesInARow: 2 })).toHaveLength(4)
    expect(times(`${loss} ${loss} ${gain}`, { lossesInARow: 2 })).toHaveLength(2)
  })
  test('counts slippage as a loss', () => {
    expect(times(`${flat} ${flat}`, { lossesInARow: 1 })).toHaveLength(2)
    expect(times(`${flat} ${flat}`, { lossesInARow: 1, slippageBps: 1 })).toHaveLength(1)
    expect(times(`${flat} ${flat}`, { lossesInARow: 1, slippageTicks: 1, side: 'sell' })).toHaveLength(1)
  })
  test('counts a position carried over the night on the day of its exit', () => {
    const carried = `101 100 | 109 99 ${gain}`
    expect(times(carried, { lossesInARow: 1 })).toEqual(['09:20'])
    expect(times(carried, { lossesInARow: 2 })).toEqual(['09:20', '02 09:30'])
  })
})

describe('a size in units', () => {
  const lots = { ...share, lotSize: 25 }
  const series = candles('101 200 109 400 400')
  const quantities = (changes: Partial<BacktestParams>, contract = lots, on = series) =>
    runBacktest(host, request({ ...signals, ...changes }, contract), on).tradeLog.map(
      ({ quantity }) => quantity,
    )
  const riskOf = (rupees: number) => ({ size: { kind: 'risk', rupees } as const })

  test('of shares is rounded down to lots', () => {
    expect(quantities({ size: { kind: 'shares', shares: 130 } })).toEqual([125])
    expect(quantities({ size: { kind: 'shares', shares: 130 } }, share)).toEqual([130])
  })
  test('under one lot is skipped and said', () => {
    const few = { size: { kind: 'shares', shares: 24 } } as const
    expect(quantities(few)).toEqual([])
    expect(remarks(series, few, lots)).toContain(
      '1 entry was skipped: 24 shares are fewer than one lot of 25.',
    )
  })
  test.each<[string, Partial<BacktestParams>, readonly number[]]>([
    ['by a stop in percent', { ...riskOf(2_000), stopLoss: 2, tpslType: 'pct' }, [500]],
    ['by a stop in points', { ...riskOf(2_000), stopLoss: 8 }, [250]],
    ['rounded down to lots', { ...riskOf(399), stopLoss: 8 }, [25]],
    ['of a short position', { ...riskOf(2_000), stopLoss: 8, side: 'sell' }, [250]],
    [
      'by the entry price after slippage',
      { ...riskOf(1_010), stopLoss: 2, tpslType: 'pct', slippageBps: 100 },
      [250],
    ],
    ['of less than one lot loses', { ...riskOf(199), stopLoss: 8 }, []],
  ])('by risk is what the stop would lose, %s', (_, changes, expected) => {
    expect(quantities(changes)).toEqual(expected)
  })
  test('by risk is not one unit short for rounding', () => {
    // 7% of 100 is 7.000000000000001 in binary.
    const even = candles('101 100 109 108 108')
    expect(quantities({ ...riskOf(70), stopLoss: 7, tpslType: 'pct' }, share, even)).toEqual([10])
  })
  test('by risk loses that much at the stop', () => {
    const stopped = candles('101 200 200/200/190/191 191')
    const { tradeLog } = runBacktest(
      host,
      request({ ...signals, ...riskOf(2_000), stopLoss: 2, tpslType: 'pct' }),
      stopped,
    )
    expect(tradeLog.map(({ reason, grossPnl }) => [reason, grossPnl])).toEqual([['stop', -2_000]])
  })
  test('by risk of which one lot is too much is skipped and said', () => {
    const small = { ...riskOf(199), stopLoss: 8 }
    expect(remarks(series, small, lots)).toContain('1 entry was skipped: one lot risks more than ₹199.')
    expect(remarks(series, small, lots)).toContain(
      'The strategy made no trade: the entry was true only where one lot risked more than ₹199.',
    )
  })
})

test.each<[string, Partial<BacktestParams>, string]>([
  [
    'a trailing stop of 0',
    { trailing: { distance: 0, after: null } },
    'trailing.distance: expected above 0, at most 2500000',
  ],
  [
    'a trailing stop over the cap',
    { tpslType: 'pct', trailing: { distance: 1_000, after: null } },
    'trailing.distance: expected above 0, at most 999',
  ],
  [
    'a negative profit',
    { trailing: { distance: 1, after: -1 } },
    'trailing.after: expected 0 or more, at most 2500000',
  ],
  ['no entries', { entries: { per: 'day', most: 0 } }, 'entries.most: expected a whole number from 1'],
  ['half an entry', { entries: { per: 'day', most: 1.5 } }, 'entries.most: expected a whole number from 1'],
  ['entries a month', { entries: { per: 'month' as never, most: 1 } }, 'entries.per: expected day or week'],
  ['no losses', { lossesInARow: 0 }, 'lossesInARow: expected a whole number from 1'],
  ['half a share', { size: { kind: 'shares', shares: 0.5 } }, 'shares is 0.5, allowed 1 to'],
  ['a share and a half', { size: { kind: 'shares', shares: 1.5 } }, 'shares is 1.5, must be whole'],
  ['no risk', { stopLoss: 1, size: { kind: 'risk', rupees: 0 } }, 'risk is 0, must be above 0'],
  [
    'risk without a stop',
    { size: { kind: 'risk', rupees: 100 } },
    'size: expected a stop loss, because the risk is what is lost there',
  ],
  [
    'risk with a stop in rupees',
    { size: { kind: 'risk', rupees: 100 }, stopLoss: 100, tpslType: 'abs' },
    'size: expected a stop in percent or points: one in rupees loses the same with any quantity',
  ],
])('a run with %s is refused', (_, changes, reason) => {
  expect(() => runBacktest(host, request({ ...signals, ...changes }), candles('101 100'))).toThrow(reason)
})
