import { describe, expect, test } from 'vitest'
import type { BacktestTrade } from '../../../../src/domain/backtests/backtest.ts'
import type { RawTrade } from '../../../../src/domain/backtests/charged-trades.ts'
import {
  type CandleFindingInput,
  candleFindings,
} from '../../../../src/domain/backtests/robustness/candle-findings.ts'
import {
  byGravity,
  EVIDENCE_MAX,
  type Finding,
} from '../../../../src/domain/backtests/robustness/robustness.ts'
import { tradeFindings } from '../../../../src/domain/backtests/robustness/trade-findings.ts'
import { dayEndsOf } from '../../../../src/domain/backtests/sweep/sweep-figures.ts'
import type { Candles } from '../../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { at, candles, date, request, share } from '../../../support/engine/notation.ts'

const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code)

/** A whole session of one-minute candles that move, on a day. */
const session = (change: (word: string, minute: number) => string = (word) => word) =>
  Array.from({ length: 375 }, (_, minute) => {
    const low = 100 + (minute % 7)
    return change(`${low}/${low + 2}/${low - 1}/${low + 1}`, minute)
  }).join(' ')

const ones = Array<number>(5_000).fill(10)

const look = (series: Candles, changes: Partial<CandleFindingInput> = {}): readonly Finding[] =>
  candleFindings({
    candles: series,
    first: 0,
    last: series.time.length,
    ends: dayEndsOf(series.time, 0, series.time.length),
    interval: 'min',
    group: 'continuous',
    instrument: instrumentId('NSE', 'INFY'),
    from: date('2024-04-01'),
    to: date('2024-04-02'),
    ...changes,
  })

const minutes = (line: string) => candles(line, { minutes: 1, volume: ones })
const whole = `${session()} | ${session()}`

describe('candles', () => {
  test('of two whole sessions have nothing against them', () => {
    expect(look(minutes(whole))).toEqual([])
  })

  test('between which a share was split are named gravely, with the day and the ratio', () => {
    const tenth = session((word) =>
      word
        .split('/')
        .map((price) => Number(price) / 10)
        .join('/'),
    )
    const [found, ...others] = look(minutes(`${session()} | ${tenth}`))
    expect([found?.code, found?.severity, others]).toEqual(['price_break', 'grave', []])
    expect(found?.text).toBe(
      'Price gap on 02 Apr 2024: 104.00 to 10.00, looks like a 1:10 split. No circuit limit allows that: P&L of positions held across it is not real. Imported candles are adjusted in Settings, Data.',
    )
    expect(found?.evidence).toEqual([
      { at: at('2024-04-02', '09:15'), what: '02 Apr 2024: 104.00 to 10.00, looks like a 1:10 split' },
    ])
    const option = instrumentId('NFO-OPT', 'NIFTY24APR22000CE')
    expect(look(minutes(`${session()} | ${tenth}`), { instrument: option })).toEqual([])
  })

  test('that are missing inside a session are counted, with the first of them', () => {
    const holed = `${session((word, minute) => (minute >= 100 && minute < 110 ? '-' : word))} | ${session()}`
    expect(look(minutes(holed))).toEqual([
      {
        code: 'missing_candles',
        severity: 'doubt',
        text: '10 candles are missing inside 1 session: no trades, or a gap in the data.',
        evidence: [{ at: at('2024-04-01', '10:55'), what: '10 candles missing from 10:55' }],
      },
    ])
  })

  test('that are not there yet on the last day are not missing', () => {
    const going = `${session()} | ${session((word, minute) => (minute > 60 ? '-' : word))}`
    expect(look(minutes(going))).toEqual([])
  })

  test('of a trading day that is left out are missed, those of a week-end and a holiday are not', () => {
    // 2024-03-25 is Holi, 29 Good Friday; 27 is a trading day.
    const days = ['2024-03-22', '2024-03-26', '2024-03-28', '2024-04-01']
    const made = candles(days.map(() => '100/102/99/101').join(' '), { volume: ones })
    days.forEach((day, row) => {
      made.time[row] = at(day, '00:00')
    })
    const found = look(made, { interval: 'day', from: date('2024-03-22'), to: date('2024-04-01') })
    expect(found).toEqual([
      {
        code: 'missing_days',
        severity: 'doubt',
        text: '1 trading day has no candles.',
        evidence: [{ at: at('2024-03-27', '00:00'), what: 'a trading day in the calendar' }],
      },
    ])
  })

  test('that cover less than the span asked for say which part', () => {
    expect(look(minutes(whole), { to: date('2024-04-05') })).toEqual([
      {
        code: 'span_short',
        severity: 'note',
        text: 'The candles cover 01 Apr 2024 to 02 Apr 2024, less than the span asked for.',
        evidence: [],
      },
    ])
    // The days after are a week-end.
    expect(look(minutes(whole), { from: date('2024-03-30') })).toEqual([])
  })

  test('that stand still for five are a feed that stopped, four are not', () => {
    const still = (count: number) =>
      `${session((word, minute) => (minute >= 50 && minute < 50 + count ? '100/103/99/101' : word))} | ${session()}`
    expect(look(minutes(still(5)))).toEqual([
      {
        code: 'stale_candles',
        severity: 'doubt',
        text: 'Prices do not move for 5 candles or more, 1 time: a halt, a circuit or a stopped feed.',
        evidence: [{ at: at('2024-04-01', '10:05'), what: 'same open, high, low and close from here' }],
      },
    ])
    expect(look(minutes(still(4)))).toEqual([])
  })

  test('without range are doubted from a tenth of all on', () => {
    const flat = (every: number) =>
      `${session((word, minute) => (minute % every === 0 ? `${100 + minute}` : word))} | ${session()}`
    expect(codes(look(minutes(flat(4))))).toEqual(['flat_candles'])
    expect(codes(look(minutes(flat(20))))).toEqual([])
  })

  test('without volume count where others have some: an index has none at all', () => {
    const series = minutes(whole)
    series.volume.fill(0, 10, 40)
    expect(look(series).map(({ text }) => text)).toEqual([
      '30 candles have no volume: nothing traded at their prices.',
    ])
    expect(look(series)[0]?.evidence.length).toEqual(EVIDENCE_MAX)
    expect(look(candles(whole, { minutes: 1 }))).toEqual([])
  })

  test('of a week and longer are not looked at for days', () => {
    const series = candles('100/102/99/101 101/103/100/102', { volume: ones })
    expect(look(series, { interval: 'week', to: date('2024-12-31') })).toEqual([])
  })
})

