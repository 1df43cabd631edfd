import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printCall } from '../../../../src/commands/grammar/print-call.ts'
import { readLine } from '../../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../../src/commands/registry.ts'
import type { BacktestParams, BacktestTrade, PnlRow } from '../../../../src/domain/backtests/backtest.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { parseCondition } from '../../../../src/domain/strategies/condition/parse.ts'
import type { Condition } from '../../../../src/domain/strategies/condition/tree.ts'
import { type EpochMs, type IstDate, toIstDate } from '../../../../src/domain/time.ts'
import type { BacktestRow } from '../../../../src/machines/backtests/backtest-rows.ts'
import { callOfRun } from '../../../../src/views/backtests/call-of-run.ts'
import { cutInWords, runInWords } from '../../../../src/views/backtests/run-in-words.ts'
import { symbolsInWords } from '../../../../src/views/backtests/symbols-in-words.ts'
import { dayEnds, equityOf, inPercent } from '../../../../src/views/screens/backtest/equity-of.ts'
import { fileNameOf, runJson, tradeCsv } from '../../../../src/views/screens/backtest/export-run.ts'
import {
  callOfForm,
  emptyForm,
  type RunFormValues,
} from '../../../../src/views/screens/backtest/form/run-form-values.ts'
import { heldFor } from '../../../../src/views/screens/backtest/statistics.ts'
import { filterTrades, tradeRowsOf } from '../../../../src/views/screens/backtest/trades/trade-row.ts'
import { backtestParams, backtestResult } from '../../../support/backtests.ts'
import { environmentWith } from '../../../support/command-environment.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const reliance = 'NSE_RELIANCE' as InstrumentId
const ist = (text: string) => Date.parse(`${text}:00+05:30`) as EpochMs

const trade = (changes: Partial<BacktestTrade> = {}): BacktestTrade => ({
  side: 'buy',
  quantity: 65,
  entryAt: ist('2024-04-01T09:20'),
  entryPrice: 100,
  exitAt: ist('2024-04-01T10:00'),
  exitPrice: 110,
  reason: 'signal',
  isAmbiguous: false,
  grossPnl: 650,
  charges: 50,
  slippage: 5,
  netPnl: 600,
  candles: 8,
  adverseExcursion: -2,
  favourableExcursion: 12,
  ...changes,
})

const row = (instrument: InstrumentId, tradeLog: readonly BacktestTrade[]): BacktestRow => ({
  instrument,
  state: 'saved',
  result: { ...backtestResult(), tradeLog },
  error: null,
  backtestUuid: null,
})

const pnlAt = (at: number, cumulative: number): PnlRow => [at, 0, 0, 0, 0, cumulative]

describe('equity', () => {
  test('of two symbols is the sum of what each has made so far', () => {
    const one = { ...backtestResult(), pnl: [pnlAt(1, 10), pnlAt(3, 5)] }
    const other = { ...backtestResult(), pnl: [pnlAt(2, 100), pnlAt(3, 90)] }
    expect(equityOf([one, other])).toEqual([
      { at: 1, equity: 10, drawdown: 0 },
      { at: 2, equity: 110, drawdown: 0 },
      { at: 3, equity: 95, drawdown: -15 },
    ])
  })

  test('ends at the sum of the last values, and is never above its peak', () => {
    const runs = fc.array(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 30 }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(runs, (all) => {
        const points = equityOf(
          all.map((values) => ({ ...backtestResult(), pnl: values.map((value, at) => pnlAt(at, value)) })),
        )
        expect(points.at(-1)?.equity).toEqual(all.reduce((sum, values) => sum + (values.at(-1) ?? 0), 0))
        expect(points.filter(({ drawdown }) => drawdown > 0)).toEqual([])
      }),
    )
  })

  test('by day keeps the last point of each', () => {
    const points = ['2024-04-01T10:00', '2024-04-01T15:30', '2024-04-02T15:30'].map((text, equity) => ({
      at: ist(text),
      equity,
      drawdown: 0,
    }))
    expect(dayEnds(points, toIstDate).map(({ equity }) => equity)).toEqual([1, 2])
  })

  test('in percent is of the base it is given', () => {
    expect(inPercent([{ at: 1, equity: 5000, drawdown: -2500 }], 100_000)).toEqual([
      { at: 1, equity: 5, drawdown: -2.5 },
    ])
  })
})

describe('trades', () => {
  const rows = tradeRowsOf([
    row(nifty, [trade(), trade({ entryAt: ist('2024-04-03T09:20'), netPnl: -40, reason: 'stop' })]),
    row(reliance, [trade({ side: 'sell', entryAt: ist('2024-04-02T09:20') })]),
  ])

  test('of all symbols stand newest first', () => {
    expect(rows.map(({ symbol, trade: { entryAt } }) => `${symbol} ${toIstDate(entryAt)}`)).toEqual([
      'NIFTY 50 2024-04-03',
      'RELIANCE 2024-04-02',
      'NIFTY 50 2024-04-01',
    ])
  })

  test.each([
    { text: '', count: 3 },
    { text: 'nifty', count: 2 },
    { text: 'STOP', count: 1 },
    { text: 'loss nifty', count: 1 },
    { text: 'sell win', count: 1 },
    { text: 'target', count: 0 },
  ])('“$text” narrows them to $count', ({ text, count }) => {
    expect(filterTrades(rows, text).length).toEqual(count)
  })
})

