import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeQuotes, QUOTE_RECORD_BYTES, type QuoteTick } from '../../../src/contract/quotes/quote-frame.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Freshness } from '../../../src/domain/quotes/quote-age.ts'
import {
  BATCH_MS,
  BOOK_SYMBOLS_MAX,
  createQuoteBook,
  WAKES_PER_TURN_MAX,
} from '../../../src/market/quotes/quote-book.ts'
import { frame, instrument, TEN_O_CLOCK, tick } from '../../support/server/live.ts'

const INFY = instrument('NSE_INFY')
const TCS = instrument('NSE_TCS')

const start = (freshnessOf: () => Freshness = () => 'live') => {
  const held: InstrumentId[] = []
  const batches: { ms: number; run: () => void }[] = []
  const woken: string[] = []
  const book = createQuoteBook({
    hold: (id) => {
      held.push(id)
      return () => {
        held.splice(held.indexOf(id), 1)
      }
    },
    freshnessOf,
    after: (ms, run) => batches.push({ ms, run }),
  })
  const watch = (id: InstrumentId, name: string = id) => book.watch(id, () => woken.push(name))
  const batch = () => {
    for (const { run } of batches.splice(0)) run()
  }
  const watchSides = (id: InstrumentId, name: string = id) => book.watchSides(id, () => woken.push(name))
  return { book, held, batches, woken, watch, watchSides, batch }
}

