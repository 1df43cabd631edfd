import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCandles, encodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import { type Candles, candleColumns } from '../../../src/domain/charts/candle.ts'

const series = fc.integer({ min: 0, max: 60 }).chain((rows) => {
  const column = fc
    .oneof(
      fc.constant(Array.from({ length: rows }, () => 0)),
      fc.array(fc.double(), { minLength: rows, maxLength: rows }),
    )
    .map((values) => new Float64Array(values))
  return fc.record(
    Object.fromEntries(candleColumns.map((name) => [name, column])),
  ) as unknown as fc.Arbitrary<Candles>
})

const header = (change: (view: DataView) => void): ArrayBuffer => {
  const bytes = encodeCandles({
    time: Float64Array.of(1),
    open: Float64Array.of(2),
    high: Float64Array.of(3),
    low: Float64Array.of(1),
    close: Float64Array.of(2),
    volume: Float64Array.of(0),
    openInterest: Float64Array.of(0),
  })
  change(new DataView(bytes))
  return bytes
}

describe('candle columns', () => {
  test('decoding what was encoded gives the same columns, bit for bit', () => {
    fc.assert(
      fc.property(series, (candles) => {
        const read = decodeCandles(encodeCandles(candles))
        for (const name of candleColumns) {
          // A column of nothing but zeros is not sent, so the sign of a zero in it is not kept.
          const sent = candles[name].every((value) => value === 0)
            ? candles[name].map(() => 0)
            : candles[name]
          expect(new BigUint64Array(read[name].slice().buffer)).toEqual(
            new BigUint64Array(sent.slice().buffer),
          )
        }
      }),
    )
  })

  test('the volume column of an index takes no bytes', () => {
    expect(header(() => {}).byteLength).toBe(16 + 5 * 8)
  })

  test.each([
    ['too short', new ArrayBuffer(4), 'candles: 4 bytes hold no header'],
    ['a foreign file', header((view) => view.setUint8(0, 80)), 'candles: does not begin with CNDL'],
    [
      'a later version',
      header((view) => view.setUint16(4, 2, true)),
      'candles: version 2, this console reads 1',
    ],
    [
      'an unknown column',
      header((view) => view.setUint16(6, 128, true)),
      'candles: unknown columns in mask 128',
    ],
    [
      'a cut answer',
      header((view) => view.setUint32(8, 9, true)),
      'candles: 9 rows of 5 columns take 376 bytes, got 56',
    ],
  ])('%s is refused with its reason', (_, bytes, reason) => {
    expect(() => decodeCandles(bytes)).toThrow(new RangeError(reason))
  })
})
