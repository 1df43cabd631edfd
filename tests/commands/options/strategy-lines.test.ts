import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { presets } from '../../../src/domain/options/presets.ts'
import { presetOf, strategyNames } from '../../../src/domain/options/strategy-names.ts'
import { openIndex } from '../../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../../src/market/instruments/read-master.ts'
import { tradingWith } from '../../support/command-environment.ts'
import { masterOf, optionRows, smallMaster } from '../../support/server/synthetic-master.ts'

const strikes = Array.from({ length: 41 }, (_, index) => 25_000 + index * 50)
const master = `${smallMaster().trimEnd()}\n${masterOf(
  optionRows('NIFTY', '26D15', '2026-12-15', strikes, 65),
)
  .split('\n')
  .slice(1)
  .join('\n')}`
const environment = tradingWith({ instruments: openIndex(readMaster(master)) })

const read = (line: string, here: Environment = environment) => readLine(line, line.length, here)

/** What a line puts into the basket: side, quantity and symbol of each leg, then the product. */
const legsOf = (line: string, here: Environment = environment) => {
  const { call, problem } = read(line, here)
  if (call === null) return problem
  const [first] = dispatchesOf(call, here)
  if (first?.event.type !== 'basket.add') return first
  const { drafts } = first.event
  const legs = drafts.map(({ side, quantity, instrument }) =>
    [side, quantity, instrument.replace('NFO-OPT_NIFTY', '')].join(' '),
  )
  return [...legs, drafts[0]?.product]
}

const straddle = ['sell 65 26NOV25950CE', 'sell 65 26NOV25950PE', 'NRML']