describe('a price', () => {
  test('is that of the newest frame, and wakes each of its watchers once a batch', () => {
    const { book, woken, watch, batches, batch } = start()
    watch(INFY, 'one')
    watch(INFY, 'two')
    watch(TCS)
    book.write(frame('NSE_INFY 101'))
    book.write(frame('NSE_INFY 102.05'))
    expect([book.lastPrice(INFY), woken, batches.map(({ ms }) => ms)]).toEqual([102.05, [], [BATCH_MS]])
    batch()
    expect(woken).toEqual(['one', 'two'])
  })

  test('of hundreds of symbols wakes a part of them in each turn, and none twice', () => {
    const { book, watch, woken, batches, batch } = start()
    const many = Array.from({ length: 2 * WAKES_PER_TURN_MAX + 1 }, (_, index) => instrument(`NSE_S${index}`))
    for (const id of many) watch(id)
    book.write(encodeQuotes(many.map((id) => tick(id, 101))))
    const turns: number[] = []
    while (batches.length > 0) {
      batch()
      turns.push(woken.length)
    }
    expect([turns, woken]).toEqual([[WAKES_PER_TURN_MAX, 2 * WAKES_PER_TURN_MAX, many.length], many])
  })

  test('holds everything the record said, under the names of the field', () => {
    const { book, watch } = start()
    watch(INFY)
    const others = {
      prevClose: 98,
      size: 5,
      open: 99,
      high: 103,
      low: 97,
      volume: 7,
      oi: 3,
      bid: 101,
      ask: 102,
      dayHigh: 104,
      dayLow: 95,
    }
    book.write(encodeQuotes([tick('NSE_INFY', 101.5, { ...others, dayOpen: 96 })]))
    expect(book.quote(INFY)).toEqual({
      timestamp: TEN_O_CLOCK,
      lastPrice: 101.5,
      dayOpen: 96,
      dayHigh: 104,
      dayLow: 95,
      closePrice: 98,
      lastQuantity: 5,
      open: 99,
      high: 103,
      low: 97,
      close: 101.5,
      volume: 7,
      openInterest: 3,
      bid: 101,
      ask: 102,
      freshness: 'live',
      unconfirmedPrice: null,
    })
  })

  test('is the same object until its watchers are woken', () => {
    const { book, watch, batch } = start()
    watch(INFY)
    book.write(frame('NSE_INFY 101'))
    batch()
    const before = book.quote(INFY)
    book.write(frame('NSE_INFY 101'))
    expect(book.quote(INFY) === before).toEqual(true)
    book.write(frame('NSE_INFY 102'))
    batch()
    expect(book.quote(INFY)?.lastPrice).toEqual(102)
  })

  test('that has not changed wakes nobody', () => {
    const { book, watch, woken, batch } = start()
    watch(INFY)
    book.write(frame('NSE_INFY 101'))
    batch()
    book.write(encodeQuotes([tick('NSE_INFY', 101, { timestamp: TEN_O_CLOCK + 5, volume: 99 })]))
    batch()
    expect([woken, book.counts()]).toEqual([[INFY], { taken: 1, unchanged: 1, refused: 0, held: 0 }])
  })

  test('that is older than the known one changes nothing', () => {
    const { book, watch } = start()
    watch(INFY)
    book.write(encodeQuotes([tick('NSE_INFY', 102, { timestamp: TEN_O_CLOCK + 1 })]))
    book.write(encodeQuotes([tick('NSE_INFY', 101, { timestamp: TEN_O_CLOCK })]))
    expect(book.lastPrice(INFY)).toEqual(102)
  })

  describe('too far from the one before to be believed', () => {
    const startAt = (price: number, id = INFY) => {
      const started = start()
      started.watch(id)
      started.book.write(encodeQuotes([tick(id, price)]))
      started.batch()
      const says = (next: number, others: Partial<QuoteTick> = {}) => {
        started.book.write(encodeQuotes([tick(id, next, others)]))
        started.batch()
        const { lastPrice, bid, freshness, unconfirmedPrice } = started.book.quote(id) ?? {}
        return { lastPrice, bid, freshness, unconfirmedPrice }
      }
      return { ...started, says }
    }
    const later = (ms: number) => ({ timestamp: TEN_O_CLOCK + ms })

    test('waits, and the one before is shown as doubtful, with its own bid', () => {
      const { says, woken, book } = startAt(100)
      expect(says(190, later(100))).toEqual({
        lastPrice: 100,
        bid: 100,
        freshness: 'unconfirmed',
        unconfirmedPrice: 190,
      })
      expect([woken, book.counts()]).toEqual([[INFY, INFY], { taken: 1, unchanged: 0, refused: 0, held: 1 }])
    })

    test('is forgotten once a tick follows the price before', () => {
      const { says } = startAt(100)
      says(190, later(100))
      expect(says(100, later(200))).toEqual({
        lastPrice: 100,
        bid: 100,
        freshness: 'live',
        unconfirmedPrice: null,
      })
    })

    test('is believed once another tick agrees, be it the next print or another trade of that instant', () => {
      const believed = { lastPrice: 12, bid: 12, freshness: 'live', unconfirmedPrice: null }
      const next = startAt(100)
      next.says(10, later(100))
      expect(next.says(12, later(200))).toEqual(believed)
      const same = startAt(100)
      same.says(10, later(100))
      expect(same.says(12, { ...later(100), volume: 11 })).toEqual(believed)
    })

    test('is not confirmed by itself, nor by one as far off that says something else', () => {
      const { says } = startAt(100)
      says(190, later(100))
      const waiting = { lastPrice: 100, bid: 100, freshness: 'unconfirmed' }
      expect(says(190, later(100))).toEqual({ ...waiting, unconfirmedPrice: 190 })
      expect(says(10, later(200))).toEqual({ ...waiting, unconfirmedPrice: 10 })
      expect(says(190, later(300))).toEqual({ ...waiting, unconfirmedPrice: 190 })
    })

    test('stays doubtful when all prices are judged anew, and is nothing once the feed is silent', () => {
      const { says, book, batch } = startAt(100)
      says(190, later(100))
      book.judge()
      batch()
      expect(book.quote(INFY)?.freshness).toEqual('unconfirmed')
      book.silence()
      expect([book.quote(INFY)?.freshness, book.quote(INFY)?.unconfirmedPrice]).toEqual(['noData', null])
      // Whatever happened meanwhile: the first that is heard again is believed.
      expect(says(190, later(300)).lastPrice).toEqual(190)
    })

    test('is another matter for a cheap option, which doubles by one trade', () => {
      const option = instrument('NFO-OPT_NIFTY26NOV26000CE')
      expect(startAt(3, option).says(7, later(100)).lastPrice).toEqual(7)
      expect(startAt(100, option).says(155, later(100)).lastPrice).toEqual(155)
      expect(startAt(100, option).says(190, later(100)).lastPrice).toEqual(100)
    })
  })

  test.each([
    ['close 0', { close: 0 }],
    ['a negative close', { close: -1 }],
    ['no number for a price', { price: Number.NaN }],
    ['an endless price', { price: Number.POSITIVE_INFINITY }],
    ['no time', { timestamp: Number.NaN }],
  ])('with %s is dropped, and its neighbours are not', (_, wrong) => {
    const { book, watch } = start()
    for (const id of [INFY, TCS]) watch(id)
    book.write(encodeQuotes([tick('NSE_INFY', 50, wrong), tick('NSE_NOBODY', 1), tick('NSE_TCS', 99)]))
    expect([book.lastPrice(INFY), book.lastPrice(TCS), book.counts()]).toEqual([
      null,
      99,
      { taken: 1, unchanged: 0, refused: 2, held: 0 },
    ])
  })

  test('of a malformed frame is not taken, not even from its whole records', () => {
    const { book, watch } = start()
    watch(INFY)
    const whole = new Uint8Array(frame('NSE_INFY 101'))
    for (let length = 3; length < whole.length; length++)
      expect(() => book.write(whole.slice(0, length).buffer)).toThrow(RangeError)
    const wrongSizes = [0, 1, QUOTE_RECORD_BYTES - 1, QUOTE_RECORD_BYTES + 1, 65_535]
    for (const size of wrongSizes) {
      const lying = whole.slice()
      new DataView(lying.buffer).setUint16(0, size, true)
      expect(() => book.write(lying.buffer)).toThrow(RangeError)
    }
    expect(book.lastPrice(INFY)).toEqual(null)
  })

  test('is not touched by a heartbeat', () => {
    const { book, watch, batches } = start()
    watch(INFY)
    book.write(new Uint8Array([QUOTE_RECORD_BYTES, 0]).buffer)
    expect(batches).toEqual([])
  })
})

