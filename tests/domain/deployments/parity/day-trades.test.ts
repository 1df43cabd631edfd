import { describe, expect, test } from 'vitest'
import { onDay } from '../../../../src/domain/deployments/parity/day-trade.ts'
import { doneTradesOf } from '../../../../src/domain/deployments/parity/done-trades.ts'
import { parityReport } from '../../../../src/domain/deployments/parity/report.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { type IstDate, startOfIstDate } from '../../../../src/domain/time.ts'
import { atClock, logLine } from '../../../support/deployments.ts'
import { comparedDeployment, deedsOf, flatCandles, tradeOf } from '../../../support/parity.ts'

const day = '2026-11-23' as IstDate
const span = { from: startOfIstDate(day), until: startOfIstDate('2026-11-24' as IstDate) }
const candlesOf = () => flatCandles

const entered = logLine(1, '10:15', {
  symbol: 'SBIN',
  kind: 'entered',
  bar: atClock('10:10'),
  side: 'buy',
  quantity: 300,
  price: 968.2,
  charges: 42.84,
})
const exited = logLine(2, '13:05', {
  symbol: 'SBIN',
  kind: 'exited',
  side: 'sell',
  quantity: 300,
  price: 999,
  pnl: 1_559.93,
  cause: 'target',
  charges: 150.07,
})

describe('what a deployment did', () => {
  test('is read from its log: an exit by several orders has the price that its P&L says', () => {
    const [trade] = doneTradesOf([entered, exited], [], candlesOf, 'equity')
    expect(trade).toMatchObject({ quantity: 300, cause: 'target', decidedBy: atClock('10:10') })
    expect(trade?.entry).toMatchObject({ candle: atClock('10:15'), price: 968.2, charges: 42.84 })
    expect(trade?.exit?.candle).toBe(atClock('13:05'))
    expect(trade?.exit?.price).toBeCloseTo(973.9, 10)
    expect(trade?.exit?.charges).toBeCloseTo(107.23, 10)
  })

  test('goes on from what was held before, and ends with a position left to the user', () => {
    const left = logLine(3, '11:00', {
      symbol: 'SBIN',
      kind: 'stopping',
      cause: 'left',
      price: 970,
      charges: 42.84,
    })
    expect(doneTradesOf([exited], [entered], candlesOf, 'equity')).toHaveLength(1)
    expect(doneTradesOf([left], [entered], candlesOf, 'equity')[0]).toMatchObject({
      cause: 'left',
      exit: { price: 970 },
    })
    expect(doneTradesOf([entered], [], candlesOf, 'equity')[0]?.exit).toBeNull()
  })
})

describe('a trade of several days', () => {
  const [whole] = doneTradesOf([entered, exited], [], candlesOf, 'equity')
  if (whole === undefined) throw new Error('no trade')

  test('is priced at the close before the day and at its last', () => {
    const earlier = { ...whole, entry: { ...whole.entry, at: span.from - 86_400_000 } }
    const before = { ...flatCandles, time: flatCandles.time.map((at) => at - 86_400_000) }
    expect(onDay(earlier, span, before, before)?.entry).toMatchObject({
      kind: 'carried',
      price: 100,
      charges: 0,
    })
    expect(onDay({ ...whole, exit: null }, span, flatCandles, flatCandles)?.exit).toMatchObject({
      kind: 'held',
      price: 100,
    })
  })

  test('is none of a day before or after it', () => {
    const past = { from: span.from - 86_400_000, until: span.from }
    const later = { from: span.until, until: span.until + 86_400_000 }
    expect(onDay(whole, past, flatCandles, flatCandles)).toBeNull()
    expect(onDay(whole, later, flatCandles, flatCandles)).toBeNull()
  })
})

describe('the report of a day', () => {
  const expected = tradeOf('SBIN', { quantity: 10, entry: ['10:15', 98, 1], exit: ['11:00', 101, 2] })
  const made = (candles: typeof flatCandles | null) =>
    parityReport({
      of: comparedDeployment,
      day,
      isProvisional: false,
      expected: [expected],
      done: [],
      deeds: deedsOf(),
      candlesOf: () => candles,
      since: day,
    })

  test('has both P&L lines at the close of each candle, and the day among the last', () => {
    const { curve, days, missing } = made(flatCandles)
    expect(curve).toHaveLength(75)
    expect(curve[12]).toEqual({ at: atClock('10:20'), expected: 10 * (100 - 98) - 1, done: 0 })
    expect(curve.at(-1)).toMatchObject({ expected: 27, done: 0 })
    expect(days).toEqual([{ day, expected: 2_700, done: 0 }])
    expect(missing).toEqual([])
  })

  test('names the instruments without candles', () => {
    expect(made(null).missing).toEqual([instrumentId('NSE', 'SBIN')])
  })
})