describe('exports', () => {
  test('the table of trades has one line for each, in Indian time, oldest first', async () => {
    const csv = await tradeCsv([row(nifty, [trade()])])
    expect(csv.split('\r\n')).toEqual([
      'symbol,side,quantity,entry_at,entry_price,exit_at,exit_price,reason,candles,gross_pnl,charges,slippage,net_pnl,ambiguous',
      'NIFTY 50,buy,65,2024-04-01 09:20,100,2024-04-01 10:00,110,signal,8,650,50,5,600,false',
    ])
  })

  test('a symbol that a spreadsheet would take for a formula is written as text', async () => {
    const csv = await tradeCsv([row('NSE_=1+1' as InstrumentId, [trade()])])
    expect(csv.split('\r\n')[1]?.startsWith(`"'=1+1",`)).toEqual(true)
  })

  test('the JSON holds request and report under the names of the wire', () => {
    const { backtest_params, backtest_results } = JSON.parse(
      runJson(backtestParams(), [row(nifty, [trade()])], {}),
    ) as { backtest_params: object; backtest_results: Record<string, { trade_log: object[] }> }
    expect([Object.keys(backtest_params).includes('slippage_bps'), Object.keys(backtest_results)]).toEqual([
      true,
      [nifty],
    ])
    expect(backtest_results[nifty]?.trade_log.length).toEqual(1)
  })

  test('the JSON says why a figure is null', () => {
    const { missing_figures } = JSON.parse(runJson(backtestParams(), [row(nifty, [])], {})) as {
      missing_figures: Record<string, Record<string, string>>
    }
    expect(missing_figures[nifty]?.win_rate).toEqual('No trades.')
  })

  test.each([
    { name: 'EMA 9 crosses above EMA 21', file: 'ema-9-crosses-above-ema-21-2024-04-01-2024-06-28' },
    { name: '../../etc/passwd', file: 'etc-passwd-2024-04-01-2024-06-28' },
    { name: '&&', file: 'backtest-2024-04-01-2024-06-28' },
  ])('the file of “$name” is called $file', ({ name, file }) => {
    expect(fileNameOf(backtestParams({ name }))).toEqual(file)
  })
})

describe('a run in words', () => {
  test('names everything that decided it', () => {
    const params = backtestParams({
      stopLoss: 1,
      targetProfit: 2.5,
      slippageBps: 1.5,
      fill: 'close',
      costs: false,
    })
    expect(runInWords(params)).toEqual(
      '1 Apr – 28 Jun 2024 · 5 Minutes · long · 1 lot · MIS · 09:15–15:15 · stop 1% · target 2.5% · fills at the same close (optimistic) · 1.5 bps slippage · no charges',
    )
  })

  test.each<Partial<BacktestParams> & { readonly words: string }>([
    { slippageBps: 0, slippageTicks: 1, words: '1 tick slippage' },
    { slippageBps: 2, slippageTicks: 2, words: '2 bps and 2 ticks slippage' },
    { slippageBps: 0, slippageTicks: 0, words: '0 bps slippage' },
    { stopLoss: 1, tpslType: 'pts', words: 'stop 1 point' },
  ])('says $words', ({ words, ...changes }) => {
    expect(runInWords(backtestParams(changes)).split(' · ')).toContain(words)
  })

  test.each([
    [275, '275 days'],
    [1, '1 day'],
  ])('says how much was cut off the span: %d', (cutDays, words) => {
    const cut = { askedFrom: '2024-01-01' as IstDate, askedTo: '2024-12-31' as IstDate, cutDays }
    expect(cutInWords(cut, '5 Minutes').startsWith(`Cut by ${words}: 1 Jan – 31 Dec 2024`)).toEqual(true)
  })

  test.each([
    { instruments: [nifty], words: 'NIFTY 50' },
    { instruments: [nifty, reliance], words: 'NIFTY 50, RELIANCE' },
    { instruments: [nifty, reliance, nifty], words: 'NIFTY 50 and 2 more' },
    { instruments: [], words: '' },
  ])('$words', ({ instruments, words }) => {
    expect(symbolsInWords(instruments)).toEqual(words)
  })

  test.each([
    { minutes: 5, words: '5m' },
    { minutes: 60, words: '1h' },
    { minutes: 125, words: '2h 05m' },
    { minutes: 1440, words: '1d' },
    { minutes: 4500, words: '3d 3h' },
    { minutes: null, words: '–' },
  ])('$minutes minutes are $words', ({ minutes, words }) => {
    expect(heldFor(minutes)).toEqual(words)
  })
})

