import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { csvOf } from '../../../src/views/kit/table/csv.ts'

interface Row {
  readonly text: string
  readonly number: number
}

const columns = [
  { name: 'Symbol', value: ({ text }: Row) => text },
  { name: 'P&L', value: ({ number }: Row) => number },
]
const cellsOf = async (rows: readonly Row[]) =>
  Papa.parse<string[]>(await csvOf(rows, columns), { skipEmptyLines: false }).data.slice(1)

describe('a downloaded table', () => {
  test('begins no cell of text with what a spreadsheet takes for a formula, and keeps every text whole', async () => {
    const hostile = fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', ''), fc.string())
      .map(([first, rest]) => `${first}${rest}`)
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), async (texts) => {
        const cells = await cellsOf(texts.map((text) => ({ text, number: 1 })))
        expect(cells.map(([cell]) => /^[=+\-@\t\r]/.test(cell ?? ''))).toEqual(texts.map(() => false))
        // A text that itself begins `'=` is kept as it is.
        const kept = texts.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text))
        expect(cells.map(([cell]) => cell)).toEqual(kept)
      }),
      { examples: [[["'=", '=']]] },
    )
  })

  test('leaves numbers below zero numbers', async () => {
    expect(await cellsOf([{ text: '=1+1', number: -1234.5 }])).toEqual([["'=1+1", '-1234.5']])
  })
})
