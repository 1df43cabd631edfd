import { expect, test } from 'vitest'
import type { Instrument, InstrumentId, Universe } from '../../src/domain/instrument.ts'
import { describeUniverse, universeOfRun } from '../../src/domain/universe-of-run.ts'

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
    'The shares are those of NIFTY50 today, for the whole span. One that was in it then and has left is missing, and what leaves has mostly fallen: that flatters the figures.',
  )
})
