import { expect, test } from 'vitest'
import { describeUniverse, universeOfRun } from '../../../src/domain/backtests/universe-of-run.ts'
import type { Instrument, InstrumentId, Universe } from '../../../src/domain/instruments/instrument.ts'

const ids = (text: string) => text.split(' ') as InstrumentId[]
const members: Readonly<Partial<Record<Universe, readonly InstrumentId[]>>> = {
  NIFTY50: ids('NSE_INFY NSE_TCS NSE_SBIN'),
  BANKNIFTY: ids('NSE_SBIN NSE_PNB'),
  SENSEX: ids('NSE_INFY'),
}
const index = {
  membersOf: (universe: Universe) => (members[universe] ?? []).map((id) => ({ id }) as Instrument),
}

test.each([
  ['NSE_TCS NSE_INFY NSE_SBIN', 'NIFTY50'],
  ['NSE_PNB NSE_SBIN', 'BANKNIFTY'],
  ['NSE_TCS NSE_INFY', null],
  ['NSE_TCS NSE_INFY NSE_SBIN NSE_PNB', null],
  ['NSE_TCS NSE_INFY NSE_PNB', null],
  ['NSE_INFY', null],
])('a run over %s is one over %s', (run, universe) => {
  expect(universeOfRun(ids(run), index)).toBe(universe)
})

test('its remark says whose members they are and where it leads', () => {
  expect(describeUniverse('NIFTY50')).toBe(
    'Survivorship bias: today’s NIFTY50 members are used for the whole span. Stocks that have left the index, mostly after falling, are missing.',
  )
})
