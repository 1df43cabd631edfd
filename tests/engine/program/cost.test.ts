import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessions } from '../../../src/domain/charts/indicators/sessions.ts'
import { volumes } from '../../../src/domain/charts/indicators/volumes.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'
import { costOf, warmUpsOf } from '../../../src/engine/program/cost.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { anyIndicator, series } from '../../support/engine/random.ts'

const host = await engineHost('GetTechnicals')

const read = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(`column ${parsed.problem.column}: expected ${parsed.problem.expected}`)
  return parsed.tree
}

const costs = (interval: Interval, ...lines: readonly string[]) => costOf(lines.map(read), { interval })

describe('what a program takes', () => {
  test.each<[Interval, readonly string[], readonly [number, number, number]]>([
    // The two averages, where they stand, and the crossing of it, which looks one candle back.
    ['5min', ['ema(close,9) crosses above ema(close,21)'], [4, 0, 21]],
    // The exit reads the same averages and where they stand.
    [
      '5min',
      ['ema(close,9) crosses above ema(close,21)', 'ema(close,9) crosses below ema(close,21)'],
      [5, 1, 21],
    ],
    ['5min', ['close > open'], [2, 0, 0]],
    ['day', ['close > sma(close,20)', 'close < sma(close,20)'], [4, 1, 19]],
    // Two fifteen-minute candles hold six of five minutes; the second closes with the sixth.
    ['5min', ['close > sma(close,2,0)@15min'], [4, 0, 5]],
    ['day', ['close > 100'], [3, 0, 0]],
  ])('%s %j', (interval, lines, [steps, shared, warmUp]) => {
    expect(costs(interval, ...lines)).toEqual({ steps, shared, warmUp, others: 0 })
  })

  test.each<[Interval, readonly string[], object]>([
    // Its close as the rows see it, the number, how they compare, and whether it is higher.
    ['day', ['close of "TCS" > 1'], { steps: 4, shared: 0, warmUp: 0, others: 1 }],
    // Two averages of two instruments, each seen by the rows; the exit shares the first.
    [
      'day',
      ['sma(close,20) of "TCS" > close', 'sma(close,20) of "TCS" < close of "INFY"'],
      { steps: 7, shared: 1, warmUp: 19, others: 2 },
    ],
    // Two fifteen-minute candles hold six of five minutes, of whatever instrument.
    ['5min', ['close > sma(close,2,0)@15min of "TCS"'], { steps: 4, shared: 0, warmUp: 5, others: 1 }],
  ])('of other instruments: %s %j', (interval, lines, expected) => {
    expect(costs(interval, ...lines)).toEqual(expected)
  })

  test('more other instruments than a rule may read have no cost', () => {
    const line = Array.from({ length: 9 }, (_, place) => `close of "S${place}" > 1`).join(' and ')
    expect(() => costs('day', line)).toThrow('of NSE_S8: a rule reads at most 8 other instruments')
  })
})

describe('the warm-up', () => {
  /** What begins where the data say, not where the program does: with a session, a trade or a range. */
  const begins = new Set([...sessions, ...volumes].map(({ key }) => key))

  test('is where the first value stands, and never after it', () => {
    let looked = 0
    fc.assert(
      fc.property(anyIndicator, series({ minLength: 60, maxLength: 90 }), ([spec, params], input) => {
        const compiler = createCompiler({ interval: '5min' })
        const [output = 'value'] = spec.outputs
        const step = compiler.output({ kind: 'indicator', key: spec.key, params: [...params] }, output)
        const warmUp = warmUpsOf(compiler.program)[step] ?? Number.NaN
        const requests = [{ key: spec.key, params }]
        const [answer] = runTechnicals(host, { interval: '5min', give: 'columns', requests }, input).results
        if (answer === undefined || !('outputs' in answer)) throw new Error('it was refused')
        const values = answer.outputs[output] ?? []
        const first = values.findIndex((value) => value !== null)
        if (first < 0) return
        expect(warmUp).toBeLessThanOrEqual(first)
        const readsVolume = begins.has(spec.key) || params.includes('volume')
        if (readsVolume || values.slice(first).includes(null)) return
        looked += 1
        expect([spec.key, params, first]).toEqual([spec.key, params, warmUp])
      }),
      { numRuns: 1500, seed: 23 },
    )
    expect(looked).toBeGreaterThan(500)
  })
})
