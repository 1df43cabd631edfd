import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { quoteEnvironment } from '../../../src/console/quotes/quote-environment.ts'
import { encodeQuotes } from '../../../src/contract/quotes/quote-frame.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { depthMachine } from '../../../src/machines/quotes/depth.ts'
import { createQuoteBook } from '../../../src/market/quotes/quote-book.ts'
import { tick } from '../../support/server/live.ts'

const INFY = 'NSE_INFY' as InstrumentId
const TCS = 'NSE_TCS' as InstrumentId

const start = () => {
  const quotes = createQuoteBook({
    hold: () => () => {},
    freshnessOf: () => 'live',
    after: (_, run) => run(),
  })
  quotes.watch(INFY, () => {})
  quotes.watch(TCS, () => {})
  const actors = { depth: createActor(depthMachine), lineDepth: createActor(depthMachine) }
  return { quotes, ...quoteEnvironment({ actors, quotes, lastPrice: () => 90, market: () => null }) }
}

describe('prices a line is read against', () => {
  test('hold high and low of the day, as the quote says them', () => {
    const { quotes, quoteOf } = start()
    quotes.write(encodeQuotes([tick('NSE_INFY', 101, { bid: 100.95, ask: 0, dayHigh: 104, dayLow: 98.5 })]))
    expect(quoteOf?.(INFY)).toEqual({
      lastPrice: 101,
      bid: 100.95,
      ask: null,
      depth: null,
      dayHigh: 104,
      dayLow: 98.5,
      isTrusted: true,
    })
  })

  test('hold none of either where the quote or its figure is not there', () => {
    const { quotes, quoteOf } = start()
    quotes.write(encodeQuotes([tick('NSE_INFY', 101, { dayHigh: 0, dayLow: 0 })]))
    const days = [INFY, TCS].map((id) => {
      const { dayHigh, dayLow, isTrusted } = quoteOf?.(id) ?? {}
      return { dayHigh, dayLow, isTrusted }
    })
    expect(days).toEqual([
      { dayHigh: null, dayLow: null, isTrusted: true },
      { dayHigh: null, dayLow: null, isTrusted: false },
    ])
  })
})
