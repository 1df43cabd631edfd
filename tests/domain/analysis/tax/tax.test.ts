import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongTerm, type TaxFill, taxBooksOf } from '../../../../src/domain/analysis/tax/tax-lots.ts'
import { classInWords, lawInWords } from '../../../../src/domain/analysis/tax/tax-rules.ts'
import { taxYear, taxYearInWords, taxYearOf } from '../../../../src/domain/analysis/tax/tax-year.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { addDays, type IstDate, startOfIstDate } from '../../../../src/domain/time.ts'

const INFY = 'NSE_INFY' as InstrumentId
const CALL = 'NFO-OPT_NIFTY26DEC25000CE' as InstrumentId
const day = (text: string): IstDate => text as IstDate
const LATER = day('2030-01-01')
const at = (text: string, minute = 600): number => startOfIstDate(day(text)) + minute * 60_000

const fill = (
  when: number,
  side: 'buy' | 'sell',
  quantity: number,
  price: number,
  more: Partial<TaxFill> = {},
): TaxFill => ({
  ...{ at: when, key: INFY, isShare: true, side, quantity, price, charges: 0, stt: 0 },
  ...more,
})

const classesOf = (...fills: readonly TaxFill[]) =>
  taxBooksOf(fills, LATER).realised.map(({ of, quantity, bought, sold }) => [of, quantity, sold - bought])

describe('shares', () => {
  test('bought and sold on one day are speculative, whichever came first', () => {
    expect(
      classesOf(fill(at('2026-11-25'), 'buy', 10, 100), fill(at('2026-11-25', 700), 'sell', 10, 110)),
    ).toEqual([['speculative', 10, 100]])
    expect(
      classesOf(fill(at('2026-11-25'), 'sell', 10, 100), fill(at('2026-11-25', 700), 'buy', 10, 110)),
    ).toEqual([['speculative', 10, -100]])
  })

  test('of a day that were both bought and sold do not touch what was held before', () => {
    expect(
      classesOf(
        fill(at('2026-11-02'), 'buy', 10, 50),
        fill(at('2026-11-25'), 'buy', 10, 100),
        fill(at('2026-11-25', 700), 'sell', 15, 110),
      ),
    ).toEqual([
      ['speculative', 10, 100],
      ['shortTerm', 5, 300],
    ])
  })

  test('are sold in the order in which they were bought, and are long-term after twelve months', () => {
    expect(
      classesOf(
        fill(at('2025-11-20'), 'buy', 5, 50),
        fill(at('2025-11-28'), 'buy', 5, 60),
        fill(at('2026-11-25'), 'sell', 8, 100),
      ),
    ).toEqual([
      ['longTerm', 5, 250],
      ['shortTerm', 3, 120],
    ])
    expect([
      isLongTerm(at('2025-11-25'), at('2026-11-25')),
      isLongTerm(at('2025-11-25'), at('2026-11-26')),
      isLongTerm(at('2024-02-29'), at('2025-03-01')),
    ]).toEqual([false, true, true])
  })

  test('sold without having been bought are named, but not while the day goes on', () => {
    const short = [fill(at('2026-11-25'), 'sell', 10, 100)]
    expect(taxBooksOf(short, day('2026-11-26')).unmatched).toEqual([
      { key: INFY, at: at('2026-11-25'), quantity: 10 },
    ])
    expect(taxBooksOf(short, day('2026-11-25')).unmatched).toEqual([])
  })
})

describe('futures and options', () => {
  test('are non-speculative over days, long and short, first in first out', () => {
    const of = { key: CALL, isShare: false }
    expect(
      classesOf(
        fill(at('2026-11-24'), 'sell', 65, 200, of),
        fill(at('2026-11-25'), 'buy', 130, 150, of),
        fill(at('2026-11-26'), 'sell', 65, 180, of),
      ),
    ).toEqual([
      ['nonSpeculative', 65, 65 * 50],
      ['nonSpeculative', 65, 65 * 30],
    ])
  })
})

