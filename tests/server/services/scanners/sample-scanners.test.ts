import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  loadSampleScanners,
  readSampleScanner,
} from '../../../../server/services/scanners/sample-scanners.ts'

const samples = loadSampleScanners(join(import.meta.dirname, '../../../../server/samples/scanners'))

const written = `scanner_name: Golden cross
sub_category: trend
universe: NIFTY500
interval: day
logic: sma(close,50) crosses above sma(close,200)
finds: Something.
fails: Sometimes.
`

describe('samples of scanners', () => {
  test('are at least 24, each under a name and an id of its own', () => {
    expect(samples.length).toBeGreaterThanOrEqual(24)
    expect(new Set(samples.map(({ scanner }) => scanner.scannerName)).size).toBe(samples.length)
    expect(new Set(samples.map(({ scannerUuid }) => scannerUuid)).size).toBe(samples.length)
    for (const { scanner } of samples) expect(scanner.note).toMatch(/^Finds: .+\nFails: .+/)
  })

  test.each([
    ['an unknown key', 'interval: day', 'intervall: day', 'line 4: expected a known key, not intervall'],
    [
      'a rule that cannot be read',
      'sma(close,200)',
      'sma(close',
      'line 5: logic: The rule cannot be read at column',
    ],
    ['an unknown universe', 'NIFTY500', 'NIFTY5', 'line 3: universe: NIFTY5 is no universe'],
    ['candles that are not scanned', 'interval: day', 'interval: week', 'line 4: interval: expected min'],
    ['a missing line', 'fails: Sometimes.\n', '', 'expected a line "fails: …" by the end'],
  ])('with %s are refused with file and line', (_, before, after, words) => {
    expect(() => readSampleScanner('sc-golden-cross', written.replace(before, after))).toThrow(words)
  })

  test('have a slug as their file name', () => {
    expect(() => readSampleScanner('golden', written)).toThrow('expected sc- and a name as the file name')
    expect(readSampleScanner('sc-golden', written)).toMatchObject({ slug: 'sc-golden' })
  })
})
