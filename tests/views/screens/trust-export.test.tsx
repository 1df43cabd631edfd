import { describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../../src/domain/backtest.ts'
import type { InstrumentId } from '../../../src/domain/instrument.ts'
import type { Finding, Trust } from '../../../src/domain/trust/trust.ts'
import type { BacktestRow } from '../../../src/machines/backtest-rows.ts'
import { readSavedRun } from '../../../src/machines/saved-run.ts'
import { runJson, trustCsv } from '../../../src/views/screens/backtest/export-run.ts'
import { findingsOf, remarksOf, reportOf } from '../../../src/views/screens/backtest/report.ts'
import { gravityInWords } from '../../../src/views/screens/backtest/trust-words.ts'
import { backtestParams, backtestResult } from '../../support/backtests.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const tcs = 'NSE_TCS' as InstrumentId

const few: Finding = { code: 'few_trades', severity: 'doubt', text: '3 trades are too few.', evidence: [] }
const ahead: Finding = {
  code: 'look_ahead',
  severity: 'grave',
  text: 'It looks ahead.',
  evidence: [{ at: null, what: 'here' }],
}
const trust: Trust = {
  band: [{ model: 'next_open', finalPnl: 5, return: 0.5, sharpe: null, maxDraw: 1, trades: 3 }],
  breakEvenBps: { value: null, reason: 'There is no trade to slip.' },
  findings: [ahead, few],
}

const row = (instrument: InstrumentId, changes: Partial<BacktestResult>): BacktestRow => ({
  instrument,
  state: 'saved',
  result: { ...backtestResult(), ...changes },
  error: null,
  backtestUuid: null,
})

describe('exports', () => {
  test('the table of trust has a line for each fill model, the break-even and each finding', async () => {
    const csv = await trustCsv([row(nifty, { trust }), row(tcs, {})])
    expect(csv.split('\r\n')).toEqual([
      'symbol,what,severity,text,net_pnl,return,sharpe,max_draw,trades',
      'NIFTY 50,next_open,,,5,0.5,,1,3',
      'NIFTY 50,break_even_bps,,There is no trade to slip.,,,,,',
      'NIFTY 50,look_ahead,grave,It looks ahead.,,,,,',
      'NIFTY 50,few_trades,doubt,3 trades are too few.,,,,,',
    ])
  })

  test('the JSON holds it under the names of the wire, and a saved run gives it back', () => {
    const { backtest_results } = JSON.parse(runJson(backtestParams(), [row(nifty, { trust })])) as {
      backtest_results: Record<string, { trust: { break_even_bps: unknown; band: object[] } }>
    }
    expect(Object.keys(backtest_results[nifty]?.trust ?? {})).toEqual(['band', 'break_even_bps', 'findings'])
    const saved = (result: object) => ({
      slug: 'one-12345678',
      backtestParams: { ...backtestParams() },
      cumulative: null,
      createdAt: 1,
      updatedAt: 1,
      records: [
        {
          _id: 'c'.repeat(24),
          segSym: nifty,
          algoUuid: '',
          userUuid: 'u',
          backtestParams: {},
          backtestResults: { [nifty]: { ...result } },
          createdAt: 1,
          updatedAt: 1,
          slug: 'one-12345678',
        },
      ],
    })
    expect(readSavedRun(saved({ ...backtestResult(), trust })).rows[0]?.result?.trust).toEqual(trust)
    expect(readSavedRun(saved(backtestResult())).rows[0]?.result?.trust).toEqual(undefined)
  })
})

describe('findings on screen', () => {
  const remarks = ['Nobody can buy an index.', few.text]

  test('take their sentence away from the remarks, so that nothing is said twice', () => {
    const report = reportOf([row(nifty, { remarks, trust })], null, null)
    if (report === null) throw new Error('a report is there')
    expect(remarksOf(report)).toEqual(['Nobody can buy an index.'])
    expect(findingsOf(report)).toEqual([ahead, few])
  })

  test('a run without findings keeps all its remarks', () => {
    const report = reportOf([row(nifty, { remarks })], null, null)
    if (report === null) throw new Error('a report is there')
    expect([remarksOf(report), findingsOf(report)]).toEqual([remarks, null])
  })

  test.each([
    { findings: [], words: 'nothing found', tone: 'good' },
    { findings: [few], words: '1 doubt', tone: 'amber' },
    { findings: [ahead, few, few], words: '1 grave, 2 doubts', tone: 'bad' },
  ])('$words', ({ findings, words, tone }) => {
    expect(gravityInWords(findings)).toEqual({ tone, text: words })
  })
})
