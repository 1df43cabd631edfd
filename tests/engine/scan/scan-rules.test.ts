import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sliceCandles } from '../../../src/domain/charts/candle.ts'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { readRule } from '../../../src/engine/program/read-rule.ts'
import { createReplay } from '../../../src/engine/program/replay.ts'
import { createScanRule } from '../../../src/engine/scan/scan-rule.ts'
import { createScanRules } from '../../../src/engine/scan/scan-rules.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { series } from '../../support/engine/random.ts'

const { backtest } = await engineModules()
const host = createHost(backtest, 'Backtest', backtestKernels)
const instrument = instrumentId('NSE', 'TCS') as InstrumentId
const interval = '5min'

const [candles] = fc.sample(series({ minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 7 })
if (candles === undefined) throw new Error('no series was made')

const operandOf = ({ syntax, params }: (typeof indicators)[number]): string =>
  params.length === 0 ? syntax : `${syntax}(${params.map((param) => param.default).join(',')})`

/** `nth_candle` needs candles of a minute. */
const operands = indicators.filter(({ key }) => key !== 'nth_candle').map(operandOf)

const rules = [
  ...operands.map((operand) => `${operand} > 40 and close > sma(close,3)`),
  ...operands.map((operand) => `${operand} crosses above 0.5 * close or close crosses below sma(close,5)`),
  'close > open',
  'close > sma(close,500)',
  'close > 0',
  'close@15min > sma(close,4)@15min',
]

const programOf = (rule: string) => {
  const compiler = createCompiler({ interval, instrument })
  compiler.condition(readRule(rule))
  return compiler.program
}

/** Of one rule by itself. */
const alone = (rule: string, rows: number, most: number, of = candles) => {
  const whole = createScanRule({ rule, instrument, interval })
  const { truth, values } = whole.run(host, sliceCandles(of, 0, rows))
  const since = truth.lastIndexOf(0) + 1
  const isRecent = truth.at(-1) === 1 && since > 0 && rows - since <= most
  return isRecent ? [{ since, values }] : []
}

describe('many rules over one series', () => {
  const all = createScanRules({ rules, instrument, interval })
  const length = candles.time.length
  const wholes = [1, 2, 37, 120, 263, length - 1, length]

  test.each(wholes)('are, after %i candles, those that became true lately by themselves', (rows) => {
    for (const most of [1, 4, 500]) {
      const found = all.recent(host, { candles: sliceCandles(candles, 0, rows), others: {}, most })
      const expected = rules.flatMap((text, rule) =>
        alone(text, rows, most).map((truth) => ({ rule, ...truth })),
      )
      expect(found).toEqual(expected)
    }
  })

  test('are the same over many series of as many candles, one after another', () => {
    const byVolume = 'volume > 3 * close'
    const steady = rules.filter((rule) => createReplay(programOf(rule)) !== null)
    expect(steady.length).toBeGreaterThan(rules.length / 2)
    expect(steady.length).toBeLessThan(rules.length)
    const shared = createScanRules({ rules: [...steady, byVolume], instrument, interval })
    const many = fc.sample(series({ minLength: 400, maxLength: 400 }), { numRuns: 8, seed: 11 })
    for (const [rows, most] of [
      [300, 1],
      [300, 3],
      [150, 3],
      [300, 1],
    ] as const)
      for (const one of many) {
        expect(one.time.length).toBeGreaterThanOrEqual(rows)
        const found = shared.recent(host, { candles: sliceCandles(one, 0, rows), others: {}, most })
        const expected = [...steady, byVolume].flatMap((text, rule) =>
          alone(text, rows, most, one).map((truth) => ({ rule, ...truth })),
        )
        expect(found).toEqual(expected)
      }
  })

  test('are true for some and not for others', () => {
    const found = all.recent(host, { candles, others: {}, most: 50 })
    expect(found.length).toBeGreaterThan(5)
    expect(found.length).toBeLessThan(rules.length - 5)
  })

  test('read the candles of other instruments', () => {
    const other = 'NSE_INFY' as InstrumentId
    const own = ['close of "INFY" > open of "INFY"', 'close > close of "INFY"']
    const both = createScanRules({ rules: own, instrument, interval })
    const before = sliceCandles(candles, 0, 200)
    const found = both.recent(host, { candles: before, others: { [other]: candles }, most: 200 })
    const expected = own.flatMap((rule, index) => {
      const { truth } = createScanRule({ rule, instrument, interval }).run(host, before, { [other]: candles })
      return truth.at(-1) === 1 && truth.includes(0) ? [index] : []
    })
    expect(found.map(({ rule }) => rule)).toEqual(expected)
  })

  test('are refused with the column where one makes no sense', () => {
    expect(() => createScanRules({ rules: ['close > 0', 'close >'], instrument, interval })).toThrow(
      'column 8',
    )
  })
})
