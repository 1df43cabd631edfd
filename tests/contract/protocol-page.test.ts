import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeCandles } from '../../src/contract/charts/candle-columns.ts'
import { decodeQuotes } from '../../src/contract/quotes/quote-frame.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/protocol.md'), 'utf8')

const bytesOf = (example: string): ArrayBuffer => {
  const block = new RegExp(`\`\`\`hex ${example}\\n([0-9a-f \\n]+)\`\`\``).exec(page)?.[1]
  if (block === undefined) throw new Error(`docs/protocol.md has no example of ${example}`)
  return Uint8Array.from(Buffer.from(block.replace(/\s/g, ''), 'hex')).buffer
}

describe('the protocol page', () => {
  test('its candle example decodes to the candles it describes', () => {
    const candles = decodeCandles(bytesOf('candles'))
    expect([...candles.time].map((time) => new Date(time).toISOString())).toEqual([
      '2024-04-01T03:45:00.000Z',
      '2024-04-01T03:46:00.000Z',
    ])
    expect([...candles.close]).toEqual([22478.5, 22471])
    expect([...candles.volume]).toEqual([0, 0])
  })

  test('its quote example decodes to the tick it describes', () => {
    expect(decodeQuotes(bytesOf('quotes'))).toEqual([
      {
        instrument: instrumentId('INDICES', 'NIFTY 50'),
        timestamp: Date.UTC(2024, 3, 1, 3, 46),
        price: 22471,
        dayOpen: 22455,
        prevClose: 22326.9,
        size: 0,
        open: 22455,
        high: 22490,
        low: 22450,
        close: 22471,
        volume: 0,
        oi: 0,
        bid: 0,
        ask: 0,
        dayHigh: 22490,
        dayLow: 22450,
      },
    ])
  })
})
