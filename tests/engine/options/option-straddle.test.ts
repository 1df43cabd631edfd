import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BacktestTrade, LegTrade } from '../../../src/domain/backtests/backtest.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'
import type { LegCandles } from '../../../src/engine/options/option-request.ts'
import { contractsOf, runOptions } from '../../../src/engine/options/option-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { at, date } from '../../support/engine/notation.ts'
import { referenceRuns } from '../../support/engine/reference-run.ts'
import { type CandleRow, candlesOfRows, optionRequest, rules } from '../../support/market/option-run.ts'
import { sharedData } from '../../support/shared-data.ts'

/*
 * A published short straddle of NIFTY over 2025: sold at the money at 09:20, each leg with a stop of 50 points, left
 * at 15:20. Its files tell prices of the fills, not the minutes between: those are held at the entry here, so that the
 * rules, strikes, expiries and money are proved, and that no other minute touched a stop is taken from the source.
 */
const folder = sharedData('backtests/nifty_short_straddle_sl_2025')
const minutesFolder = sharedData('option_chain/minute_nifty_2025-11')
const host = await engineHost('Backtest')

interface Row {
  readonly [column: string]: string
}

const readRows = (path: string): readonly Row[] => {
  const [head = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
  const names = head.trim().split(',')
  return lines.map((line) =>
    Object.fromEntries(
      line
        .trim()
        .split(',')
        .map((value, index) => [names[index] ?? '', value]),
    ),
  )
}

const clockOf = (stamp = ''): string => stamp.slice(11, 16)
const flat = (instant: number, price: number): CandleRow => ({
  at: instant,
  open: price,
  high: price,
  low: price,
  close: price,
})

/** Of the published run, on every day; ours sells a lot of the series, which was 25 at the end of January and 75 else. */
const PUBLISHED_UNITS = 260
/** One point of slippage on each of two orders a leg. */
const SLIPPAGE = 20

// What is tested is made of the files, so without them there is nothing to describe.
if (folder === null) test.skip('a published straddle over 2025', () => {})

describe.runIf(folder !== null)('a published straddle over 2025', () => {
  if (folder === null) return
  const daywise = readRows(`${folder}/short_atm_same_week_intraday_sl_2025_daywise.csv.gz`)
  const published = readRows(`${folder}/short_atm_same_week_intraday_sl_2025_trades.csv.gz`)
  const traded = daywise.filter((row) => row.status === 'TRADED')
  // The stop counts from the price after slippage, the published one from the price before it.
  const [[, typed] = [], [, saved] = []] = referenceRuns(
    `bt options sell atm straddle on nifty at 09:20 exit 15:20 sl 51pts 2025-01-01..2025-12-30 slip ${SLIPPAGE}t nocosts`,
  )
  const request = optionRequest(typed?.options ?? rules([]), typed)

  const minutesOf = (row: Row): readonly string[] =>
    [...new Set(['09:20', clockOf(row.ce_exit_timestamp), clockOf(row.pe_exit_timestamp), '15:20'])].sort()
  const spot = candlesOfRows(
    [
      ...traded.flatMap((row) =>
        minutesOf(row).map((clock) => flat(at(String(row.entry_date), clock), Number(row.spot_entry_open))),
      ),
      flat(at('2025-10-21', '13:45'), 25_900),
    ].sort((one, other) => one.at - other.at),
  )

  const wanted = contractsOf(host, request, spot)

  /** Candles of the contracts, in the order the engine named them, from the fills of the days. */
  const legs = (): readonly LegCandles[] => {
    const rows = new Map<string, CandleRow[]>()
    for (const [index, leg] of published.entries()) {
      const { instrument } = namesOf[index] ?? { instrument: '' }
      const day = String(leg.entry_date)
      const row = traded.find((candidate) => candidate.entry_date === day) ?? {}
      const [entry, exit] = [Number(leg.entry_price), Number(leg.exit_price)]
      for (const clock of minutesOf(row)) {
        const isExit = clock === clockOf(leg.exit_timestamp)
        const isTouched = isExit && leg.exit_reason === 'stop_loss'
        const price = isExit && !isTouched ? exit : entry
        const candle = { ...flat(at(day, clock), price), ...(isTouched ? { high: exit } : {}) }
        rows.set(instrument, [...(rows.get(instrument) ?? []), candle])
      }
    }
    return [...rows].map(([instrument, own]) => ({
      instrument: instrument as LegCandles['instrument'],
      candles: candlesOfRows(own),
    }))
  }
  const modelled = runOptions(host, request, spot)
  const namesOf = modelled.tradeLog.flatMap((trade) => (trade.legs ?? []).map((leg) => leg.contract))
  const result = runOptions(host, request, spot, legs())
  const legTrades = result.tradeLog.flatMap((trade) => trade.legs ?? [])

  test('is the same run as a line and as a strategy', () => {
    expect(saved).toEqual(typed)
  })
  test('holds the strikes and expiries of all 494 legs', () => {
    const ours = legTrades.map(({ contract: { strike, type, expiry } }) => [strike, type, expiry])
    const theirs = published.map((row) => [Number(row.atm_strike), row.side, row.expiry_date])
    expect(ours.length).toBe(494)
    expect(ours).toEqual(theirs)
  })
  test('names each contract once and says when it is held', () => {
    expect(new Set(wanted.map(({ instrument }) => instrument)).size).toBe(wanted.length)
    expect(wanted[0]).toEqual({
      instrument: instrumentId('NFO-OPT', 'NIFTY2510223650CE'),
      underlying: instrumentId('INDICES', 'NIFTY 50'),
      expiry: '2025-01-02',
      from: '2025-01-01',
      to: '2025-01-01',
    })
  })
  test('enters and leaves when and at what it did, for the same reasons', () => {
    const reasons: Readonly<Record<string, string>> = {
      day_close: 'square-off',
      stop_loss: 'stop',
      gap_stop_loss: 'stop',
    }
    const ours = legTrades.map((leg) => [
      toIstDate(leg.entryAt),
      toIstClock(leg.entryAt),
      (leg.entryPrice + 1).toFixed(2),
      toIstClock(leg.exitAt),
      (leg.exitPrice - 1).toFixed(2),
      leg.reason,
    ])
    const theirs = published.map((row) => [
      row.entry_date,
      clockOf(row.entry_timestamp),
      Number(row.entry_price).toFixed(2),
      clockOf(row.exit_timestamp),
      Number(row.exit_price).toFixed(2),
      reasons[String(row.exit_reason)],
    ])
    expect(ours).toEqual(theirs)
    expect(result.optionFills).toEqual({ traded: 988, model: 0, modelPnl: 0, modelShare: 0 })
  })
  test('makes the published money of every day and of the year', () => {
    const moneyOf = ({ grossPnl, quantity }: BacktestTrade) => (grossPnl / quantity) * PUBLISHED_UNITS
    const byDay = (trade: BacktestTrade) => [toIstDate(trade.entryAt), moneyOf(trade).toFixed(2)]
    expect(result.tradeLog.map(byDay)).toEqual(traded.map((row) => [row.entry_date, row.gross_pnl]))
    expect(result.tradeLog.length).toBe(247)
    expect(result.tradeLog.reduce((sum, trade) => sum + moneyOf(trade), 0)).toBeCloseTo(-99_096.4, 6)
    expect([...new Set(result.tradeLog.map(({ quantity }) => quantity))].sort()).toEqual([25, 75])
  })
  test('leaves out the day without a candle at 09:20', () => {
    expect(result.remarks).toContain('1 day has no candle at 09:20, so no entry.')
  })
  test.skipIf(minutesFolder === null)('agrees with every minute of three days of another source', () => {
    const paise = (row: Row, instant: number): CandleRow => ({
      at: instant,
      open: Number(row.open) / 100,
      high: Number(row.high) / 100,
      low: Number(row.low) / 100,
      close: Number(row.close) / 100,
    })
    const instantOf = (row: Row) =>
      at(`20${row.date?.slice(0, 2)}-${row.date?.slice(2, 4)}-${row.date?.slice(4)}`, '00:00') +
      Number(row.time) * 1000
    const days = ['17', '18', '19']
    const cash = candlesOfRows(
      days.flatMap((day) =>
        readRows(`${minutesFolder}/nifty_cash_202511${day}.csv.gz`).map((row) => paise(row, instantOf(row))),
      ),
    )
    const span = { from: date('2025-11-17'), to: date('2025-11-19'), slippageTicks: SLIPPAGE }
    const real = optionRequest(rules(['sell ce 0 51', 'sell pe 0 51']), span)
    const names = new Map(
      contractsOf(host, real, cash).map(({ instrument }) => [instrument.slice(-7), instrument]),
    )
    const byContract = new Map<string, CandleRow[]>()
    for (const day of days)
      for (const side of ['call', 'put'])
        for (const row of readRows(`${minutesFolder}/nifty_${side}_202511${day}.csv.gz`)) {
          const instrument = names.get(`${row.strike}${side === 'call' ? 'CE' : 'PE'}` as never)
          const nearest = day === '19' ? '251125' : '251118'
          if (instrument === undefined || row.expiry !== nearest) continue
          byContract.set(instrument, [...(byContract.get(instrument) ?? []), paise(row, instantOf(row))])
        }
    const known = [...byContract].map(([instrument, own]) => ({
      instrument: instrument as LegCandles['instrument'],
      candles: candlesOfRows(own),
    }))
    const run = runOptions(host, real, cash, known)
    const terms = (leg: LegTrade) => [
      leg.contract.strike,
      leg.contract.type,
      leg.contract.expiry,
      leg.reason === 'stop' ? 'stop_loss' : 'day_close',
      toIstClock(leg.exitAt),
    ]
    const ours = run.tradeLog.flatMap((trade) => trade.legs ?? [])
    const theirs = published.filter(({ entry_date: day = '' }) => day >= '2025-11-17' && day <= '2025-11-19')
    expect(ours.map(terms)).toEqual(
      theirs.map((row) => [
        Number(row.atm_strike),
        row.side,
        row.expiry_date,
        row.exit_reason,
        clockOf(row.exit_timestamp),
      ]),
    )
    expect(ours.length).toBe(6)
    expect(run.optionFills).toEqual({ traded: 12, model: 0, modelPnl: 0, modelShare: 0 })
    // Two sources print the first trade of a minute differently; less than two points part them.
    ours.forEach((leg, index) => {
      expect(Math.abs(leg.entryPrice + 1 - Number(theirs[index]?.entry_price))).toBeLessThan(2)
      expect(Math.abs(leg.exitPrice - 1 - Number(theirs[index]?.exit_price))).toBeLessThan(2)
    })
  })
})
