import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LegTrade } from '../../../../src/domain/backtests/backtest.ts'
import type { Candles } from '../../../../src/domain/charts/candle.ts'
import { candlesFrom, firstRowFrom, sliceCandles } from '../../../../src/domain/charts/candle.ts'
import type { DayTrade } from '../../../../src/domain/deployments/parity/day-trade.ts'
import { doneTradesOf } from '../../../../src/domain/deployments/parity/done-trades.ts'
import { expectedTradesOf } from '../../../../src/domain/deployments/parity/expected-trades.ts'
import { moneyOf, parityOf } from '../../../../src/domain/deployments/parity/parity.ts'
import { parityReport } from '../../../../src/domain/deployments/parity/report.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { EpochMs, IstDate } from '../../../../src/domain/time.ts'
import { atClock, logLine } from '../../../support/deployments.ts'
import { comparedDeployment, deedsOf, flatCandles, tradeOf } from '../../../support/parity.ts'

const day = '2026-11-23' as IstDate
const nifty = instrumentId('INDICES', 'NIFTY 50')
const option = (strike: number, type: 'CE' | 'PE') => instrumentId('NFO-OPT', `NIFTY26NOV${strike}${type}`)

const legOf = (strike: number, type: 'CE' | 'PE', given: Parameters<typeof tradeOf>[1]): DayTrade => ({
  ...tradeOf('X', given),
  segSym: nifty,
  contract: option(strike, type),
  isLeg: true,
})

const sold = (strike: number, type: 'CE' | 'PE', entry: number, exit: number) =>
  legOf(strike, type, { quantity: 65, side: 'sell', entry: ['10:15', entry, 20], exit: ['15:15', exit, 20] })

const compare = (expected: readonly DayTrade[], done: readonly DayTrade[], lines = deedsOf().lines) =>
  parityOf({ expected, done, deeds: deedsOf({ lines }), candlesOf: () => flatCandles })

const reasons = (parity: ReturnType<typeof compare>) =>
  parity.rows.map(({ contract, intent, reason, isFollowing }) =>
    [contract?.slice(-7), intent, isFollowing ? 'follows' : reason].join(' '),
  )

/** As flat as the underlying, at another price. */
const at = (price: number): Candles =>
  candlesFrom((name) =>
    name === 'time' || name === 'volume' || name === 'openInterest'
      ? flatCandles[name]
      : flatCandles[name].map(() => price),
  )

