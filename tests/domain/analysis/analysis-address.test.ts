import { expect, test } from 'vitest'
import { analysisAt, pathOfAnalysis, plainAnalysis } from '../../../src/domain/analysis/analysis-address.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { ScanUniverse } from '../../../src/domain/scanners/universe.ts'

const universes: readonly ScanUniverse[] = [
  { kind: 'index', index: 'NIFTY500' },
  { kind: 'index', index: 'NIFTY50' },
  { kind: 'fno' },
  { kind: 'watchlist', name: 'IT & Co' },
]

test.each(universes)('an address gives back what it was made of: %o', (universe) => {
  const analyzed = { instrument: 'NSE_M&M' as InstrumentId, universe }
  expect(analysisAt(pathOfAnalysis(analyzed))).toEqual(analyzed)
})

test.each(['/analyze', '/analyze?symbol=&map=', '/analyze?symbol=INFY&map=mars'])(
  'what %s leaves open is the NIFTY 50 beside the NIFTY 500',
  (path) => {
    expect(analysisAt(path)).toEqual(plainAnalysis)
  },
)

test('another screen analyzes nothing', () => {
  expect(analysisAt('/watchlist?symbol=NSE_INFY')).toBe(null)
})
