import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignedTo } from '../../../src/domain/charts/aligned.ts'

const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 60 })
  .map((all) => Float64Array.from(all.toSorted((one, other) => one - other)))

test('each candle has the newest value of the other series at or before it, whatever either lacks', () => {
  fc.assert(
    fc.property(times, times, (own, other) => {
      const values = other.map((at) => at * 10)
      const expected = [...own].map((at) => {
        const before = other.findLast((time) => time <= at)
        return before === undefined ? Number.NaN : before * 10
      })
      expect([...alignedTo(own, { time: other, values })]).toEqual(expected)
    }),
  )
})