describe('any frames', () => {
  const symbols = ['NSE_A', 'BSE_A', 'NSE_AB', 'NFO-OPT_A', 'INDICES_NIFTY 50'].map(instrument)
  const ticks = fc.array(
    fc.record({
      place: fc.nat(symbols.length - 1),
      // Near each other, so that none has to be confirmed.
      price: fc.oneof(fc.integer({ min: -2, max: 0 }), fc.integer({ min: 100, max: 109 })),
      at: fc.nat(6),
    }),
    { maxLength: 12 },
  )

  test('leave the newest price of each symbol and of no other, whether the feed was gone between or not', () => {
    const connections = fc.array(fc.record({ records: ticks, isGone: fc.boolean() }), { maxLength: 6 })
    fc.assert(
      fc.property(connections, (frames) => {
        const { book, watch } = start()
        for (const id of symbols.slice(1)) watch(id)
        const expected = new Map<number, { price: number; at: number }>()
        for (const { records, isGone } of frames) {
          if (isGone) book.silence()
          book.write(
            encodeQuotes(
              records.map(({ place, price, at }) =>
                tick(symbols[place] ?? '', price, { timestamp: TEN_O_CLOCK + at }),
              ),
            ),
          )
          for (const { place, price, at } of records) {
            const known = expected.get(place)
            if (place > 0 && price > 0 && at >= (known?.at ?? 0)) expected.set(place, { price, at })
          }
        }
        expect(symbols.map((id) => book.lastPrice(id))).toEqual(
          symbols.map((_, index) => expected.get(index)?.price ?? null),
        )
      }),
    )
  })
})

describe('marks', () => {
  test('a symbol is silent until it is heard of, and again when the feed is gone', () => {
    const { book, watch, woken, batch } = start()
    watch(INFY)
    book.write(frame('NSE_INFY 101'))
    batch()
    book.silence()
    const gone = book.quote(INFY)?.freshness
    book.write(frame('NSE_INFY 101'))
    batch()
    expect([gone, book.quote(INFY)?.freshness, woken]).toEqual(['noData', 'live', [INFY, INFY, INFY]])
  })

  test('an older price after a new connection changes nothing and is not trusted, the next newer one is', () => {
    const { book, watch, batch } = start()
    const says = (price: number, timestamp: number) => {
      book.write(encodeQuotes([tick('NSE_INFY', price, { timestamp })]))
      batch()
      const quote = book.quote(INFY)
      return [quote?.lastPrice, quote?.timestamp, quote?.freshness]
    }
    watch(INFY)
    says(102, TEN_O_CLOCK + 9_000)
    book.silence()
    book.hearMarketTime(TEN_O_CLOCK + 20_000)
    expect([says(99, TEN_O_CLOCK), says(103, TEN_O_CLOCK + 9_001)]).toEqual([
      [102, TEN_O_CLOCK + 9_000, 'noData'],
      [103, TEN_O_CLOCK + 9_001, 'live'],
    ])
  })

  test('a market whose clock began anew is believed, once for each symbol', () => {
    const { book, watch } = start()
    watch(INFY)
    watch(TCS)
    book.write(encodeQuotes([tick('NSE_INFY', 102, { timestamp: TEN_O_CLOCK + 9_000 }), tick('NSE_TCS', 50)]))
    book.silence()
    book.hearMarketTime(TEN_O_CLOCK - 60_000)
    const ticks = [99, 98].map((price, index) =>
      encodeQuotes(
        (['NSE_INFY', 'NSE_TCS'] as const).map((id) =>
          tick(id, price, { timestamp: TEN_O_CLOCK - 60_000 - index }),
        ),
      ),
    )
    for (const bytes of ticks) book.write(bytes)
    expect([book.lastPrice(INFY), book.lastPrice(TCS)]).toEqual([99, 99])
  })

  test('grow old without a tick, and wake who shows them', () => {
    let freshness: Freshness = 'live'
    const { book, watch, woken, batch } = start(() => freshness)
    watch(INFY)
    book.write(frame('NSE_INFY 101'))
    batch()
    freshness = 'stale'
    book.judge()
    batch()
    book.judge()
    batch()
    expect([book.quote(INFY)?.freshness, woken]).toEqual(['stale', [INFY, INFY]])
  })
})

