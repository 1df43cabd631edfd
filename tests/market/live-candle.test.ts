import { describe, expect, test } from 'vitest'
import { encodeQuotes } from '../../src/contract/quotes/quote-frame.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import {
  type CandleQuote,
  createLiveCandle,
  type LiveCandle,
  liveCandleStart,
  watchLiveCandle,
} from '../../src/market/live-candle.ts'
import { createQuoteBook } from '../../src/market/quotes/quote-book.ts'
import { tick } from '../support/server/live.ts'

const INFY = 'NSE_INFY' as InstrumentId
const OPTION = 'NFO-OPT_NIFTY26D0124500CE' as InstrumentId

/** Monday 23 November 2026 is a trading day, Tuesday the 24th (Guru Nanak Jayanti) is not. */
const at = (clock: string, day = '2026-11-23'): number => Date.parse(`${day}T${clock}+05:30`)

const quote = (clock: string, price: number, others: Partial<CandleQuote> = {}): CandleQuote => ({
  timestamp: at(clock),
  lastPrice: price,
  dayOpen: 90,
  open: price,
  high: price,
  low: price,
  volume: 100,
  ...others,
})

const last = (clock: string, price: number): LiveCandle => ({
  time: at(clock),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 50,
})

const folding = (interval: Interval, before: LiveCandle | null, instrument = INFY) =>
  createLiveCandle({ instrument, interval, last: before })

describe('the candle a trade belongs to', () => {
  const cases: readonly (readonly [string, Interval, InstrumentId, string, string | null])[] = [
    ['begins with the session', '15min', INFY, '09:15:00', '09:15:00'],
    ['is anchored to the open of the session', 'hour', INFY, '10:14:59', '09:15:00'],
    ['is the next one from its first moment on', 'hour', INFY, '10:15:00', '10:15:00'],
    ['is none before the session', 'min', INFY, '09:14:59', null],
    ['is the last minute for a print after the close', 'min', INFY, '15:41:00', '15:29:00'],
    ['goes on to the later close of options', 'min', OPTION, '15:35:00', '15:35:00'],
    ['is the day', 'day', INFY, '11:00:00', '00:00:00'],
  ]

  test.each(cases)('%s', (_, interval, instrument, clock, start) => {
    expect(liveCandleStart(at(clock), { instrument, interval })).toEqual(start === null ? null : at(start))
  })

  test('is none on a day without a session', () => {
    expect(liveCandleStart(at('11:00:00', '2026-11-22'), { instrument: INFY, interval: 'min' })).toEqual(null)
  })
})

describe('quotes become candles', () => {
  test('the last one moves with the price and keeps its extremes', () => {
    const fold = folding('5min', last('10:00:00', 100))
    fold(quote('10:01:00', 104))
    expect(fold(quote('10:02:00', 97, { volume: 130 }))).toEqual({
      time: at('10:00:00'),
      open: 100,
      high: 104,
      low: 97,
      close: 97,
      volume: 80,
    })
  })

  test('extremes between two quotes are those of the minute', () => {
    const fold = folding('5min', last('10:00:00', 100))
    expect(fold(quote('10:01:00', 101, { high: 107, low: 94 }))).toEqual({
      time: at('10:00:00'),
      open: 100,
      high: 107,
      low: 94,
      close: 101,
      volume: 50,
    })
  })

  test('the next one opens with its minute and counts its own volume', () => {
    const fold = folding('min', last('10:00:00', 100))
    fold(quote('10:00:58', 101, { volume: 100 }))
    expect(fold(quote('10:01:02', 103, { open: 102, high: 103, low: 102, volume: 112 }))).toEqual({
      time: at('10:01:00'),
      open: 102,
      high: 103,
      low: 102,
      close: 103,
      volume: 12,
    })
  })

  test('the first candle of a day follows the last one of the trading day before', () => {
    const friday = { ...last('15:29:00', 100), time: at('15:29:00', '2026-11-20') }
    expect(folding('min', friday)(quote('09:15:01', 105))?.time).toEqual(at('09:15:00'))
  })

  test('a day opens at the price of the day', () => {
    const friday = { ...last('00:00:00', 100), time: at('00:00:00', '2026-11-20') }
    expect(folding('day', friday)(quote('11:00:00', 105))).toEqual({
      time: at('00:00:00'),
      open: 90,
      high: 105,
      low: 90,
      close: 105,
      volume: 0,
    })
  })

  test.each([
    ['an older candle', last('10:05:00', 100), quote('10:01:00', 101)],
    [
      'a series that ended days before',
      { ...last('15:29:00', 100), time: at('15:29:00', '2026-11-18') },
      quote('10:01:00', 101),
    ],
    ['the time before the session', last('09:15:00', 100), quote('09:10:00', 101)],
    ['no price', last('10:00:00', 100), quote('10:01:00', 0)],
  ])('a quote of %s changes nothing', (_, before, given) => {
    expect(folding('min', before)(given)).toEqual(null)
  })

  test('volume that fell with a new day counts from nothing', () => {
    const monday = last('15:29:00', 100)
    const fold = folding('min', monday)
    fold(quote('15:29:30', 100, { volume: 5_000 }))
    expect(
      fold({ ...quote('09:15:05', 101, { volume: 40 }), timestamp: at('09:15:05', '2026-11-25') })?.volume,
    ).toEqual(40)
  })
})

describe('the candle of a watched price', () => {
  test('has no wick from an older price that comes first on a new connection', () => {
    const batches: (() => void)[] = []
    const book = createQuoteBook({
      hold: () => () => {},
      freshnessOf: () => 'live',
      after: (_, run) => batches.push(run),
    })
    const candles: LiveCandle[] = []
    const settings = { instrument: INFY, interval: '5min', last: last('10:00:00', 100) } as const
    watchLiveCandle(book, settings, (candle) => candles.push(candle))
    const says = (clock: string, price: number) => {
      book.write(encodeQuotes([tick(INFY, price, { timestamp: at(clock) })]))
      for (const run of batches.splice(0)) run()
    }
    says('10:01:05', 102)
    book.silence()
    book.hearMarketTime(at('10:01:20'))
    says('10:01:00', 97)
    says('10:01:20', 103)
    expect(candles.map(({ high, low, close }) => [high, low, close])).toEqual([
      [102, 100, 102],
      [103, 100, 103],
    ])
  })
})
