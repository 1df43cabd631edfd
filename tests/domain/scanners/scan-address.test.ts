import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Scan, scanIntervals, scanMoments } from '../../../src/domain/scanners/scan.ts'
import {
  keyOfScan,
  keyOfWhy,
  readScan,
  readShown,
  scanInWords,
  scanOfKey,
  whyIn,
} from '../../../src/domain/scanners/scan-address.ts'
import { parseUniverse, printUniverse, universeInWords } from '../../../src/domain/scanners/universe.ts'

const universes = ['NIFTY500', 'SENSEX', 'fno', 'nse', 'watchlist My & "best"', 'NSE_M&M,NSE_TCS'] as const

const scans: fc.Arbitrary<Scan> = fc.record({
  logic: fc.constantFrom('rsi(14) < 30', 'close > sma(close,200) and volume > 1e6', 'close of "M&M" > 5 % 2'),
  universe: fc.constantFrom(...universes),
  interval: fc.constantFrom(...scanIntervals),
  moment: fc.constantFrom(...scanMoments),
})

describe('the address of a scan', () => {
  test('is read as it was printed', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        expect(scanOfKey(keyOfScan(scan))).toEqual(scan)
        const why = keyOfWhy(scan, 'NSE_M&M' as InstrumentId)
        expect([scanOfKey(why), whyIn(new URLSearchParams(why))]).toEqual([scan, 'NSE_M&M'])
      }),
    )
  })

  test.each([
    ['', null],
    ['logic=', null],
    ['logic=close > 5&interval=week', null],
    ['logic=close > 5&universe=everything', null],
    ['logic=close > 5', { logic: 'close > 5', universe: 'NIFTY500', interval: 'day', moment: 'live' }],
    [
      'logic=close > 5&moment=never&interval=5min&universe=fno',
      { logic: 'close > 5', universe: 'fno', interval: '5min', moment: 'live' },
    ],
  ])('%s', (query, scan) => {
    expect(readScan(new URLSearchParams(query))).toEqual(scan)
  })

  test('names what is shown beside it; a list that is not known is that of the found', () => {
    expect(readShown(new URLSearchParams('logic=close > 5&tab=misses'))?.tab).toBe('misses')
    expect(readShown(new URLSearchParams('logic=close > 5&tab=all'))?.tab).toBe('found')
    expect(() => scanOfKey('why=NSE_TCS')).toThrow(RangeError)
  })
})

describe('a universe', () => {
  test.each(universes)('%s is printed as it was written', (text) => {
    const universe = parseUniverse(text)
    expect(universe === null ? null : printUniverse(universe)).toBe(text)
  })

  test.each(['', 'nifty500', 'watchlist ', 'TCS', 'NSE_TCS,', 'NSE_TCS,everything'])('%j is none', (text) => {
    expect(parseUniverse(text)).toBe(null)
  })

  test('is said in words', () => {
    const words = universes.map((text) => {
      const universe = parseUniverse(text)
      return universe === null ? '' : universeInWords(universe)
    })
    expect(words).toEqual([
      'NIFTY 500',
      'SENSEX',
      'shares with F&O',
      'all NSE shares',
      'watchlist My & "best"',
      'M&M, TCS',
    ])
    expect(scanInWords({ universe: 'NIFTY500', interval: '15min', moment: 'close' })).toBe(
      'NIFTY 500, 15 minutes, last close',
    )
  })
})
