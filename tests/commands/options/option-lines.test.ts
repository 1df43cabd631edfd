import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionLegs, printLeg } from '../../../src/commands/grammar/orders/option-legs.ts'
import { printCall } from '../../../src/commands/grammar/print-call.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf, titleOfCall } from '../../../src/commands/registry.ts'
import { expiryPicks } from '../../../src/domain/backtests/option-run/rules.ts'
import { presets } from '../../../src/domain/options/presets.ts'
import { environmentWith } from '../../support/command-environment.ts'

const environment = environmentWith()
const read = (line: string) => readLine(line, line.length, environment)

const paramsOf = (line: string) => {
  const { call, problem } = read(line)
  if (call === null) return problem
  const [run] = dispatchesOf(call, environment)
  return run?.event.type === 'backtest.run' ? run.event.params : null
}
const rulesOf = (line: string) => {
  const params = paramsOf(line)
  return params !== null && 'options' in params ? params.options : params
}
const legsOf = (words: string) => {
  const rules = rulesOf(`bt options ${words} on nifty`)
  return rules !== null && rules !== undefined && 'legs' in rules
    ? rules.legs.map(({ stop: _, ...leg }) => printLeg(leg))
    : rules
}

describe('a backtest of options', () => {
  test('is a straddle by the clock with everything decided', () => {
    const params = paramsOf(
      'bt options sell atm straddle on nifty at 09:20 exit 15:20 sl 50pts 2026-11-02..2026-11-20',
    )
    expect(params).toEqual({
      name: 'sell atm ce sell atm pe',
      entry: {
        kind: 'compare',
        left: { kind: 'number', value: 1 },
        comparator: 'higher than',
        right: { kind: 'number', value: 0 },
      },
      exit: {
        kind: 'compare',
        left: { kind: 'number', value: 0 },
        comparator: 'higher than',
        right: { kind: 'number', value: 1 },
      },
      side: 'sell',
      interval: 'min',
      from: '2026-11-02',
      to: '2026-11-20',
      product: 'MIS',
      size: { kind: 'lots', lots: 1 },
      fill: 'next_open',
      slippageBps: 2,
      slippageTicks: 0,
      costs: true,
      stopLoss: null,
      targetProfit: null,
      tpslType: 'pct',
      tradingStartTime: '09:20',
      tradingStopTime: '15:20',
      capital: 1_000_000,
      options: {
        legs: [
          {
            side: 'sell',
            type: 'CE',
            lots: 1,
            strike: { kind: 'steps', steps: 0 },
            expiry: 'weekly',
            stop: { amount: 50, type: 'pts' },
          },
          {
            side: 'sell',
            type: 'PE',
            lots: 1,
            strike: { kind: 'steps', steps: 0 },
            expiry: 'weekly',
            stop: { amount: 50, type: 'pts' },
          },
        ],
        entry: 'time',
        combinedStop: null,
        combinedTarget: null,
      },
    })
  })
  test('takes a stop and a target of each leg in one unit', () => {
    const levels = { stop: { amount: 30, type: 'pct' }, target: { amount: 60, type: 'pct' } }
    expect(paramsOf('bt options sell atm straddle on nifty sl 30% tp 60%')).toMatchObject({
      options: { legs: [levels, levels] },
    })
  })
  test('enters by a condition of the underlying from the open on', () => {
    const params = paramsOf(
      'bt options buy atm ce on nifty when rsi(14) < 30 exit rsi(14) > 50 combined sl 5000 combined tp 10k nrml',
    )
    expect(params).toMatchObject({
      product: 'NRML',
      tradingStartTime: '09:15',
      tradingStopTime: '15:15',
      entry: { comparator: 'lower than' },
      exit: { comparator: 'higher than' },
      options: { entry: 'condition', combinedStop: 5000, combinedTarget: 10_000 },
    })
  })
  test.each([
    ['lock 2000 after 5k', { at: 5000, keep: 2000 }],
    ['lock 0 after 5000', { at: 5000, keep: 0 }],
  ])('locks a profit: %s', (words, profitLock) => {
    const line = `bt options sell atm straddle on nifty combined tp 10k ${words} 6m`
    expect(paramsOf(line)).toMatchObject({ options: { combinedTarget: 10_000, profitLock } })
    const { call } = read(line)
    if (call === null) throw new Error('it is not read')
    expect(read(printCall(call)).call).toEqual(call)
  })
  test.each([
    ['sell 2l atm+2 ce, buy d10 pe wk+1', ['sell 2l atm+2 ce', 'buy d10 pe wk+1']],
    ['sell otm4 strangle mon', ['sell atm+4 ce mon', 'sell atm-4 pe mon']],
    ['sell itm1ce', ['sell atm-1 ce']],
    ['buy ~100 straddle', ['buy ~100 ce', 'buy ~100 pe']],
    [
      'short iron condor wk+1',
      ['buy atm-8 pe wk+1', 'sell atm-4 pe wk+1', 'sell atm+4 ce wk+1', 'buy atm+8 ce wk+1'],
    ],
  ])('%s', (words, legs) => {
    expect(legsOf(words)).toEqual(legs)
  })
  test.each([
    [
      'bt options sell atm on nifty',
      17,
      'a strike such as atm, atm+2, otm4, d25 or ~100, and ce, pe, straddle or strangle',
    ],
    ['bt options sell atm ce on nifty sl 30% tp 40pts', 40, 'the unit of the stop, points or percent'],
    [
      'bt options sell atm ce on nifty tp 100%',
      33,
      'less than 100%, as a premium that was sold cannot fall by more',
    ],
    [
      'bt options sell 24000 ce on nifty',
      17,
      'a strike relative to ATM (at most 200 strikes away), by delta or by premium',
    ],
    ['bt options sell atm ce, atm pe on nifty', 25, 'buy or sell after the comma'],
    ['bt options sell 0l atm ce on nifty', 17, 'lots from 1 to 1000'],
    ['bt options sell atm ce on nifty at 08:00', 36, 'a time of the session, 09:15 to 15:30'],
    ['bt options sell atm ce on nifty at 15:20 exit 10:00', 42, 'a time after 15:20'],
    [
      'bt options sell atm ce on nifty sl 500rs',
      33,
      'points or percent of each leg; combined sl takes rupees',
    ],
    ['bt options sell atm ce on nifty 100 shares', 33, 'lots, rupees or percent of the capital'],
    ['bt options sell atm ce on nifty risk 2000', 33, 'lots, rupees or percent of the capital'],
    ['bt options sell atm ce on nifty day', 33, 'candles of minutes or hours'],
    ['bt options sell atm ce on nifty lock 2000 6m', 43, 'after and a profit in rupees, such as after 5000'],
    ['bt options sell atm ce on nifty lock 2000 after 1000', 49, 'whole rupees, and more than what is kept'],
  ])('%s is wrong at column %d', (line, column, expected) => {
    const { call, problem } = read(line)
    expect(call).toBe(null)
    expect([problem?.column, problem?.expected]).toEqual([column, expected])
  })
  test('says its legs, expiry and hours before Enter', () => {
    const reading = read('bt options sell atm straddle on nifty wk')
    expect(reading.call).toBe(null)
    const { rows } = read('bt options sell atm straddle wk+1 on nifty sl 30% combined sl 5000 6m')
    expect(rows[0]?.title).toBe(
      'Backtest sell atm ce wk+1, sell atm pe wk+1 of NIFTY 50 · next expiry · at 09:20 · until 15:15 · stop 30% per leg · combined stop ₹5,000 · 22 May – 21 Nov 2026 · 1 Minute',
    )
  })
  test('is printed as it is read', () => {
    const line =
      'bt options sell atm ce, sell atm pe on NIFTY 50 at 09:30 exit 15:00 sl 50pts combined sl 5000'
    const { call } = read(line)
    expect(call).not.toBe(null)
    if (call === null) return
    const printed = printCall(call)
    expect(read(printed).call).toEqual(call)
  })
  test('legs read again are the legs that were printed', () => {
    const legs = fc.array(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        type: fc.constantFrom('CE' as const, 'PE' as const),
        lots: fc.integer({ min: 1, max: 1000 }),
        strike: fc.oneof(
          fc.integer({ min: -200, max: 200 }).map((steps) => ({ kind: 'steps' as const, steps })),
          fc.integer({ min: 1, max: 99 }).map((delta) => ({ kind: 'delta' as const, delta: delta / 100 })),
          fc.integer({ min: 1, max: 999_999 }).map((premium) => ({ kind: 'premium' as const, premium })),
        ),
        expiry: fc.constantFrom(...expiryPicks),
      }),
      { minLength: 1, maxLength: 10 },
    )
    fc.assert(
      fc.property(legs, (spoken) => {
        const line = optionLegs.print(spoken)
        expect(optionLegs.read(line, 0, environment)).toEqual({
          kind: 'value',
          value: spoken,
          to: line.length,
        })
      }),
    )
  })
  test('every ready-made strategy is known by its name', () => {
    for (const preset of presets) {
      const legs = optionLegs.read(preset.name.toLowerCase(), 0, environment)
      expect(legs?.kind === 'value' ? legs.value.length : 0).toBe(preset.legs.length)
    }
    expect(presets.length).toBe(35)
  })
})

test.each([
  [1, '1 more lot'],
  [-1, '1 fewer lot'],
  [5, '5 more lots'],
])('%d lots of the scalper are said as "%s"', (by, title) => {
  expect(titleOfCall({ command: 'scalper.lots', args: { by } }, environment)).toEqual(title)
})