const conditionOf = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(`${text}: expected ${parsed.problem.expected}`)
  return parsed.tree
}

describe('editing a run', () => {
  const rules = { entry: conditionOf('ema(9) crosses above ema(21)'), exit: conditionOf('rsi(14) > 70') }

  test.each([
    { name: 'as it was', params: backtestParams() },
    { name: 'with stop and target', params: backtestParams({ stopLoss: 1, targetProfit: 2 }) },
    {
      name: 'short, by rupees, without costs',
      params: backtestParams({ side: 'sell', costs: false, size: { kind: 'rupees', rupees: 50_000 } }),
    },
    {
      name: 'with a trailing stop, limits and a risk',
      params: backtestParams({
        stopLoss: 1,
        trailing: { distance: 0.5, after: 0.6 },
        entries: { per: 'day', most: 3 },
        lossesInARow: 2,
        size: { kind: 'risk', rupees: 2_000 },
      }),
    },
    { name: 'with ticks of slippage', params: backtestParams({ slippageBps: 0, slippageTicks: 2 }) },
    { name: 'with both kinds of slippage', params: backtestParams({ slippageBps: 3, slippageTicks: 1 }) },
    {
      name: 'at the close, with other hours',
      params: backtestParams({ fill: 'close', tradingStartTime: '09:30' }),
    },
  ])('its line reads as the same run: $name', ({ params: given }) => {
    const params = { ...given, ...rules }
    const environment = environmentWith()
    const line = printCall(callOfRun({ params, instruments: [nifty], cut: null }))
    const { call, problem } = readLine(line, line.length, environment)
    expect(problem).toEqual(null)
    const [dispatched] = call === null ? [] : dispatchesOf(call, environment)
    expect(dispatched?.event).toEqual({
      type: 'backtest.run',
      params,
      instruments: [nifty],
      cutFrom: 'start',
    })
  })

  test('a cut run asks again for what was asked at first', () => {
    const cut = { askedFrom: '2024-01-01' as IstDate, askedTo: '2024-12-31' as IstDate, cutDays: 275 }
    expect(printCall(callOfRun({ params: backtestParams(), instruments: [nifty], cut }))).toContain(
      '2024-01-01..2024-12-31',
    )
  })
})

describe('the form', () => {
  const filled = { ...emptyForm(2), entry: 'close > open', instruments: [nifty] }
  const readForm = (change: Partial<RunFormValues>) =>
    callOfForm({ ...filled, ...change }, { today: '2026-11-23' as IstDate })

  test('makes the command that the line would make', () => {
    const read = readForm({ from: '2024-04-01', to: '2024-06-28', stop: '1' })
    const entry = parseCondition('close > open')
    expect(read).toEqual({
      ok: true,
      call: {
        command: 'backtest.run',
        args: {
          entry: entry.ok ? entry.tree : null,
          instruments: [nifty],
          interval: '5min',
          side: 'buy',
          size: { kind: 'lots', lots: 1 },
          fill: 'next_open',
          span: { from: '2024-04-01', to: '2024-06-28' },
          stop: { amount: 1, type: 'pct' },
          slippage: { bps: 2, ticks: 0 },
        },
      },
    })
  })

  test.each([
    { change: { entry: '' }, problems: { entry: 'Enter an entry condition' } },
    { change: { instruments: [] }, problems: { instruments: 'Choose at least one instrument' } },
    { change: { size: '1.5' }, problems: { size: 'Whole lots, at most 10,000' } },
    { change: { size: '१' }, problems: { size: 'A number above 0' } },
    { change: { size: '1,000' }, problems: { size: 'A number above 0' } },
    { change: { size: '200', sizeKind: 'percent' as const }, problems: { size: 'At most 100' } },
    { change: { from: '2024-04-01' }, problems: { to: 'Both dates, or neither for the default span' } },
    {
      change: { from: '2024-04-02', to: '2024-04-01' },
      problems: { to: 'The end date is before the start date' },
    },
    { change: { stop: '1000' }, problems: { stop: 'Above 0, at most 999' } },
    { change: { slippage: '-1' }, problems: { slippage: '0 to 1000' } },
    {
      change: { slippage: '1.5', slippageUnit: 'ticks' as const },
      problems: { slippage: 'Whole ticks, 0 to 1000' },
    },
  ])('says what is wrong: $problems', ({ change, problems }) => {
    expect(readForm(change)).toEqual({ ok: false, problems })
  })

  test('takes slippage in ticks', () => {
    const read = readForm({ slippage: '2', slippageUnit: 'ticks' })
    expect(read.ok ? read.call.args : read.problems).toEqual(
      expect.objectContaining({ slippage: { bps: 0, ticks: 2 } }),
    )
  })

  test('points at the column where a condition stops making sense', () => {
    const read = readForm({ entry: 'close > emma(9)' })
    expect(read.ok ? '' : read.problems.entry).toMatch(/^Column 9: found emma, expected an indicator/)
  })
})
