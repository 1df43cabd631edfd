import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineHost } from '../../support/engine/engines.ts'

const host = await engineHost('Backtest')

/** The windows of a run over all rows at once, which takes many blocks abreast, or row by row, which takes one. */
const averages = (values: Float64Array, period: number, by: 'whole' | 'row'): Float64Array =>
  host.use((memory) => {
    const source = memory.put(values)
    const out = memory.column(values.length)
    const state = memory.column(1 + period)
    if (by === 'whole') memory.call('sma', source, out, state, 0, values.length, period)
    else
      for (let row = 0; row < values.length; row++)
        memory.call('sma', source, out, state, row, row + 1, period)
    return memory.take(out, values.length)
  })

test('averages of many blocks at once are those of a series that grows, to the bit', () => {
  let abreast = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.double({ min: 1, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 150, size: 'max' }),
      (period, numbers) => {
        const values = Float64Array.from(numbers)
        if (values.length > 5 * period) abreast += 1
        expect(averages(values, period, 'whole')).toEqual(averages(values, period, 'row'))
      },
    ),
    { numRuns: 300, seed: 43 },
  )
  expect(abreast).toBeGreaterThan(100)
})

test('the average of a window is that of its rows', () => {
  const values = Float64Array.from({ length: 100 }, (_, row) => (row * 37) % 101)
  const made = averages(values, 7, 'whole')
  const naive = [...values.keys()].map((row) =>
    row < 6 ? Number.NaN : values.subarray(row - 6, row + 1).reduce((sum, value) => sum + value, 0) / 7,
  )
  for (const [row, mean] of naive.entries())
    if (Number.isNaN(mean)) expect(made[row]).toBeNaN()
    else expect(made[row]).toBeCloseTo(mean, 10)
})
