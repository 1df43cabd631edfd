import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessions } from '../../../src/domain/charts/indicators/sessions.ts'
import { volumes } from '../../../src/domain/charts/indicators/volumes.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'
import { costOf, warmUpsOf } from '../../../src/engine/program/cost.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { indicator } from '../../support/engine/notation.ts'
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
    expect(costs(interval, ...lines)).toEqual({ steps, shared, warmUp })
  })

  test('a condition on another instrument has no program and so no cost', () => {
    const other = { ...indicator('close'), instrument: instrumentId('NSE', 'TCS') }
    const tree: Condition = {
      kind: 'compare',
      left: other,
      comparator: 'higher than',
      right: { kind: 'number', value: 1 },
    }
    expect(() => costOf([tree], { interval: 'day' })).toThrow('of NSE_TCS')
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
