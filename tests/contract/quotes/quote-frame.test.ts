import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeQuotes,
  encodeQuotes,
  QUOTE_RECORD_BYTES,
  quoteFields,
} from '../../../src/contract/quotes/quote-frame.ts'
import { instrumentId, segments } from '../../../src/domain/instruments/instrument.ts'

const symbols = fc.stringMatching(/^[A-Z0-9&. -]{1,25}$/)
const numbers = fc.double({ noNaN: true })
const ticks = fc
  .tuple(fc.constantFrom(...segments), symbols, fc.tuple(...quoteFields.map(() => numbers)))
  .map(([segment, symbol, values]) => ({
    instrument: instrumentId(segment, symbol),
    ...(Object.fromEntries(quoteFields.map((field, index) => [field, values[index] ?? 0])) as Record<
      (typeof quoteFields)[number],
      number
    >),
  }))

describe('quote frame', () => {
  test('decoding what was encoded gives the same ticks', () => {
    fc.assert(
      fc.property(fc.array(ticks, { maxLength: 40 }), (sent) => {
        expect(decodeQuotes(encodeQuotes(sent))).toEqual(sent)
      }),
    )
  })

  test('a longer record of a later version is read up to what is known', () => {
    const [tick] = fc.sample(ticks, { numRuns: 1, seed: 7 })
    if (tick === undefined) throw new Error('no sample')
    const known = new Uint8Array(encodeQuotes([tick]))
    const longer = new Uint8Array(known.length + 8)
    longer.set(known)
    new DataView(longer.buffer).setUint16(0, QUOTE_RECORD_BYTES + 8, true)
    expect(decodeQuotes(longer.buffer)).toEqual([tick])
  })

  test.each([
    ['no header', new ArrayBuffer(1), 'quote frame: 1 bytes hold no header'],
    [
      'short records',
      new Uint8Array([10, 0]).buffer,
      'quote frame: records of 10 bytes, at least 152 expected',
    ],
    [
      'a torn record',
      new Uint8Array([152, 0, 1]).buffer,
      'quote frame: 3 bytes are not whole records of 152',
    ],
    ['an unknown segment', new Uint8Array(2 + 152).fill(152, 0, 1).buffer, 'quote frame: unknown segment ""'],
  ])('%s is refused with its reason', (_, bytes, reason) => {
    expect(() => decodeQuotes(bytes)).toThrow(new RangeError(reason))
  })

  test('any bytes either decode or are refused with a range error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (noise) => {
        try {
          decodeQuotes(noise.slice().buffer)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })

  test('a symbol that does not fit is not cut but refused', () => {
    const [tick] = fc.sample(ticks, { numRuns: 1, seed: 7 })
    if (tick === undefined) throw new Error('no sample')
    const long = { ...tick, instrument: instrumentId('NSE', 'A'.repeat(26)) }
    expect(() => encodeQuotes([long])).toThrow(`quote frame: "${'A'.repeat(26)}" is longer than 25 bytes`)
  })
})