describe('legs of options, expected and done', () => {
  test('are compared contract by contract, also two on one underlying in one candle', () => {
    const parity = compare(
      [sold(24_500, 'CE', 100, 60), sold(24_500, 'PE', 90, 95)],
      [sold(24_500, 'PE', 90, 95), sold(24_500, 'CE', 99, 60)],
    )
    expect(reasons(parity)).toEqual([
      '24500CE enter price',
      '24500PE enter ',
      '24500CE exit ',
      '24500PE exit ',
    ])
    expect(parity.done - parity.expected).toBe(-6_500)
    expect(parity.steps).toMatchObject({ signals: 0, prices: -6_500, quantities: 0 })
  })

  test('at another strike are one that was missed and one that was extra, and say which was taken', () => {
    const parity = compare(
      [sold(24_500, 'CE', 100, 60), sold(24_500, 'PE', 90, 95)],
      [sold(24_550, 'CE', 80, 50), sold(24_500, 'PE', 90, 95)],
    )
    expect(reasons(parity).filter((row) => row.includes('enter'))).toEqual([
      '24500CE enter contract',
      '24500PE enter ',
      '24550CE enter contract',
    ])
    const [missed, , extra] = parity.rows.filter(({ intent }) => intent === 'enter')
    expect([missed?.because, extra?.because]).toEqual([
      "The deployment took NIFTY26NOV24550CE: it chooses by the price of that instant, the backtest by the candle's open.",
      "The backtest takes NIFTY26NOV24500CE: it chooses by the candle's open, the deployment by the price of that instant.",
    ])
  })

  test('of which one was refused and the others closed say so', () => {
    const lines = [
      logLine(1, '10:15', {
        symbol: 'X',
        segSym: nifty,
        kind: 'refused',
        bar: atClock('10:10'),
        cause: 'refused',
        sentence: 'Sell 65 was refused: no margin',
      }),
      logLine(2, '10:15', { symbol: 'X', segSym: nifty, kind: 'incomplete', cause: 'incomplete' }),
    ]
    const closed = {
      ...legOf(24_500, 'PE', {
        quantity: 65,
        side: 'sell',
        entry: ['10:15', 90, 20],
        exit: ['10:15', 91, 20],
      }),
      cause: 'incomplete' as const,
    }
    const parity = compare([sold(24_500, 'CE', 100, 60), sold(24_500, 'PE', 90, 95)], [closed], lines)
    expect(reasons(parity)).toEqual([
      '24500CE enter refused',
      '24500PE enter ',
      '24500CE exit follows',
      '24500PE exit part',
    ])
  })

  test('that filled in part say so', () => {
    const lines = [
      logLine(1, '10:15', { symbol: 'X', segSym: nifty, kind: 'incomplete', cause: 'incomplete' }),
    ]
    const part = { ...sold(24_500, 'CE', 100, 60), quantity: 30 }
    const [entry] = compare([sold(24_500, 'CE', 100, 60)], [part], lines).rows
    expect([entry?.reason, entry?.because]).toEqual(['part', '30 of 65 were filled; the rest was cancelled.'])
  })

  test('settled at their expiry were closed by nobody', () => {
    const expected = { ...sold(24_500, 'CE', 100, 12), cause: 'expiry' as const }
    const done = { ...sold(24_500, 'CE', 100, 12.5), cause: 'elsewhere' as const }
    expect(reasons(compare([expected], [done]))).toEqual(['24500CE enter ', '24500CE exit price'])
    expect(reasons(compare([expected], [{ ...done, exit: expected.exit }]))).toEqual([
      '24500CE enter ',
      '24500CE exit ',
    ])
  })

  test('whatever they are, two of one contract too, rows and steps add up to the difference', () => {
    const leg = fc
      .record({
        strike: fc.constantFrom(24_450, 24_500, 24_550),
        type: fc.constantFrom('CE' as const, 'PE' as const),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        quantity: fc.integer({ min: 1, max: 20 }).map((lots) => lots * 65),
        clock: fc.constantFrom('09:45', '10:15', '11:00'),
        prices: fc.tuple(fc.integer({ min: 5, max: 90_000 }), fc.integer({ min: 5, max: 90_000 })),
        charges: fc.tuple(
          fc.double({ min: 0, max: 500, noNaN: true }),
          fc.double({ min: 0, max: 500, noNaN: true }),
        ),
      })
      .map(({ strike, type, side, quantity, clock, prices, charges }) =>
        legOf(strike, type, {
          quantity,
          side,
          entry: [clock, prices[0] / 100, charges[0]],
          exit: ['13:10', prices[1] / 100, charges[1]],
        }),
      )
    const legs = fc.array(leg, { maxLength: 8 })
    fc.assert(
      fc.property(legs, legs, (expected, done) => {
        const parity = compare(expected, done)
        const money = parity.rows.reduce((sum, row) => sum + moneyOf(row), 0)
        const { signals, prices, quantities, charges } = parity.steps
        expect(money).toBe(parity.done - parity.expected)
        expect(signals + prices + quantities + charges).toBe(money)
        expect(new Set(parity.rows.map(({ key }) => key)).size).toBe(parity.rows.length)
        expect(parity.counts.fillsDone).toBe(2 * done.length)
      }),
    )
  })
})

