import { describe, expect, test } from 'vitest'
import { expiriesTraded, underlyingsOf } from '../../../../src/domain/analysis/journal/chain-then.ts'
import type { RecordedInstrument } from '../../../../src/domain/analysis/journal/day-record.ts'
import type { Instrument, InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { paise } from '../../../../src/domain/money.ts'
import type { IstDate } from '../../../../src/domain/time.ts'

const known: Readonly<Record<string, string>> = {
  NIFTY: 'INDICES_NIFTY 50',
  SENSEX: 'INDICES_SENSEX',
  INFY: 'NSE_INFY',
  '360ONE': 'NSE_360ONE',
  TCS: 'NSE_TCS',
}
const index = {
  findSymbol: (symbol: string) => {
    const id = known[symbol]
    return id === undefined ? null : ({ id } as Instrument)
  },
  expiriesOf: (id: InstrumentId) => (id === 'NSE_TCS' ? [] : ['2026-11-24' as IstDate]),
}

const traded = (...ids: readonly string[]): readonly RecordedInstrument[] =>
  ids.map((id) => ({
    key: id as InstrumentId,
    ...{ overnightQuantity: 0, previousClose: paise(0), trades: [], minutes: null },
  }))

describe('the underlyings of a day', () => {
  test.each([
    [[], ['INDICES_NIFTY 50']],
    [['NSE_INFY'], ['INDICES_NIFTY 50']],
    [['NFO-OPT_INFY26NOV1500CE'], ['NSE_INFY', 'INDICES_NIFTY 50']],
    [['BFO-OPT_INFY26NOV1500CE'], ['BSE_INFY', 'INDICES_NIFTY 50']],
    [
      ['BFO-OPT_SENSEX26N2680000PE', 'NFO-FUT_NIFTY26NOVFUT'],
      ['INDICES_SENSEX', 'INDICES_NIFTY 50'],
    ],
    [
      ['NFO-OPT_360ONE26NOV1000CE', 'NFO-OPT_360ONE26NOV1000PE'],
      ['NSE_360ONE', 'INDICES_NIFTY 50'],
    ],
    [['NFO-OPT_TCS26NOV3000CE', 'NFO-OPT_UNKNOWN26NOV10CE'], ['INDICES_NIFTY 50']],
  ])('of %j are %j', (ids, expected) => {
    expect(underlyingsOf(traded(...ids), index)).toEqual(expected)
  })

  test('are NIFTY 50 until the instruments have loaded', () => {
    expect(underlyingsOf(traded('NFO-OPT_INFY26NOV1500CE'), null)).toEqual(['INDICES_NIFTY 50'])
  })
})

test('the expiries traded are those of weekly symbols by day, and of monthly ones the last of their month', () => {
  const expiries = ['2026-11-24', '2026-12-01', '2026-12-29'].map((day) => day as IstDate)
  const of = { underlying: 'INDICES_NIFTY 50' as InstrumentId, expiries }
  const day = traded('NFO-OPT_NIFTY26D0124000CE', 'NFO-OPT_NIFTY26DEC24000CE', 'NFO-OPT_INFY26NOV1500CE')
  expect(expiriesTraded(day, of, index)).toEqual(['2026-12-01', '2026-12-29'])
  expect(expiriesTraded(day, { ...of, underlying: 'NSE_INFY' as InstrumentId }, index)).toEqual([
    '2026-11-24',
  ])
  expect(expiriesTraded(day, of, null)).toEqual([])
})
