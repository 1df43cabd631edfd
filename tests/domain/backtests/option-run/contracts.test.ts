import { describe, expect, test } from 'vitest'
import {
  contractOf,
  expiriesBetween,
  expiryOf,
  lotSizeOf,
  strikeAtMoney,
} from '../../../../src/domain/backtests/option-run/contracts.ts'
import type { OptionUnderlying } from '../../../../src/domain/backtests/option-run/rules.ts'
import { addDays, type IstDate } from '../../../../src/domain/time.ts'

const on = (text: string) => text as IstDate
const nifty: OptionUnderlying = { root: 'NIFTY', exchange: 'NFO', isIndex: true, strikeStep: 50 }
const bank: OptionUnderlying = { ...nifty, root: 'BANKNIFTY', strikeStep: 100 }
const sensex: OptionUnderlying = { root: 'SENSEX', exchange: 'BFO', isIndex: true, strikeStep: 100 }
const fin: OptionUnderlying = { ...nifty, root: 'FINNIFTY' }
const midcap: OptionUnderlying = { ...nifty, root: 'MIDCPNIFTY', strikeStep: 25 }
const bankex: OptionUnderlying = { ...sensex, root: 'BANKEX' }
const next50: OptionUnderlying = { ...nifty, root: 'NIFTYNXT50', strikeStep: 100 }
const share: OptionUnderlying = { root: 'RELIANCE', exchange: 'NFO', isIndex: false, strikeStep: 20 }

const current: Readonly<Record<string, number>> = {
  NIFTY: 65,
  BANKNIFTY: 30,
  FINNIFTY: 60,
  MIDCPNIFTY: 120,
  NIFTYNXT50: 25,
  SENSEX: 20,
  BANKEX: 30,
}

describe('expiriesBetween', () => {
  test.each([nifty, bank, sensex, fin, midcap, bankex, next50, share])(
    '$root: each expiry that a day has',
    (of) => {
      const found: string[] = []
      for (let day = on('2023-01-01'); day <= '2026-12-31'; ) {
        const date = expiryOf(of, 'weekly', day)
        if (date <= '2026-12-31') found.push(date)
        day = addDays(date, 1)
      }
      const all = expiriesBetween(of, on('2023-01-01'), on('2026-12-31'))
      expect(all.map(({ date }) => date)).toEqual(found)
      for (const { date, isMonthly } of all)
        if (isMonthly) expect(expiryOf(of, 'monthly', date)).toEqual(date)
      expect(all.filter(({ isMonthly }) => isMonthly)).toHaveLength(48)
    },
  )
})

describe('expiryOf', () => {
  test.each([
    [nifty, 'weekly', '2026-11-21', '2026-11-23', 'moved before a holiday'],
    [nifty, 'next', '2026-11-21', '2026-12-01', ''],
    [nifty, 'monthly', '2026-11-21', '2026-11-23', ''],
    [nifty, 'monthly', '2026-11-24', '2026-12-29', ''],
    [nifty, 'weekly', '2026-12-01', '2026-12-01', 'on its last day'],
    [nifty, 'weekly', '2026-03-02', '2026-03-02', 'moved before a holiday'],
    [nifty, 'weekly', '2026-04-10', '2026-04-13', 'moved before a holiday'],
    [nifty, 'weekly', '2025-08-27', '2025-08-28', 'the last Thursday'],
    [nifty, 'next', '2025-08-27', '2025-09-02', 'the first Tuesday'],
    [nifty, 'weekly', '2025-10-16', '2025-10-20', 'before a holiday with muhurat trading'],
    [bank, 'weekly', '2026-11-21', '2026-11-23', 'no weeklies: the month'],
    [bank, 'next', '2026-11-21', '2026-12-29', 'no weeklies: the next month'],
    [bank, 'monthly', '2025-01-06', '2025-01-30', 'a Thursday then'],
    [sensex, 'weekly', '2026-11-21', '2026-11-26', ''],
    [sensex, 'monthly', '2026-05-01', '2026-05-27', 'moved before a holiday'],
    [sensex, 'weekly', '2025-06-05', '2025-06-10', 'a Tuesday then'],
    [sensex, 'weekly', '2024-12-26', '2024-12-27', 'a Friday then'],
    [bank, 'weekly', '2024-11-08', '2024-11-13', 'its last weekly, a Wednesday'],
    [bank, 'next', '2024-11-08', '2024-11-27', 'behind its last weekly the month'],
    [bank, 'weekly', '2024-11-14', '2024-11-27', 'no weeklies any more'],
    [bank, 'weekly', '2024-07-12', '2024-07-16', 'before a holiday'],
    [fin, 'weekly', '2024-11-14', '2024-11-19', 'its last weekly, a Tuesday'],
    [fin, 'weekly', '2024-11-20', '2024-11-26', 'no weeklies any more'],
    [midcap, 'weekly', '2024-11-14', '2024-11-18', 'its last weekly, a Monday'],
    [bankex, 'weekly', '2024-11-14', '2024-11-18', 'its last weekly, a Monday'],
    [bankex, 'weekly', '2024-11-19', '2024-11-25', 'no weeklies any more'],
    [nifty, 'weekly', '2023-03-27', '2023-03-29', 'a Thursday then, moved before a holiday'],
    [bank, 'weekly', '2023-08-28', '2023-08-31', 'a Thursday then'],
    [bank, 'weekly', '2023-09-01', '2023-09-06', 'its first Wednesday'],
    [bank, 'weekly', '2023-09-21', '2023-09-28', 'no weekly in the week of the month'],
    [bank, 'next', '2023-09-21', '2023-10-04', 'behind the month'],
    [bank, 'monthly', '2024-02-01', '2024-02-29', 'its last month on a Thursday'],
    [bank, 'monthly', '2024-03-01', '2024-03-27', 'its first month on a Wednesday'],
    [bank, 'monthly', '2024-12-01', '2024-12-24', 'before a holiday'],
    [fin, 'weekly', '2022-06-10', '2022-06-14', 'a Tuesday then'],
    [fin, 'monthly', '2023-10-25', '2023-10-31', 'a Tuesday then'],
    [fin, 'monthly', '2025-01-06', '2025-01-30', 'a Thursday then'],
    [midcap, 'weekly', '2023-04-20', '2023-04-25', 'its last Tuesday'],
    [midcap, 'weekly', '2023-04-26', '2023-05-03', 'its first Wednesday'],
    [midcap, 'next', '2023-08-14', '2023-08-21', 'its first Monday, behind the last Wednesday'],
    [midcap, 'monthly', '2023-08-01', '2023-08-28', 'its first month on a Monday'],
    [next50, 'weekly', '2024-05-01', '2024-05-31', 'no weeklies; a Friday then'],
    [sensex, 'weekly', '2023-05-08', '2023-05-11', 'a Thursday then'],
    [sensex, 'weekly', '2023-05-15', '2023-05-19', 'its first Friday'],
    [sensex, 'weekly', '2024-12-30', '2025-01-03', 'its last Friday'],
    [sensex, 'next', '2024-12-30', '2025-01-07', 'its first Tuesday'],
    [bankex, 'next', '2023-10-12', '2023-10-16', 'its first Monday, behind the last Friday'],
    [bankex, 'monthly', '2025-01-06', '2025-01-28', 'a Tuesday then'],
    [share, 'monthly', '2024-03-01', '2024-03-28', 'a Thursday then'],
  ] as const)('%o %s from %s is %s %s', (underlying, pick, day, expiry, _why) => {
    expect(expiryOf(underlying, pick, on(day))).toBe(expiry)
  })
})