describe('legs of a backtest and of a log', () => {
  const legTrade = (strike: number, entryPrice: number, exitPrice: number): LegTrade => ({
    contract: {
      instrument: option(strike, 'CE'),
      type: 'CE',
      strike,
      expiry: '2026-11-24' as IstDate,
      lotSize: 65,
    },
    side: 'sell',
    quantity: 65,
    entryAt: atClock('10:15') as EpochMs,
    entryPrice,
    entryMark: 'traded',
    exitAt: atClock('15:15') as EpochMs,
    exitPrice,
    exitMark: 'traded',
    reason: 'square-off',
    grossPnl: (entryPrice - exitPrice) * 65,
    charges: 60,
    slippage: 0,
    netPnl: 0,
  })

  test('become a trade for each leg, with the charges of its order to enter', () => {
    const trades = expectedTradesOf({
      params: { costs: true, product: 'MIS', interval: '5min' } as never,
      contract: {
        instrument: nifty,
        lotSize: 65,
        tickSize: 0.05,
        chargedAs: 'options',
        exchange: 'NSE',
        option: { root: 'NIFTY', exchange: 'NFO', isIndex: true, strikeStep: 50 },
      },
      candles: flatCandles,
      trades: [{ legs: [legTrade(24_500, 100, 60), legTrade(24_600, 50, 30)] } as never],
    })
    expect(trades.map(({ segSym, contract, isLeg }) => [segSym, contract, isLeg])).toEqual([
      [nifty, option(24_500, 'CE'), true],
      [nifty, option(24_600, 'CE'), true],
    ])
    const [first] = trades
    expect(first?.entry).toMatchObject({ candle: atClock('10:15'), price: 100 })
    expect(first?.entry.charges).toBeGreaterThan(20)
    expect((first?.entry.charges ?? 0) + (first?.exit?.charges ?? 0)).toBeCloseTo(60, 9)
  })

  test('that a run squared off where its candles end are still held while the session goes on', () => {
    const upTo = (clock: string): Candles =>
      sliceCandles(flatCandles, 0, firstRowFrom(flatCandles.time, atClock(clock)))
    const exitOf = (candles: Candles, exitAt: number) =>
      expectedTradesOf({
        params: { costs: false, product: 'MIS', interval: '5min' } as never,
        contract: { instrument: nifty, lotSize: 65, tickSize: 0.05, chargedAs: 'options', exchange: 'NSE' },
        candles,
        trades: [{ legs: [{ ...legTrade(24_500, 100, 60), exitAt: exitAt as EpochMs }] } as never],
      })[0]?.exit
    expect(exitOf(upTo('11:00'), atClock('11:00'))).toBeNull()
    expect(exitOf(upTo('11:00'), atClock('10:55'))).not.toBeNull()
    expect(exitOf(flatCandles, atClock('15:30'))).not.toBeNull()
  })

  const line = (seq: number, clock: string, kind: 'entered' | 'exited', strike: number, price: number) =>
    logLine(seq, clock, {
      symbol: 'X',
      segSym: nifty,
      contract: option(strike, 'CE'),
      kind,
      bar: atClock('10:10'),
      side: kind === 'entered' ? 'sell' : 'buy',
      quantity: 65,
      price,
      charges: 20,
    })

  test('are told apart by their contract, and are priced by its candles alone', () => {
    const lines = [
      line(1, '10:15', 'entered', 24_500, 100),
      line(2, '10:15', 'entered', 24_600, 50),
      line(3, '11:00', 'exited', 24_600, 40),
    ]
    const done = doneTradesOf(lines, [], () => flatCandles, 'options')
    expect(done.map(({ contract, exit }) => [contract, exit?.price ?? null])).toEqual([
      [option(24_600, 'CE'), 40],
      [option(24_500, 'CE'), null],
    ])
    const report = (candlesOf: (id: string) => Candles | null) =>
      parityReport({
        of: { ...comparedDeployment, segSyms: [nifty] },
        day,
        isProvisional: false,
        expected: [],
        done,
        deeds: deedsOf({ lines }),
        candlesOf,
        since: day,
      })
    const priced = report((id) => (id === nifty ? flatCandles : id.includes('24500') ? at(80) : null))
    const held = priced.parity.rows.find(({ intent }) => intent === 'held')
    expect([held?.contract, held?.done?.price]).toEqual([option(24_500, 'CE'), 80])
    expect(priced.curve.at(-1)?.done).toBeCloseTo((100 - 80) * 65 + (50 - 40) * 65 - 40, 6)
    expect([...priced.candles.keys()]).toEqual([nifty, option(24_500, 'CE')])
    // Without candles of the contract it stands at its entry, never at the price of the index.
    const unpriced = report((id) => (id === nifty ? flatCandles : null))
    expect(unpriced.parity.rows.find(({ intent }) => intent === 'held')?.done?.price).toBe(100)
  })
})
