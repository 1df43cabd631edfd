import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Candles, OtherCandles } from '../../../src/domain/charts/candle.ts'
import { resample } from '../../../src/domain/charts/resample.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { parseOperand } from '../../../src/domain/strategies/condition/parse.ts'
import type { Operand } from '../../../src/domain/strategies/condition/tree.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { putOthers } from '../../../src/engine/program/other-series.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { barsOf, ema, field, rsi, sma } from '../../support/engine/naive/naive-series.ts'
import { candles, indicator } from '../../support/engine/notation.ts'
import { series } from '../../support/engine/random.ts'

const host = await engineHost('Backtest')
const technicals = await engineHost('GetTechnicals')
const nifty = instrumentId('INDICES', 'NIFTY 50')
const tcs = instrumentId('NSE', 'TCS')

const read = (text: string): Operand => {
  const parsed = parseOperand(text)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  return parsed.tree
}

const columnOf = (own: Candles, text: string, others: OtherCandles = {}): readonly number[] => {
  const compiler = createCompiler({ interval: '5min', instrument: nifty })
  const step = compiler.operand(read(text))
  return host.use((memory) => {
    const around = putOthers(memory, compiler.program, others)
    const columns = evaluate(memory, compiler.program, own, putChart(memory, own), around)
    return [...memory.take(columns(step), own.time.length)]
  })
}

/** The value before where there is none. */
const held = (source: readonly number[]): readonly number[] => {
  let last = Number.NaN
  return source.map((value) => {
    last = Number.isNaN(value) ? last : value
    return last
  })
}

const expectClose = (found: readonly number[], expected: readonly number[]): void => {
  expect(found.map(Number.isNaN)).toEqual(expected.map(Number.isNaN))
  for (const [row, value] of found.entries())
    if (!Number.isNaN(value)) expect(value).toBeCloseTo(expected[row] ?? Number.NaN, 8)
}

describe('an indicator computed on an operand', () => {
  test('is that indicator over the values of the operand', () => {
    let looked = 0
    fc.assert(
      fc.property(series({ minLength: 30, maxLength: 80 }), (input) => {
        const close = field(barsOf(input), 'close')
        expectClose(columnOf(input, 'ema(rsi(5),4)'), ema(rsi(close, 5), 4))
        const ratio = close.map((value, row) => value / (sma(close, 3)[row] ?? Number.NaN))
        expectClose(columnOf(input, 'sma(close / sma(close,3),5)'), sma(ratio, 5))
        looked += columnOf(input, 'ema(rsi(5),4)').filter((value) => !Number.isNaN(value)).length
      }),
      { numRuns: 40, seed: 51 },
    )
    expect(looked).toBeGreaterThan(500)
  })

  test('takes the value before where the operand has none, and goes on', () => {
    const input = candles('10/14/10/12 10/14/10/13 10 10/14/10/11 10/14/10/14 10 10')
    const share = [0.5, 0.75, Number.NaN, 0.25, 1, Number.NaN, Number.NaN]
    expect(columnOf(input, '(close - open) / (high - low)')).toEqual(share)
    expectClose(columnOf(input, 'sma((close - open) / (high - low),2)'), sma(held(share), 2))
    expectClose(columnOf(input, 'ema((close - open) / (high - low),2)'), ema(held(share), 2))
  })

  test('of larger candles is computed on those candles, the operand too', () => {
    const input = candles('1 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19')
    const larger = resample(input, '15min')
    const expected = ema(rsi(field(barsOf(larger), 'close'), 2), 2)
    const seen = columnOf(input, 'ema(rsi(2),2)@15min')
    expectClose(
      expected.map((_, row) => seen[row * 3 + 2] ?? Number.NaN),
      expected,
    )
  })

  test('of another instrument is computed on its candles, and reads others inside', () => {
    const own = candles('1 2 3 4 5 6')
    const theirs = candles('10 40 30 80 50 90')
    const others = { [tcs]: theirs }
    const other = field(barsOf(theirs), 'close')
    expectClose(columnOf(own, 'ema(rsi(2),2) of "TCS"', others), ema(rsi(other, 2), 2))
    const ratio = field(barsOf(own), 'close').map((value, row) => value / (other[row] ?? Number.NaN))
    expectClose(columnOf(own, 'sma(close / close of "TCS",2)', others), sma(ratio, 2))
  })

  test.each([
    [{ ...indicator('rsi', 14), over: read('sma(close,3)') }, 'rsi is not computed on an operand'],
    [
      { ...indicator('ema'), over: read('rsi(14) of "TCS"'), interval: '15min' as const },
      'rsi: an interval and an instrument stand inside an indicator or behind it',
    ],
  ])('is refused where it makes no sense', (tree, reason) => {
    expect(() => createCompiler({ interval: '5min' }).operand(tree)).toThrow(reason)
  })

  test('is answered by the technicals, and names candles that are missing', () => {
    const input = candles('1 2 3 4 5')
    const over = read('close / close of "TCS"')
    const answer = runTechnicals(
      technicals,
      {
        interval: '5min',
        instrument: nifty,
        give: 'last',
        requests: [
          { key: 'sma', params: ['close', 2, 0], over: read('close * 2') },
          { key: 'sma', params: ['close', 2, 0], over },
          { key: 'close', params: [0], instrument: nifty },
        ],
      },
      input,
    )
    expect(answer.results).toEqual([
      { key: 'sma', outputs: { value: [9] } },
      { key: 'sma', problem: 'candles of NSE_TCS: there are none' },
      { key: 'close', outputs: { value: [5] } },
    ])
  })
})
