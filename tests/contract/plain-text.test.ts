import { describe, expect, test } from 'vitest'
import { sendImportFile } from '../../src/contract/instruments/imports.ts'
import { InstrumentKey } from '../../src/contract/instruments/instrument-key.ts'
import { saveWatchlist } from '../../src/contract/watchlists.ts'

const hidden = ['\u202E', '\u2066', '\u200B', '\u200D', '\u0007', '\u0085', '\u2028', '\uFFFD', '\u00AD']

describe('text that is shown beside other text', () => {
  test.each(hidden)('%j is refused in keys, file names and names of watchlists', (character) => {
    const text = `NSE_IN${character}FY`
    expect([
      InstrumentKey.safeParse(text).success,
      sendImportFile.query.safeParse({ import_id: 'a'.repeat(24), name: text }).success,
      saveWatchlist.body.safeParse({ name: `A${character}B`, symbols: '' }).success,
    ]).toEqual([false, false, false])
  })

  test.each(['NSE_INFY', 'INDICES_NIFTY 50', 'NSE_M&M', 'NSE_टाटा'])('%s is taken', (text) => {
    expect(InstrumentKey.safeParse(text).success).toEqual(true)
  })
})