describe('bid and ask', () => {
  const sided = (bid: number, ask: number, others: { readonly price?: number } = {}) =>
    encodeQuotes([tick('NSE_INFY', others.price ?? 101, { bid, ask })])

  test('that move under an unchanged price wake those who show them, and no others', () => {
    const { book, watch, watchSides, woken, batch } = start()
    watch(INFY, 'price')
    watchSides(INFY, 'sides')
    book.write(sided(100.5, 101))
    batch()
    woken.length = 0
    book.write(sided(100.75, 101))
    book.write(sided(100.75, 101))
    batch()
    book.write(sided(100.75, 101))
    batch()
    expect([woken, book.counts().taken]).toEqual([['sides'], 1])
  })

  test('wake their watchers with the price too, once for both', () => {
    const { book, watch, watchSides, woken, batch } = start()
    watch(INFY, 'price')
    watchSides(INFY, 'sides')
    book.write(sided(100.5, 101))
    batch()
    book.write(sided(100.75, 101))
    book.write(sided(101, 102, { price: 102 }))
    batch()
    expect(woken.toSorted()).toEqual(['price', 'price', 'sides', 'sides'])
  })

  test('are those of the last record, also where the quote is not made anew', () => {
    const { book, watch, batch } = start()
    watch(INFY)
    book.write(sided(100.5, 101))
    batch()
    const before = book.quote(INFY)
    book.write(sided(100.75, 101.25))
    expect([book.sides(INFY), book.quote(INFY) === before]).toEqual([{ bid: 100.75, ask: 101.25 }, true])
  })

  test('are unknown until a price is known', () => {
    const { book, watchSides } = start()
    watchSides(INFY)
    expect([book.sides(INFY), book.sides(TCS)]).toEqual([null, null])
  })

  test('hold the subscription until the last of all watchers has left', () => {
    const { watch, watchSides, held } = start()
    const price = watch(INFY)
    const sides = watchSides(INFY)
    price()
    expect(held).toEqual([INFY])
    sides()
    expect(held).toEqual([])
  })

  test('are judged by their age although nobody watches the price', () => {
    let freshness: Freshness = 'live'
    const { book, watchSides, woken, batch } = start(() => freshness)
    watchSides(INFY)
    book.write(sided(100.5, 101))
    batch()
    freshness = 'stale'
    book.judge()
    batch()
    expect([book.quote(INFY)?.freshness, woken]).toEqual(['stale', [INFY, INFY]])
  })
})

describe('watching', () => {
  test('subscribes once for each watcher and ends with the last', () => {
    const { watch, held } = start()
    const first = watch(INFY)
    const second = watch(INFY)
    first()
    expect(held).toEqual([INFY])
    second()
    expect(held).toEqual([])
  })

  test('a price from before is shown but not trusted when somebody looks again', () => {
    const { book, watch } = start()
    const leave = watch(INFY)
    book.write(frame('NSE_INFY 101'))
    leave()
    watch(INFY)
    expect([book.lastPrice(INFY), book.quote(INFY)?.freshness]).toEqual([101, 'noData'])
  })

  test('a price is trusted no longer than somebody watches it', () => {
    const { book, watch } = start()
    const leave = watch(INFY)
    book.write(frame('NSE_INFY 101'))
    const watched = book.quote(INFY)?.freshness
    leave()
    expect([watched, book.quote(INFY)?.freshness, book.lastPrice(INFY)]).toEqual(['live', 'noData', 101])
  })

  test('more symbols than there is room for push out the longest unwatched, never a watched one', () => {
    const { book, watch } = start()
    const symbol = (index: number) => instrument(`NSE_S${index}`)
    watch(symbol(0))
    book.write(frame('NSE_S0 100'))
    for (let index = 1; index < BOOK_SYMBOLS_MAX; index++) {
      const leave = watch(symbol(index))
      book.write(frame(`NSE_S${index} 101`))
      leave()
    }
    watch(symbol(BOOK_SYMBOLS_MAX))
    book.write(frame(`NSE_S${BOOK_SYMBOLS_MAX} 102`))
    expect([0, 1, 2, BOOK_SYMBOLS_MAX].map((index) => book.lastPrice(symbol(index)))).toEqual([
      100,
      null,
      101,
      102,
    ])
  })

  test('the end of the session forgets every price', () => {
    const { book, watch } = start()
    watch(INFY)
    book.write(frame('NSE_INFY 101'))
    book.clear()
    expect([book.lastPrice(INFY), book.quote(INFY)]).toEqual([null, null])
  })
})