const anyFills = fc
  .array(
    fc.record({
      key: fc.constantFrom(INFY, CALL),
      days: fc.integer({ min: 0, max: 900 }),
      minute: fc.integer({ min: 555, max: 929 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 200 }),
      price: fc.integer({ min: 1, max: 99_999 }),
      charges: fc.nat(5_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 60 },
  )
  .map((list) =>
    list
      .map(
        ({ key, days, minute, share, ...one }): TaxFill => ({
          ...{ key, isShare: key === INFY, ...one },
          at: at(addDays(day('2024-01-01'), days), minute),
          stt: Math.round(one.charges * share),
        }),
      )
      .sort((one, other) => one.at - other.at),
  )

describe('always', () => {
  const sum = <Item>(list: readonly Item[], of: (item: Item) => number): number =>
    list.reduce((all, one) => all + of(one), 0)

  test('every unit, paisa and charge is realised, open or named as unmatched, once', () => {
    fc.assert(
      fc.property(anyFills, (fills) => {
        const { realised, open, unmatched } = taxBooksOf(fills, LATER)
        const units = (side: 'buy' | 'sell') => sum(fills, (one) => (one.side === side ? one.quantity : 0))
        const openUnits = (side: 'buy' | 'sell') => sum(open, (one) => (one.side === side ? one.quantity : 0))
        const closed = sum(realised, ({ quantity }) => quantity)
        expect(closed + openUnits('buy')).toBe(units('buy'))
        expect(closed + openUnits('sell') + sum(unmatched, ({ quantity }) => quantity)).toBe(units('sell'))
        if (unmatched.length > 0) return
        const signed = ({ side, quantity, price }: TaxFill) => (side === 'sell' ? 1 : -1) * quantity * price
        expect(sum(realised, ({ sold, bought }) => sold - bought) + sum(open, signed)).toBe(
          sum(fills, signed),
        )
        expect(sum(realised, ({ charges }) => charges) + sum(open, ({ charges }) => charges)).toBe(
          sum(fills, ({ charges }) => charges),
        )
        expect(sum(realised, ({ stt }) => stt) + sum(open, ({ stt }) => stt)).toBe(
          sum(fills, ({ stt }) => stt),
        )
      }),
    )
  })

  test('the years hold each trade once, and the periods of a year sum to its classes', () => {
    fc.assert(
      fc.property(anyFills, (fills) => {
        const { realised } = taxBooksOf(fills, LATER)
        const years = [2023, 2024, 2025, 2026].map((year) => taxYear(realised, year))
        expect(sum(years, ({ trades }) => trades.length)).toBe(realised.length)
        for (const { classes, periods } of years)
          expect(sum(periods, ({ net }) => net)).toBe(sum(classes, ({ net }) => net))
      }),
    )
  })
})

describe('a tax year', () => {
  test('has turnover without signs for business, and STT is no cost of a capital gain', () => {
    const { realised } = taxBooksOf(
      [
        fill(at('2026-05-04'), 'buy', 10, 100, { charges: 7, stt: 2 }),
        fill(at('2026-05-04', 700), 'sell', 10, 90, { charges: 3, stt: 1 }),
        fill(at('2026-05-05'), 'buy', 10, 100, { charges: 7, stt: 2 }),
        fill(at('2026-07-06'), 'sell', 10, 150, { charges: 3, stt: 1 }),
      ],
      LATER,
    )
    const { classes, periods } = taxYear(realised, 2026)
    expect(classes[1]).toMatchObject({ trades: 1, turnover: 100, gross: -100, charges: 10, net: -110 })
    expect(classes[2]).toMatchObject({ turnover: null, gross: 500, charges: 7, notAllowed: 3, net: 493 })
    expect(periods.map(({ to, net }) => [to, net]).slice(0, 2)).toEqual([
      ['2026-06-15', -110],
      ['2026-09-15', 493],
    ])
  })

  test('is from April to March, and its rules are named and dated', () => {
    expect([taxYearOf(day('2026-03-31')), taxYearOf(day('2026-04-01'))]).toEqual([2025, 2026])
    expect(taxYearInWords(2026)).toBe('FY 2026-27')
    expect(classInWords('longTerm', day('2026-11-25'))).toBe('Shares held longer, 12.5% above ₹1,25,000')
    expect(classInWords('shortTerm', day('2024-07-22'))).toBe('Shares held up to 12 months, 15%')
    expect(lawInWords(day('2010-01-01'))).toBe('No rates are known for this year')
  })
})
