import { describe, expect, test } from 'vitest'
import { memberIndices, membersOf } from '../../../server/market/master/index-members.ts'
import { MASTER_HEADER, printInstrument } from '../../../server/market/master/master-csv.ts'
import { indexMaster } from '../../../server/market/master/master-index.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { cashRow, contract, day } from '../../support/market/market.ts'

const rows = [
  cashRow('INDICES_NIFTY 50'),
  cashRow('NSE_INFY'),
  cashRow('BSE_INFY'),
  contract('NIFTY', '2026-12-01', 'PE', 24_100),
  contract('NIFTY', '2026-12-01', 'CE', 24_100),
  contract('NIFTY', '2026-12-01', 'CE', 24_000),
  contract('NIFTY', '2026-11-23', 'CE', 24_000),
  contract('NIFTY', '2026-12-29', 'FUT'),
  contract('NIFTY', '2026-11-23', 'FUT'),
  contract('INFY', '2026-12-29', 'CE', 1540.5, 400),
]
const csv = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`)
const index = () => indexMaster(csv([MASTER_HEADER, ...rows.map(printInstrument)]))
const id = (text: string) => text as InstrumentId

describe('the index of the master', () => {
  test('finds every row as it was printed, and nothing else', async () => {
    const { find, rows: count } = await index()
    expect([count, rows.map((row) => find(row.id))]).toEqual([rows.length, rows])
    expect(['NSE_TCS', 'BSE_NIFTY 50', '', 'NSE_'].map((text) => find(id(text)))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('orders expiries, strikes and futures of an underlying', async () => {
    const { expiriesOf, optionsOf, futuresOf } = await index()
    const nifty = id('INDICES_NIFTY 50')
    expect(expiriesOf(nifty)).toEqual(['2026-11-23', '2026-12-01'])
    expect(optionsOf(nifty, day('2026-12-01'))).toEqual([
      { strike: 24_000, ce: rows[5], pe: null },
      { strike: 24_100, ce: rows[4], pe: rows[3] },
    ])
    expect(futuresOf(nifty)).toEqual([rows[8], rows[7]])
    expect([
      optionsOf(nifty, day('2026-12-02')),
      expiriesOf(id('BSE_INFY')),
      futuresOf(id('NSE_INFY')),
    ]).toEqual([[], [], []])
    expect(optionsOf(id('NSE_INFY'), day('2026-12-29'))).toEqual([{ strike: 1540.5, ce: rows[9], pe: null }])
  })

  test('an empty master has nothing', async () => {
    const { rows: count, find } = await indexMaster(csv([MASTER_HEADER]))
    expect([count, find(id('NSE_INFY'))]).toEqual([0, null])
  })
})

describe('members of indices', () => {
  test.each(memberIndices.map((name) => [name]))('of %s weigh one together and come once each', (name) => {
    const members = membersOf(name)
    expect(members.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
    expect(new Set(members.map(({ symbol }) => symbol)).size).toBe(members.length)
  })

  test('are as many as the index has', () => {
    expect(
      ['NIFTY 50', 'NIFTY BANK', 'SENSEX', 'NIFTY NEXT 50', 'NIFTY IT'].map((name) => membersOf(name).length),
    ).toEqual([50, 14, 30, 50, 0])
  })
})