describe('a ready-made strategy in a line goes into the basket', () => {
  test.each<[string, readonly string[]]>([
    ['sell straddle nifty', straddle],
    ['sell nifty straddle', straddle],
    ['nifty straddle sell', straddle],
    ['straddle nifty sell', straddle],
    ['nifty sell straddle', straddle],
    ['s atm straddle nifty', straddle],
    ['short straddle nifty', straddle],
    ['sell straddle nifty 23 nov', straddle],
    ['basket strategy sell straddle nifty', straddle],
    ['sell 2l straddle nifty', ['sell 130 26NOV25950CE', 'sell 130 26NOV25950PE', 'NRML']],
    ['sell straddle nifty 2 lots mis', ['sell 130 26NOV25950CE', 'sell 130 26NOV25950PE', 'MIS']],
    ['buy straddle nifty', ['buy 65 26NOV25950CE', 'buy 65 26NOV25950PE', 'NRML']],
    ['long straddle nifty wk+1', ['buy 65 26D0125950CE', 'buy 65 26D0125950PE', 'NRML']],
    ['buy nifty 1dec straddle', ['buy 65 26D0125950CE', 'buy 65 26D0125950PE', 'NRML']],
    ['sell nifty 26000 straddle', ['sell 65 26NOV26000CE', 'sell 65 26NOV26000PE', 'NRML']],
    ['sell strangle nifty 15 dec', ['sell 65 26D1525750PE', 'sell 65 26D1526150CE', 'NRML']],
    [
      'sell iron condor nifty 15dec',
      ['buy 65 26D1525550PE', 'sell 65 26D1525750PE', 'sell 65 26D1526150CE', 'buy 65 26D1526350CE', 'NRML'],
    ],
    [
      'buy ic nifty 15dec',
      ['sell 65 26D1525550PE', 'buy 65 26D1525750PE', 'buy 65 26D1526150CE', 'sell 65 26D1526350CE', 'NRML'],
    ],
    ['bull call spread nifty 15dec', ['buy 65 26D1525950CE', 'sell 65 26D1526150CE', 'NRML']],
    ['buy bull call spread nifty 15dec', ['buy 65 26D1525950CE', 'sell 65 26D1526150CE', 'NRML']],
    ['sell bull put spread nifty 15dec', ['buy 65 26D1525750PE', 'sell 65 26D1525950PE', 'NRML']],
    [
      'sell iron fly nifty 15dec',
      ['buy 65 26D1525750PE', 'sell 65 26D1525950PE', 'sell 65 26D1525950CE', 'buy 65 26D1526150CE', 'NRML'],
    ],
    ['buy strap nifty', ['buy 130 26NOV25950CE', 'buy 65 26NOV25950PE', 'NRML']],
  ])('%s', (line, legs) => {
    expect(legsOf(line)).toEqual(legs)
  })

  const deltas = {
    ...environment,
    // Falls by 0.1 a strike from 0.5 at 25950, and by as much for puts below it.
    chainOf: (_: unknown, __: unknown, type: 'CE' | 'PE') =>
      strikes.map((strike) => {
        const away = ((strike - 25_950) / 50) * (type === 'CE' ? 1 : -1)
        const delta = Math.max(0.01, 0.5 - away * 0.1) * (type === 'CE' ? 1 : -1)
        return {
          instrument: instrumentId('NFO-OPT', `NIFTY26D15${strike}${type}`),
          strike,
          lastPrice: 10,
          delta,
        }
      }),
  } as Environment

  test.each<[string, readonly string[]]>([
    ['sell strangle d20 nifty 15dec', ['sell 65 26D1525800PE', 'sell 65 26D1526100CE', 'NRML']],
    ['sell strangle nifty 15dec d42', ['sell 65 26D1525900PE', 'sell 65 26D1526000CE', 'NRML']],
    [
      'sell ic nifty 15dec d30/10 2l',
      [
        'buy 130 26D1525750PE',
        'sell 130 26D1525850PE',
        'sell 130 26D1526050CE',
        'buy 130 26D1526150CE',
        'NRML',
      ],
    ],
    [
      'sell ic 200/400 nifty 15dec',
      ['buy 65 26D1525550PE', 'sell 65 26D1525750PE', 'sell 65 26D1526150CE', 'buy 65 26D1526350CE', 'NRML'],
    ],
    [
      'sell ic nifty 15dec 100/500 26000',
      ['buy 65 26D1525500PE', 'sell 65 26D1525900PE', 'sell 65 26D1526100CE', 'buy 65 26D1526500CE', 'NRML'],
    ],
  ])('%s, by distances', (line, legs) => {
    expect(legsOf(line, deltas)).toEqual(legs)
  })

  test.each([
    ['sell strangle d20/10 nifty 15dec', 'Short Strangle needs one distance, such as d20.'],
    ['sell ic d20 nifty 15dec', 'Short Iron Condor needs 2 distances, such as d20/10 or 200/400.'],
    ['sell straddle d20 nifty 15dec', 'Short Straddle needs no distance.'],
    ['sell ic 200/430 nifty 15dec', 'Not listed: PE 430 points from the money.'],
  ])('%s is refused: %s', (line, message) => {
    expect(read(line, deltas).problem?.message).toBe(message)
  })

  test('by delta it waits for the chain', () => {
    const waiting = { ...environment, chainOf: () => null }
    const { problem, needs } = read('sell strangle d20 nifty', waiting)
    expect([problem?.message, needs.chains]).toEqual([
      'The option chain is loading.',
      ['INDICES_NIFTY 50:2026-11-23'],
    ])
  })

  test('and says so in full before it does', () => {
    expect(read('sell 2l straddle nifty').title).toBe(
      'Add to basket: Short Straddle, NIFTY 23 NOV · sell 2 × 25950 CE · sell 2 × 25950 PE · NRML',
    )
    expect(read('sell straddle nifty').ghost).toBe('23 nov 1l nrml')
    const { call } = read('sell straddle nifty')
    const [, second] = call === null ? [] : dispatchesOf(call, environment)
    expect(second?.event).toEqual({ type: 'view.open', path: '/order-window?tab=basket' })
  })

  test('or says what keeps it from being one', () => {
    const problems = [
      'straddle nifty',
      'sell straddle',
      'sell straddle tcs',
      'sell straddle nifty jan',
      'sell straddle nifty 26 nov',
      'sell nifty 25963 straddle',
      'sell bull call spread nifty',
      'sell iron condor nifty',
    ].map((line) => {
      const { call, problem } = read(line)
      expect(call).toBe(null)
      return problem?.message ?? `${problem?.found}: ${problem?.expected}`
    })
    expect(problems).toEqual([
      'the end: buy or sell',
      'the end: an underlying such as nifty or RELIANCE',
      'TCS has no options.',
      'jan: an expiry of NIFTY; nearest: 23 Nov, 1 Dec, 8 Dec',
      'No NIFTY expiry on 26 Nov 2026; nearest: 23 Nov, 1 Dec',
      '25963: a listed strike; nearest: 25950',
      'No ready-made bull call spread to sell. Only to buy.',
      'Not every leg is listed for NIFTY 23 Nov: buy PE at the money −8 is missing. Try another expiry.',
    ])
    expect(read('sell bull call spread nifty').rows[0]?.insert).toBe('buy bull call spread nifty')
    expect(read('sell straddle nifty', tradingWith({ lastPrice: () => null })).problem?.expected).toBe(
      'a strike beside it; no last price of NIFTY is known',
    )
  })

  test('by a name of its own, or by a name and a side', () => {
    const named = strategyNames.map(({ words: [name], buy, sell }) => [name, buy?.name, sell?.name])
    expect(named.slice(0, 3)).toEqual([
      ['bull call spread', 'Bull Call Spread', undefined],
      ['bull put spread', 'Bull Put Spread', 'Bull Put Spread'],
      ['call ratio back spread', 'Call Ratio Back Spread', 'Call Ratio Back Spread'],
    ])
    const reached = new Set(
      strategyNames.flatMap((one) =>
        (['buy', 'sell', undefined] as const).map((side) => presetOf(one, side)?.name),
      ),
    )
    const missed = presets.filter(({ legs, name }) => legs.length > 1 && !reached.has(name))
    expect(missed.map(({ name }) => name)).toEqual([])
  })
})

