import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instrumentId, parseInstrumentId, segments } from '../../../src/domain/instruments/instrument.ts'

describe('instrument id', () => {
  test('segment and symbol make an id and are read back from it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...segments),
        fc.stringMatching(/^[A-Z0-9&_. -]{1,25}$/),
        (segment, tradingSymbol) => {
          const id = instrumentId(segment, tradingSymbol)
          expect(parseInstrumentId(id)).toEqual({ id, segment, tradingSymbol })
        },
      ),
    )
  })

  test.each(['', 'NSE', 'NSE_', 'MCX_GOLD', '_INFY', 'nse_INFY'])('%j is no id', (text) => {
    expect(parseInstrumentId(text)).toBeNull()
  })
})
