import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRules } from '../../../server/evaluating/rules.ts'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { createLiveHost } from '../../../src/engine/live/live-host.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { createScanRule, joined } from '../../../src/engine/scan/scan-rule.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { series } from '../../support/engine/random.ts'

const { backtest } = await engineModules()
const host = createHost(backtest, 'Backtest', backtestKernels)
const rules = createRules(createLiveHost(backtest))
const instrument = 'NSE_TCS' as InstrumentId
const interval = '5min'

const [candles] = fc.sample(series({ minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 7 })
if (candles === undefined) throw new Error('no series was made')

/** `nth_candle` needs candles of a minute. */
const taken = indicators.filter(({ key }) => key !== 'nth_candle')

const operandOf = ({ syntax, params }: (typeof indicators)[number]): string =>
  params.length === 0 ? syntax : `${syntax}(${params.map((param) => param.default).join(',')})`

describe('a rule over a whole series', () => {
  test.each(taken.map((spec) => [spec.key, operandOf(spec)] as const))(
    'is true where it is candle by candle: %s',
    (_, operand) => {
      const rule = `${operand} > close or ${operand} crosses above 0.5 * close or ${operand} < 40`
      const whole = createScanRule({ rule, instrument, interval })
      const { truth, values, known } = whole.run(host, candles)
      const live = rules.run({ rule, instrument, interval, snapshot: null, candles })
      expect([...truth]).toEqual([...live.isTrue])
      expect(values).toEqual(live.values.map(({ value }) => value))
      expect(known[0] ?? false).toBe(live.isTrue.at(-1) === 1)
    },
  )

  test('is not known where an operand that decides has no value', () => {
    const knownOf = (rule: string) =>
      createScanRule({ rule, instrument, interval }).run(host, candles).known[0]
    expect(knownOf('close > sma(close,500)')).toBe(null)
    expect(knownOf('close > 0 and close > sma(close,500)')).toBe(null)
    expect(knownOf('close < 0 and close > sma(close,500)')).toBe(false)
    expect(knownOf('close > 0 or close > sma(close,500)')).toBe(true)
    expect(knownOf('close < 0 or close > sma(close,500)')).toBe(null)
  })

  test('says whether it reads the volume, and refuses what is no rule', () => {
    expect(createScanRule({ rule: 'volume > 0', instrument, interval }).readsVolume).toBe(true)
    expect(createScanRule({ rule: 'close > 0', instrument, interval }).readsVolume).toBe(false)
    expect(() => createScanRule({ rule: 'close >', instrument, interval })).toThrow('column 8')
  })

  test.each<[Parameters<typeof joined>, boolean | null]>([
    [['all', [true, null]], null],
    [['all', [false, null]], false],
    [['all', [true, true]], true],
    [['any', [false, null]], null],
    [['any', [true, null]], true],
    [['any', [false, false]], false],
  ])('%j is %s', (parts, known) => {
    expect(joined(...parts)).toBe(known)
  })
})
