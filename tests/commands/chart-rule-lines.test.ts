import { describe, expect, test } from 'vitest'
import type { Environment } from '../../src/commands/environment.ts'
import { readLine } from '../../src/commands/read-line.ts'
import { dispatchesOf, titleOfCall } from '../../src/commands/registry.ts'
import { at, definitions } from '../support/line-environments.ts'
import { rsiDip } from '../support/strategies.ts'

const onChart = at({ view: 'trading-view' }, { definitions })

const read = (line: string, here: Environment) => {
  const { call, problem } = readLine(line, line.length, here)
  return call === null
    ? { problem: problem?.message ?? `column ${problem?.column}: ${problem?.expected}` }
    : { title: titleOfCall(call, here), events: dispatchesOf(call, here).map(({ event }) => event) }
}

describe('what a chart draws', () => {
  test.each([
    ['ind ema(rsi(14),9)', 'ema(rsi(14),9)'],
    ['ind close - 2 * atr(14)', 'close - 2 * atr(14)'],
    ['ind close / close of "TCS"', 'close / close of "TCS"'],
    ['ind spread(9)', 'spread(9){close - ema(close,9)}'],
    ['ind squeeze', 'squeeze{atr(20) < 4}'],
    ['ind close > ema(close,20)', 'close > ema(close,20)'],
    ['ind ema 9', 'ema(close,9)'],
  ])('%s', (line, indicator) => {
    expect(read(line, onChart).events).toEqual([{ type: 'chart.indicator', slot: 'first', indicator }])
  })

  test.each([
    ['ind ema(rsi(14,9),9)', 'column 16: ) of rsi'],
    ['ind 5 + 2', 'column 5: an indicator such as ema 9, supertrend 7 3 or rsi(14)'],
  ])('%s says what is wrong and where', (line, problem) => {
    expect(read(line, onChart).problem).toContain(problem)
  })

  test('takes several with the instrument, each with brackets of its own', () => {
    expect(read('chart tcs 5min ema(rsi(14),9) rsi(14)', onChart).events?.[2]).toEqual({
      type: 'chart.draw',
      slot: 'first',
      indicators: ['ema(rsi(14),9)', 'rsi(14)'],
    })
  })
})

describe('show on chart', () => {
  test('draws the lines that a typed rule compares, and the rule', () => {
    expect(read('show on chart ema(close,9) crosses above ema(close,21)', onChart)).toEqual({
      title: 'Mark candles where ema(close,9) crosses above ema(close,21)',
      events: [
        {
          type: 'chart.draw',
          slot: 'first',
          indicators: ['ema(close,9)', 'ema(close,21)', 'ema(close,9) crosses above ema(close,21)'],
        },
        { type: 'view.open', path: '/trading-view' },
      ],
    })
  })

  test('takes the strategy in the builder to its instrument and interval', () => {
    const inBuilder = at(
      { view: 'strategy', 'strategy.editing': true },
      {
        draft: { strategy: rsiDip, of: null, saved: null },
      },
    )
    const { events } = read('show on chart', inBuilder)
    expect(events?.slice(0, 2)).toEqual([
      { type: 'chart.instrument', slot: 'first', instrument: 'NSE_TCS' },
      { type: 'chart.interval', slot: 'first', interval: rsiDip.interval },
    ])
    expect(events?.[2]).toMatchObject({
      type: 'chart.draw',
      indicators: expect.arrayContaining([rsiDip.entryLogic]),
    })
    expect(events?.[3]).toEqual({
      type: 'view.open',
      path: `/trading-view?symbol=NSE_TCS&interval=${rsiDip.interval}`,
    })
  })

  test('takes the scan on screen to the symbol of the row', () => {
    const scan = { logic: 'rsi(14) < 30', universe: 'NIFTY500', interval: 'day', moment: 'close' } as const
    const onRow = at(
      { view: 'scanner-result', 'scan.shown': true, 'focus.kind': 'scanned', 'focus.instrument': 'NSE_TCS' },
      { scan: { scan, tab: 'found', of: null } },
    )
    expect(read('show on chart', onRow).events?.slice(0, 3)).toEqual([
      { type: 'chart.instrument', slot: 'first', instrument: 'NSE_TCS' },
      { type: 'chart.interval', slot: 'first', interval: 'day' },
      { type: 'chart.draw', slot: 'first', indicators: ['rsi(14)', 'rsi(14) < 30'] },
    ])
  })

  test('says so where no rule is on screen', () => {
    expect(read('show on chart', at({ view: 'home' })).problem).toBe(
      'No rule is on screen: type one, such as rsi(14) < 30',
    )
  })
})
