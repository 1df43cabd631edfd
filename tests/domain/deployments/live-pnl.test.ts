import { expect, test } from 'vitest'
import { dayPnlOf, openPnlAt, type PricedRun } from '../../../src/domain/deployments/live-pnl.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'

const infy = instrumentId('NSE', 'INFY')
const tcs = instrumentId('NSE', 'TCS')

const run = (contract: PricedRun['contract'], given: Partial<PricedRun> = {}): PricedRun => ({
  contract,
  quantity: 0,
  averagePrice: null,
  realisedToday: 0,
  pnlToday: 0,
  carriedPnl: 0,
  ...given,
})

test('a long gains as the price rises, a short as it falls, and nothing held has no open P&L', () => {
  expect(openPnlAt({ quantity: 10, averagePrice: 1_500 }, 1_502.35)).toEqual(23.5)
  expect(openPnlAt({ quantity: -10, averagePrice: 1_500 }, 1_502.35)).toEqual(-23.5)
  expect(openPnlAt({ quantity: 0, averagePrice: null }, 1_502.35)).toEqual(null)
})

test('the day is what was realised and what is open, over all runs', () => {
  const runs = [
    run(infy, { quantity: 10, averagePrice: 1_500, realisedToday: -12.4, pnlToday: 0 }),
    run(tcs, { realisedToday: 200, pnlToday: 200 }),
  ]
  expect(dayPnlOf(runs, () => 1_510)).toEqual({ realised: 187.6, open: 100, total: 287.6 })
})

test('without a price a run counts as the server valued it', () => {
  const runs = [run(infy, { quantity: 10, averagePrice: 1_500, realisedToday: -12.4, pnlToday: 87.6 })]
  expect(dayPnlOf(runs, () => null)).toEqual({ realised: -12.4, open: 100, total: 87.6 })
})

test('what was gained before today is none of it', () => {
  const runs = [run(infy, { quantity: 10, averagePrice: 1_500, carriedPnl: 150, pnlToday: -50 })]
  expect(dayPnlOf(runs, () => 1_520)).toEqual({ realised: 0, open: 50, total: 50 })
  expect(dayPnlOf(runs, () => null)).toEqual({ realised: 0, open: -50, total: -50 })
})
