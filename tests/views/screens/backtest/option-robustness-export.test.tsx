import { expect, test } from 'vitest'
import type { Robustness } from '../../../../src/domain/backtests/robustness/robustness.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { robustnessCsv } from '../../../../src/views/screens/backtest/export-run.ts'
import { backtestResult } from '../../../support/backtests.ts'

const loses = { value: null, reason: 'The run loses even without slippage.' }
const robustness: Robustness = {
  band: [],
  breakEvenBps: { value: 40, reason: null },
  breakEvenOfLegs: [
    { bps: { value: 80, reason: null }, points: { value: 0.85, reason: null } },
    { bps: loses, points: loses },
  ],
  findings: [],
}

test('the table of robustness has two lines for each leg of a run on options, or why there is no figure', async () => {
  const row = {
    instrument: 'INDICES_NIFTY 50' as InstrumentId,
    state: 'saved' as const,
    result: { ...backtestResult(), robustness },
    error: null,
    backtestUuid: null,
  }
  const [, ...lines] = (await robustnessCsv([row], {})).split('\r\n')
  expect(lines).toEqual([
    'NIFTY 50,break_even_bps,,40,,,,,,,',
    'NIFTY 50,break_even_bps_leg_1,,80,,,,,,,',
    'NIFTY 50,break_even_points_leg_1,,0.85,,,,,,,',
    `NIFTY 50,break_even_bps_leg_2,,,${loses.reason},,,,,,`,
    `NIFTY 50,break_even_points_leg_2,,,${loses.reason},,,,,,`,
  ])
})
