import { expect, test } from 'vitest'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { expiryAway, strikeAway, strikesBeyond } from '../../../src/domain/instruments/step-contract.ts'
import { openIndex } from '../../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../../src/market/instruments/read-master.ts'
import { futureRow, masterOf, optionRows } from '../../support/server/synthetic-master.ts'

const index = openIndex(
  readMaster(
    masterOf([
      { symbol: 'NIFTY 50', name: 'NIFTY 50', tick: 0, lot: 0, segment: 'INDICES', exchange: 'NSE' },
      { symbol: 'TCS', name: 'TATA CONSULTANCY SERVICES', segment: 'NSE', exchange: 'NSE' },
      ...optionRows('NIFTY', '26NOV', '2026-11-24', [23_950, 24_000, 24_050], 65),
      ...optionRows('NIFTY', '26D01', '2026-12-01', [23_900, 24_000, 24_100], 65),
      futureRow('NIFTY', '26NOV', '2026-11-24', 65),
      futureRow('NIFTY', '26DEC', '2026-12-29', 65),
    ]),
  ),
)
const at = (symbol: string): Instrument => {
  const found = index.find(symbol as InstrumentId)
  if (found === null) throw new Error(`${symbol} is not listed`)
  return found
}
const call = at('NFO-OPT_NIFTY26NOV24000CE')
const future = at('NFO-FUT_NIFTY26NOVFUT')
const share = at('NSE_TCS')

test('a strike steps to the next one that is listed, and never beyond the last', () => {
  const steps = [1, -1, 2, -2].map((by) => strikeAway(call, by, index)?.tradingSymbol ?? null)
  expect(steps).toEqual(['NIFTY26NOV24050CE', 'NIFTY26NOV23950CE', null, null])
  expect([future, share].map((contract) => strikeAway(contract, 1, index))).toEqual([null, null])
})

test('strikes further out of the money come farthest first, above a call and below a put', () => {
  const beyond = (symbol: string, most: number) =>
    strikesBeyond(at(symbol), most, index).map(({ strike }) => strike)
  expect(beyond('NFO-OPT_NIFTY26D0123900CE', 9)).toEqual([24_100, 24_000])
  expect(beyond('NFO-OPT_NIFTY26D0124100PE', 9)).toEqual([23_900, 24_000])
  expect([beyond('NFO-OPT_NIFTY26D0123900CE', 1), beyond('NFO-OPT_NIFTY26D0124100PE', 1)]).toEqual([
    [24_000],
    [24_000],
  ])
  expect([strikesBeyond(future, 9, index), strikesBeyond(share, 9, index)]).toEqual([[], []])
})

test('an expiry steps to the next one that is listed, with the strike or the nearest to it', () => {
  expect(expiryAway(call, 1, index)?.tradingSymbol).toEqual('NIFTY26D0124000CE')
  expect(expiryAway(at('NFO-OPT_NIFTY26NOV24050PE'), 1, index)?.tradingSymbol).toEqual('NIFTY26D0124000PE')
  expect(expiryAway(at('NFO-OPT_NIFTY26D0124000CE'), -1, index)?.id).toEqual(call.id)
  expect([expiryAway(call, -1, index), expiryAway(at('NFO-OPT_NIFTY26D0124000CE'), 1, index)]).toEqual([
    null,
    null,
  ])
  expect(expiryAway(future, 1, index)?.tradingSymbol).toEqual('NIFTY26DECFUT')
  expect([expiryAway(future, -1, index), expiryAway(share, 1, index)]).toEqual([null, null])
})
