import { describe, expect, test } from 'vitest'
import {
  contractOf,
  expiryOf,
  lotSizeOf,
  strikeAtMoney,
} from '../../../../src/domain/backtests/option-run/contracts.ts'
import type { OptionUnderlying } from '../../../../src/domain/backtests/option-run/rules.ts'
import type { IstDate } from '../../../../src/domain/time.ts'

const on = (text: string) => text as IstDate
const nifty: OptionUnderlying = { root: 'NIFTY', exchange: 'NFO', isIndex: true, strikeStep: 50 }
const bank: OptionUnderlying = { ...nifty, root: 'BANKNIFTY', strikeStep: 100 }
const sensex: OptionUnderlying = { root: 'SENSEX', exchange: 'BFO', isIndex: true, strikeStep: 100 }
const fin: OptionUnderlying = { ...nifty, root: 'FINNIFTY' }
const midcap: OptionUnderlying = { ...nifty, root: 'MIDCPNIFTY', strikeStep: 25 }
const bankex: OptionUnderlying = { ...sensex, root: 'BANKEX' }

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
    [bank, 'next', '2024-11-08', '2024-11-28', 'behind its last weekly the month'],
    [bank, 'weekly', '2024-11-14', '2024-11-28', 'no weeklies any more'],
    [bank, 'weekly', '2024-07-12', '2024-07-16', 'before a holiday'],
    [fin, 'weekly', '2024-11-14', '2024-11-19', 'its last weekly, a Tuesday'],
    [fin, 'weekly', '2024-11-20', '2024-11-28', 'no weeklies any more'],
    [midcap, 'weekly', '2024-11-14', '2024-11-18', 'its last weekly, a Monday'],
    [bankex, 'weekly', '2024-11-14', '2024-11-18', 'its last weekly, a Monday'],
    [bankex, 'weekly', '2024-11-19', '2024-11-29', 'no weeklies any more'],
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
    [sensex, '2026-11-19', 'BFO-OPT_SENSEX26N1924500CE', 20],
  ])('%o of %s is %s in lots of %d', (underlying, expiry, instrument, lotSize) => {
    const current = { NIFTY: 65, BANKNIFTY: 30, SENSEX: 20 }[underlying.root] ?? 0
    const contract = contractOf(underlying, { type: 'CE', strike: 24_500, expiry: on(expiry) }, current)
    expect([contract.instrument, contract.lotSize]).toEqual([instrument, lotSize])
  })
})

test.each([
  ['FINNIFTY', '2025-10-28', 65],
  ['FINNIFTY', '2026-01-27', 60],
  ['MIDCPNIFTY', '2025-06-26', 120],
  ['MIDCPNIFTY', '2025-10-28', 140],
  ['MIDCPNIFTY', '2026-01-27', 120],
])('a lot of %s that ends on %s is %d', (root, expiry, lot) => {
  expect(lotSizeOf(root, on(expiry), root === 'FINNIFTY' ? 60 : 120)).toBe(lot)
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