const trade = (netPnl: number, day = '2024-04-01'): BacktestTrade => ({
  side: 'buy',
  quantity: 1,
  entryAt: epochMs(at(day, '09:20')),
  entryPrice: 100,
  exitAt: epochMs(at(day, '10:00')),
  exitPrice: 101,
  reason: 'signal',
  isAmbiguous: false,
  grossPnl: netPnl,
  charges: 0,
  slippage: 0,
  netPnl,
  candles: 8,
  adverseExcursion: 0,
  favourableExcursion: 0,
})

const raw = (entryRaw: number, exitRaw: number): RawTrade => ({
  entryRow: 0,
  exitRow: 1,
  entryRaw,
  exitRaw,
  quantity: 1,
  reason: 'signal',
  exitsAtClose: false,
  isAmbiguous: false,
  worst: 0,
  best: 0,
})

const pair = () => candles('100/104/98/102 102/106/101/103', { volume: ones })

const found = (changes: {
  readonly nets?: readonly number[]
  readonly trades?: readonly RawTrade[]
  readonly series?: Candles
  readonly symbol?: string
  readonly days?: readonly string[]
}) => {
  const { nets = [], trades = [], series = pair(), symbol, days = [] } = changes
  const tradeLog = nets.map((net, index) => trade(net, days[index]))
  const contract =
    symbol === undefined
      ? share
      : { ...share, instrument: instrumentId('NFO-OPT', symbol), chargedAs: 'options' as const }
  return tradeFindings({
    request: request({}, contract),
    candles: series,
    trades,
    report: {
      finalPnl: nets.reduce((sum, net) => sum + net, 0),
      maximumGain: nets.length === 0 ? null : Math.max(...nets),
      tradeLog,
    },
  })
}

describe('trades', () => {
  test('one that made more than half of the profit is named', () => {
    expect(found({ nets: [60, 20, 20] })).toEqual([
      {
        code: 'one_trade',
        severity: 'doubt',
        text: 'One trade made 60% of the net profit.',
        evidence: [{ at: at('2024-04-01', '10:00'), what: '₹60.00 net' }],
      },
    ])
  })

  test.each([
    { name: 'half of it is not', nets: [50, 25, 25] },
    { name: 'nor is any of a loss', nets: [60, -100] },
    { name: 'nor the only one', nets: [60] },
  ])('$name', ({ nets }) => {
    expect(found({ nets })).toEqual([])
  })

  test('fills at the very low bought and the very high sold are doubted', () => {
    const kind = Array.from({ length: 4 }, () => raw(98, 106))
    const [finding] = found({ trades: kind })
    expect([finding?.code, finding?.evidence[0]]).toEqual([
      'extreme_fills',
      { at: at('2024-04-01', '09:15'), what: 'buy at ₹98.00' },
    ])
    // The worst prices are no favour, and two of eight are chance.
    expect(found({ trades: Array.from({ length: 8 }, () => raw(104, 101)) })).toEqual([])
    expect(found({ trades: [raw(98, 106), raw(100, 102), raw(100, 102), raw(100, 102)] })).toEqual([])
  })

  test('of an option on its last day are noted, by the day in its symbol', () => {
    const weekly = { nets: [1, 1], days: ['2026-12-01', '2026-11-27'], symbol: 'NIFTY26D0124500CE' }
    expect(codes(found(weekly))).toEqual(['expiry_day'])
    expect(codes(found({ ...weekly, days: ['2026-11-26', '2026-11-27'] }))).toEqual([])
    // The last Tuesday of December 2026 is the 29th.
    const monthly = { nets: [1, 1], days: ['2026-12-28', '2026-12-29'], symbol: 'NIFTY26DEC24500CE' }
    expect(found(monthly)[0]?.evidence.map((one) => one.at)).toEqual([at('2026-12-29', '09:20')])
  })

  test('of an option in candles without volume are doubted', () => {
    const series = pair()
    series.volume[1] = 0
    const trades = [raw(100, 102), raw(101, 103)]
    expect(codes(found({ trades, series, symbol: 'NIFTY26DEC24500CE' }))).toEqual(['illiquid'])
    expect(codes(found({ trades, symbol: 'NIFTY26DEC24500CE' }))).toEqual([])
    expect(codes(found({ trades, series }))).toEqual([])
  })
})

test('findings stand by gravity, those of one kind in their order', () => {
  const one = (code: Finding['code'], severity: Finding['severity']) => ({
    code,
    severity,
    text: '',
    evidence: [],
  })
  const sorted = byGravity([
    one('warm_up', 'note'),
    one('no_costs', 'doubt'),
    one('look_ahead', 'grave'),
    one('few_trades', 'doubt'),
  ])
  expect(codes(sorted)).toEqual(['look_ahead', 'no_costs', 'few_trades', 'warm_up'])
})
