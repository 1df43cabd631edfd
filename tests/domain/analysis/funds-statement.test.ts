import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fundsAt, pathOfFunds, plainFunds } from '../../../src/domain/analysis/funds-address.ts'
import { type CashDay, statementOf } from '../../../src/domain/analysis/funds-statement.ts'
import { addDays, type IstDate } from '../../../src/domain/time.ts'

const first = '2026-11-02' as IstDate
const all = { from: '2026-01-01' as IstDate, to: '2026-12-31' as IstDate }

const paise = fc.integer({ min: -900_000, max: 900_000 }).map((one) => one / 100)
const moves = fc.array(
  fc.record({
    traded: paise,
    charges: fc.nat(90_000).map((one) => one / 100),
    capital: fc.option(paise, { nil: 0 }),
  }),
  { maxLength: 30 },
)

const daysOf = (list: readonly { traded: number; charges: number; capital: number }[]) => {
  let cash = 1_000_000
  return list.map(({ traded, charges, capital }, at): CashDay => {
    cash = Math.round((cash + traded - charges + capital) * 100) / 100
    return { day: addDays(first, at), charges, cash, capital }
  })
}

describe('the statement', () => {
  test('gives back what moved on each day, and each balance follows from the one before', () => {
    fc.assert(
      fc.property(moves, (list) => {
        const { rows, broughtForward, balance } = statementOf(daysOf(list), 1_000_000, all)
        let before = broughtForward
        for (const row of rows.toReversed()) {
          expect(row.balance).toBeCloseTo(before + row.traded - row.charges + row.capital, 6)
          before = row.balance
        }
        expect(balance).toBe(rows[0]?.balance ?? 1_000_000)
        const moved = list.filter((one) => one.traded !== 0 || one.charges !== 0 || one.capital !== 0)
        expect(rows.toReversed().map(({ traded }) => traded)).toEqual(moved.map(({ traded }) => traded))
      }),
    )
  })

  test('of a month begins with what the days before left, and of one without days with the last', () => {
    const days = daysOf([
      { traded: 100, charges: 10, capital: 0 },
      { traded: -50, charges: 5, capital: 1_000 },
    ])
    const day = addDays(first, 1)
    expect(statementOf(days, 1_000_000, { from: day, to: day })).toMatchObject({
      broughtForward: 1_000_090,
      rows: [{ traded: -50, charges: 5, capital: 1_000, balance: 1_001_035 }],
    })
    const later = addDays(first, 9)
    expect(statementOf(days, 1_000_000, { from: later, to: later })).toEqual({
      broughtForward: 1_001_035,
      rows: [],
      balance: 1_001_035,
    })
  })
})

describe('the address of the funds', () => {
  test.each([plainFunds, { part: 'tax' as const, book: 'virtual' as const, at: first }])(
    'gives %j back',
    (shown) => {
      expect(fundsAt(pathOfFunds(shown))).toEqual(shown)
    },
  )
  test('what cannot be read is left out', () => {
    expect(fundsAt('/funds?part=all&book=none&at=x')).toEqual(plainFunds)
    expect(fundsAt('/')).toBe(null)
  })
})
