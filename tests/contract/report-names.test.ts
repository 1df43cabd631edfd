import { describe, expect, test } from 'vitest'
import {
  cumulativeReport,
  readSavedReports,
  report,
  robustnessTests,
  runParams,
  writeReport,
} from '../../src/contract/report-names.ts'
import type { BacktestResult, BacktestTrade, LegTrade } from '../../src/domain/backtests/backtest.ts'
import { cumulate } from '../../src/domain/backtests/cumulative.ts'
import { deflatedSharpeSources } from '../../src/domain/backtests/robustness/deflated-sharpe.ts'
import type { Robustness } from '../../src/domain/backtests/robustness/robustness.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { epochMs, type IstDate } from '../../src/domain/time.ts'
import { backtestParams, backtestResult } from '../support/backtests.ts'

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId

const leg: LegTrade = {
  contract: {
    instrument: 'NFO-OPT_NIFTY2024-04-0422500CE' as InstrumentId,
    type: 'CE',
    strike: 22_500,
    expiry: '2024-04-04' as IstDate,
    lotSize: 50,
  },
  side: 'sell',
  quantity: 50,
  entryAt: epochMs(1),
  entryPrice: 100,
  entryMark: 'traded',
  exitAt: epochMs(2),
  exitPrice: 90,
  exitMark: 'model',
  reason: 'signal',
  grossPnl: 500,
  charges: 20,
  slippage: 5,
  netPnl: 475,
}

const trade: BacktestTrade = {
  side: 'buy',
  quantity: 50,
  entryAt: epochMs(1),
  entryPrice: 100,
  exitAt: epochMs(2),
  exitPrice: 90,
  reason: 'stop',
  isAmbiguous: false,
  grossPnl: 500,
  charges: 20,
  slippage: 5,
  netPnl: 475,
  candles: 3,
  adverseExcursion: 1,
  favourableExcursion: 2,
  legs: [leg],
  margin: 100_000,
  hedgeBenefit: 1_000,
}

const robustness: Robustness = {
  band: [{ model: 'next_open', finalPnl: 5, return: 0.5, sharpe: null, maxDraw: 1, trades: 3 }],
  breakEvenBps: { value: 1, reason: null },
  breakEvenOfLegs: [{ bps: { value: 1, reason: null }, points: { value: 1, reason: null } }],
  findings: [
    { code: 'few_trades', severity: 'doubt', text: 'a_b', evidence: [{ at: epochMs(1), what: 'aB' }] },
  ],
}

const result: BacktestResult = {
  ...backtestResult(),
  tradeLog: [trade],
  pnl: [[1, 2, 3, 4, 5, 6]],
  winningCash: 1,
  winningNRML: 2,
  winningMIS: 3,
  lossingCash: 4,
  lossingNRML: 5,
  lossingMIS: 6,
  chargeLines: [{ name: 'brokerage', amount: 20 }],
  byMonth: [{ label: '2024-04', trades: 1, netPnl: 475, meanReturn: 0.1 }],
  optionFills: { traded: 1, model: 1, modelPnl: 5, modelShare: 50 },
  robustness,
}

const params = {
  ...backtestParams({
    options: {
      legs: [
        {
          side: 'sell',
          type: 'CE',
          lots: 1,
          strike: { kind: 'steps', steps: 0 },
          expiry: 'weekly',
          stop: { amount: 10, type: 'pct' },
        },
      ],
      entry: 'time',
      combinedStop: 5_000,
      combinedTarget: null,
      profitLock: { at: 3_000, keep: 1_000 },
    },
  }),
  cut: { askedFrom: '2024-01-01', askedTo: '2024-06-28', cutDays: 90 },
  instruments: [NIFTY],
}

/** As the specification writes them: a run of capitals is one word and stays in capitals. */
const specified = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(specified)
  if (typeof value !== 'object' || value === null) return value
  const name = (key: string): string =>
    key.replace(/[A-Z]+/g, (capitals) => `_${capitals.length > 1 ? capitals : capitals.toLowerCase()}`)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), specified(inner)]))
}

const cumulative = { ...cumulate([{ instrument: NIFTY, result }], 1_000_000), failures: [] }

describe('the names in a report', () => {
  test.each([
    ['of a run', runParams, params],
    ['of a symbol', report, result],
    ['over all symbols', cumulativeReport, cumulative],
    ['of its robustness', robustnessTests, { deflatedSharpe: deflatedSharpeSources, monteCarloTest: null }],
  ])('%s are those of the specification', (_, names, written) => {
    expect(writeReport(names, written)).toEqual(specified(written))
  })

  test('of the limits of a run are those of a strategy, and a run without them has none', () => {
    const limits = {
      trailing: { distance: 0.5, after: 0.6 },
      entries: { per: 'day', most: 3 },
      lossesInARow: 2,
    } as const
    const { lossesInARow, ...same } = limits
    const limited = backtestParams({ ...limits, size: { kind: 'risk', rupees: 2_000 } })
    const written = writeReport(runParams, limited)
    expect(written).toEqual({
      ...writeReport(runParams, backtestParams()),
      ...same,
      losses_in_a_row: 2,
      size: { kind: 'risk', rupees: 2_000 },
    })
    expect(readRun(written)).toEqual(limited)
    expect(readRun(writeReport(runParams, backtestParams()))).toEqual(backtestParams())
  })

  test('come back as they were, also by their older names, and what another version had besides stays', () => {
    const record = {
      _id: 'c'.repeat(24),
      segSym: NIFTY,
      algoUuid: '',
      userUuid: 'u',
      backtestParams: {},
      createdAt: 1,
      updatedAt: 1,
      slug: 'one-12345678',
    }
    const { robustness: inside, ...others } = writeReport(report, result)
    const stored = { ...others, trust: inside, older_figure: { of_it: 1 } }
    const read = readSavedReports({
      slug: 'one-12345678',
      backtestParams: writeReport(runParams, params),
      records: [{ ...record, backtestResults: { [NIFTY]: stored } }],
      cumulative: writeReport(cumulativeReport, cumulative),
      createdAt: 1,
      updatedAt: 1,
    })
    expect([read.backtestParams, read.cumulative]).toEqual([params, cumulative])
    const { robustness: _, ...figures } = result
    expect(read.records[0]?.backtestResults).toEqual({
      [NIFTY]: { ...figures, trust: robustness, older_figure: { of_it: 1 } },
    })
  })
})

const readRun = (backtestParams: Record<string, unknown>) =>
  readSavedReports({ slug: 'one', backtestParams, records: [], cumulative: null, createdAt: 1, updatedAt: 1 })
    .backtestParams