test('an order stays an order where no strategy is named', () => {
  expect(legsOf('sell nifty atm ce')).toMatchObject({ event: { type: 'order.place' } })
  expect(read('straddle').rows.map(({ id }) => id)).toContain('backtest.options')
})

describe('a position is rolled or shifted by orders in the basket', () => {
  const held = (quantity: number, symbol = '26NOV25950CE') => ({
    instrument: instrumentId('NFO-OPT', `NIFTY${symbol}`),
    product: 'NRML' as const,
    ...{ quantity, averagePrice: 100 },
  })
  const holding = (...positions: readonly ReturnType<typeof held>[]) => ({ ...environment, positions })

  test.each<[string, number, readonly string[]]>([
    ['roll nifty', -130, ['buy 130 26NOV25950CE', 'sell 130 26D0125950CE', 'NRML']],
    ['roll nifty', 65, ['sell 65 26NOV25950CE', 'buy 65 26D0125950CE', 'NRML']],
    ['shift nifty +1', -130, ['buy 130 26NOV25950CE', 'sell 130 26NOV26000CE', 'NRML']],
    ['shift nifty -2', 65, ['sell 65 26NOV25950CE', 'buy 65 26NOV25850CE', 'NRML']],
  ])('%s, of %d', (line, quantity, legs) => {
    expect(legsOf(line, holding(held(quantity)))).toEqual(legs)
  })

  test.each<[string, number, readonly string[]]>([
    [
      'scale out nifty 110/95/130',
      325,
      ['sell 130 @95 26NOV25950CE', 'sell 130 @110 26NOV25950CE', 'sell 65 @130 26NOV25950CE'],
    ],
    ['scale out nifty 80/60.5', -130, ['buy 65 @80 26NOV25950CE', 'buy 65 @60.5 26NOV25950CE']],
  ])('%s, of %d, are reduce-only limit orders in the basket', (line, quantity, expected) => {
    const here = holding(held(quantity))
    const { call } = read(line, here)
    const [first] = call === null ? [] : dispatchesOf(call, here)
    const drafts = first?.event.type === 'basket.add' ? first.event.drafts : []
    expect(
      drafts.map(
        ({ side, quantity: units, price, instrument }) =>
          `${side} ${units} @${price} ${instrument.slice('NFO-OPT_NIFTY'.length)}`,
      ),
    ).toEqual(expected)
    expect(drafts.every(({ orderType, isReduceOnly }) => orderType === 'LIMIT' && isReduceOnly)).toBe(true)
  })

  test.each<[string, string]>([
    ['scale out nifty 95/110/130', 'at most 2 prices, one for each lot'],
    ['scale out nifty 95/80', 'prices above 85.40, the last price'],
    ['scale out nifty 95.02', 'prices on the tick; '],
    ['scale out nifty 95/95', 'at most 5 prices, each once'],
  ])('%s is refused', (line, expected) => {
    const { call, problem } = read(line, holding(held(130)))
    expect([call, problem?.expected.startsWith(expected)]).toEqual([null, true])
  })

  test('one without a later expiry or another strike is refused', () => {
    const tcs = { ...held(65), instrument: instrumentId('NSE', 'TCS') }
    expect(legsOf('roll tcs', holding(tcs))).toMatchObject({
      expected: 'an open contract with a later expiry',
    })
    expect(legsOf('shift nifty +99', holding(held(65)))).toMatchObject({
      expected: 'an open option with a strike listed there',
    })
    expect(legsOf('roll nifty', holding())).toMatchObject({ column: 6 })
  })

  test('a hedge asks for the underlying, and for one contract', () => {
    const here = { ...holding(held(65)), context: { ...environment.context, 'positions.open': 1 } }
    const dispatched = (line: string) => {
      const { call, problem } = read(line, here)
      return call === null ? problem : dispatchesOf(call, here)
    }
    const input = { underlying: 'INDICES_NIFTY 50', contract: null }
    expect(dispatched('hedge nifty')).toEqual([{ to: 'hedge', event: { type: 'request.send', input } }])
    expect(dispatched('hedge')).toEqual([
      { to: 'hedge', event: { type: 'request.send', input: { ...input, underlying: null } } },
    ])
    expect(dispatched('hedge nifty with nifty 25950 pe')).toMatchObject([
      { event: { input: { contract: 'NFO-OPT_NIFTY26NOV25950PE' } } },
    ])
  })
})
