import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseContractSymbol,
  printFuture,
  printOption,
} from '../../../src/domain/instruments/contract-symbol.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const roots = ['NIFTY', 'NIFTYNXT50', '360ONE', 'M&M', 'BAJAJ-AUTO', 'GVT&D', 'SENSEX', 'SBIN', 'RELIANCE']
const isRoot = (text: string) => roots.includes(text)
const expiry = (date: string, kind: 'weekly' | 'monthly') => ({ date: date as IstDate, kind })

describe('contract symbols', () => {
  test.each([
    [printFuture('RELIANCE', expiry('2026-12-29', 'monthly')), 'RELIANCE26DECFUT'],
    [printOption('NIFTY', expiry('2026-12-01', 'weekly'), 24500, 'CE'), 'NIFTY26D0124500CE'],
    [printOption('NIFTY', expiry('2026-10-19', 'weekly'), 24500, 'PE'), 'NIFTY26O1924500PE'],
    [printOption('SENSEX', expiry('2026-09-01', 'weekly'), 76900, 'PE'), 'SENSEX2690176900PE'],
    [printOption('NIFTY', expiry('2026-12-29', 'monthly'), 24500, 'CE'), 'NIFTY26DEC24500CE'],
    [printOption('SBIN', expiry('2026-10-26', 'monthly'), 820.5, 'CE'), 'SBIN26OCT820.5CE'],
  ])('%s', (printed, expected) => {
    expect(printed).toBe(expected)
  })

  test.each([
    [
      'NIFTYNXT5026DEC69000CE',
      { root: 'NIFTYNXT50', year: 2026, month: 12, day: null, type: 'CE', strike: 69000 },
    ],
    ['360ONE26NOVFUT', { root: '360ONE', year: 2026, month: 11, day: null, type: 'FUT', strike: 0 }],
    ['NIFTY2710524500CE', { root: 'NIFTY', year: 2027, month: 1, day: 5, type: 'CE', strike: 24500 }],
    ['UNKNOWN26DECFUT', null],
    ['NIFTY26XYZ1CE', null],
    ['NIFTY', null],
  ])('%s is read back', (symbol, expected) => {
    expect(parseContractSymbol(symbol, isRoot)).toEqual(expected)
  })

  test('what is printed is read back, whatever digits the root holds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roots),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 200_000 }),
        fc.constantFrom('CE' as const, 'PE' as const),
        fc.boolean(),
        (root, month, date, halves, type, isMonthly) => {
          const two = (value: number) => String(value).padStart(2, '0')
          const strike = halves / 2
          const symbol = printOption(
            root,
            expiry(`2026-${two(month)}-${two(date)}`, isMonthly ? 'monthly' : 'weekly'),
            strike,
            type,
          )
          expect(parseContractSymbol(symbol, isRoot)).toEqual({
            root,
            year: 2026,
            month,
            day: isMonthly ? null : date,
            type,
            strike,
          })
        },
      ),
    )
  })
})
