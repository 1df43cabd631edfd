import { expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { daysAhead } from '../../../src/domain/calendar/days-ahead.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const days = (...list: string[]) => list as IstDate[]
const expiries: Readonly<Record<string, readonly IstDate[]>> = {
  'INDICES_NIFTY 50': days('2026-11-17', '2026-11-23', '2026-12-01', '2026-12-08'),
  'INDICES_NIFTY BANK': days('2026-11-23', '2026-12-29'),
  INDICES_SENSEX: days('2026-11-26', '2026-12-03', '2026-12-31'),
}
const roots: Readonly<Record<string, string>> = {
  'INDICES_NIFTY 50': 'NIFTY',
  'INDICES_NIFTY BANK': 'BANKNIFTY',
  INDICES_SENSEX: 'SENSEX',
}
const contracts: Readonly<Record<string, { name: string; expiry: IstDate | null }>> = {
  NFO_NIFTY26NOV25950CE: { name: 'NIFTY', expiry: '2026-11-23' as IstDate },
  NFO_NIFTY26NOV25800PE: { name: 'NIFTY', expiry: '2026-11-23' as IstDate },
  NFO_RELIANCE26NOV1550CE: { name: 'RELIANCE', expiry: '2026-11-23' as IstDate },
  NSE_SBIN: { name: 'STATE BANK OF INDIA', expiry: null },
}
const index = {
  find: (id: InstrumentId) => (contracts[id] ?? null) as Instrument | null,
  expiriesOf: (id: InstrumentId) => expiries[id] ?? [],
  optionsOf: (id: InstrumentId) => [{ name: roots[id] }] as unknown as readonly Instrument[],
}
const ahead = (held: readonly string[], most = 20) =>
  daysAhead({ today: '2026-11-20' as IstDate, index, held, calendar: exchangeCalendar }, most)

test('the nearest expiries of the indices and the holidays, in the order of their days', () => {
  expect(ahead([]).map(({ date, words }) => `${date} ${words}`)).toEqual([
    '2026-11-23 NIFTY monthly expiry',
    '2026-11-23 BANKNIFTY monthly expiry',
    '2026-11-24 Guru Nanak Jayanti, exchanges closed',
    '2026-11-26 SENSEX monthly expiry',
    '2026-12-01 NIFTY weekly expiry',
    '2026-12-03 SENSEX weekly expiry',
    '2026-12-25 Christmas, exchanges closed',
    '2026-12-29 BANKNIFTY monthly expiry',
  ])
})

test('an expiry that a holiday moved says from which day and why', () => {
  expect(ahead([]).map(({ words, why }) => `${words}: ${why}`)).toContain(
    'NIFTY monthly expiry: Moved from Tue 24 Nov: Guru Nanak Jayanti',
  )
  expect(ahead([]).filter(({ words }) => words === 'SENSEX monthly expiry')[0]?.why).toBeNull()
})

test('what is held is counted on its day, those of other underlyings have a line of their own', () => {
  const held = ['NFO_NIFTY26NOV25950CE', 'NFO_NIFTY26NOV25800PE', 'NFO_RELIANCE26NOV1550CE', 'NSE_SBIN']
  expect(ahead(held, 3).map(({ words, held: count }) => [words, count])).toEqual([
    ['NIFTY monthly expiry', 2],
    ['RELIANCE expiry', 1],
    ['BANKNIFTY monthly expiry', 0],
  ])
})