describe('contractOf', () => {
  test.each([
    [nifty, '2026-12-01', 'NFO-OPT_NIFTY26D0124500CE', 65],
    [nifty, '2026-12-29', 'NFO-OPT_NIFTY26DEC24500CE', 65],
    [nifty, '2026-11-23', 'NFO-OPT_NIFTY26NOV24500CE', 65],
    [nifty, '2025-11-18', 'NFO-OPT_NIFTY25N1824500CE', 75],
    [bank, '2025-09-30', 'NFO-OPT_BANKNIFTY25SEP24500CE', 35],
    [bank, '2024-03-27', 'NFO-OPT_BANKNIFTY24MAR24500CE', 15],
    [bank, '2023-09-06', 'NFO-OPT_BANKNIFTY2390624500CE', 15],
    [nifty, '2024-04-25', 'NFO-OPT_NIFTY24APR24500CE', 50],
    [nifty, '2024-05-02', 'NFO-OPT_NIFTY2450224500CE', 25],
    [sensex, '2026-11-19', 'BFO-OPT_SENSEX26N1924500CE', 20],
  ])('%o of %s is %s in lots of %d', (underlying, expiry, instrument, lotSize) => {
    const currentLot = current[underlying.root] ?? 0
    const contract = contractOf(underlying, { type: 'CE', strike: 24_500, expiry: on(expiry) }, currentLot)
    expect([contract.instrument, contract.lotSize]).toEqual([instrument, lotSize])
  })
})

test.each([
  ['NIFTY', '2021-06-24', 75],
  ['NIFTY', '2022-06-30', 50],
  ['NIFTY', '2024-12-26', 25],
  ['NIFTY', '2025-01-23', 75],
  ['NIFTY', '2025-01-30', 25],
  ['NIFTY', '2025-02-06', 75],
  ['BANKNIFTY', '2023-07-20', 25],
  ['BANKNIFTY', '2023-07-27', 15],
  ['BANKNIFTY', '2025-01-30', 15],
  ['BANKNIFTY', '2025-02-27', 30],
  ['FINNIFTY', '2024-07-23', 40],
  ['FINNIFTY', '2024-07-30', 25],
  ['FINNIFTY', '2025-01-30', 25],
  ['MIDCPNIFTY', '2024-07-22', 75],
  ['MIDCPNIFTY', '2024-07-29', 50],
  ['NIFTYNXT50', '2024-05-31', 10],
  ['SENSEX', '2023-05-11', 15],
  ['SENSEX', '2025-01-03', 10],
  ['SENSEX', '2025-01-21', 20],
  ['SENSEX', '2025-01-28', 10],
  ['BANKEX', '2023-05-11', 20],
  ['BANKEX', '2024-11-25', 15],
  ['FINNIFTY', '2025-10-28', 65],
  ['FINNIFTY', '2026-01-27', 60],
  ['MIDCPNIFTY', '2025-06-26', 120],
  ['MIDCPNIFTY', '2025-10-28', 140],
  ['MIDCPNIFTY', '2026-01-27', 120],
])('a lot of %s that ends on %s is %d', (root, expiry, lot) => {
  expect(lotSizeOf(root, on(expiry), current[root] ?? 0)).toBe(lot)
})

test('lots of series listed now are those of the master', () => {
  expect(lotSizeOf('NIFTY', on('2026-12-01'), 70)).toBe(70)
  expect(lotSizeOf('RELIANCE', on('2025-01-30'), 500)).toBe(500)
})

test.each([
  [24_025, 24_000],
  [24_025.05, 24_050],
  [24_000, 24_000],
  [10, 50],
])('the strike nearest to %d is %d', (price, strike) => {
  expect(strikeAtMoney(price, 50)).toBe(strike)
})
