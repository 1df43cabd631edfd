import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { FEEDS_MAX, USER_SYMBOLS_MAX } from '../../../server/quotes/feeds.ts'
import { createQuoteHub } from '../../../server/quotes/quote-hub.ts'
import {
  CLOCK_TEXT_MS,
  DRAINED_BYTES,
  heartbeatFrame,
  MESSAGES_PER_SECOND,
  type Peer,
  REFUSALS_PER_MINUTE,
  SLOW_MS_MAX,
  WAITING_BYTES_MAX,
} from '../../../server/quotes/subscriber.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import type { UserId } from '../../../server/user.ts'
import { decodeQuotes, QUOTE_RECORD_BYTES } from '../../../src/contract/quotes/quote-frame.ts'
import { QUOTE_SYMBOLS_MAX, QuoteText } from '../../../src/contract/quotes/quote-messages.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { WANTED_MAX } from '../../../src/machines/quotes/quote-subscriptions.ts'
import { clockAt, type HandClock } from '../../support/clock.ts'
import { createMovingMarket } from './moving-market.ts'

const MEERA = 'meera' as UserId
const RAVI = 'ravi' as UserId
const nse = (symbol: string) => instrumentId('NSE', symbol)

const message = (action: 'subscribe' | 'unsubscribe', symbol: string) => ({
  stream_type: 'quote',
  action,
  segment: 'NSE',
  symbol,
  user_uuid: 'a label',
  broker: 'paper',
})
const subscribe = (...symbols: string[]) =>
  JSON.stringify(symbols.map((symbol) => message('subscribe', symbol)))
const unsubscribe = (symbol: string) => JSON.stringify(message('unsubscribe', symbol))

/** A reader that reads at once, or not at all while it is told to wait. */
const createReader = () => {
  const got: string[] = []
  let waiting = 0
  return {
    /** Bytes that it has not read. */
    wait: (bytes: number) => {
      waiting = bytes
    },
    /** What came since it was last asked: `INFY 101` of a tick, `·` of a heartbeat, texts as they are. */
    take: () => got.splice(0),
    peer: {
      get bufferedAmount() {
        return waiting
      },
      send: (data: Uint8Array | string) => {
        if (typeof data === 'string') {
          const text = QuoteText.parse(JSON.parse(data))
          got.push(text.type === 'clock' ? `clock ×${text.speed}` : `${text.symbol}: ${text.message}`)
          return
        }
        const ticks = decodeQuotes(Uint8Array.from(data).buffer)
        got.push(ticks.map((tick) => `${tick.instrument.slice(4)} ${tick.price}`).join(' ') || '·')
      },
      close: (code: number) => got.push(`closed ${code}`),
      terminate: () => got.push('cut off'),
    } satisfies Peer,
  }
}

const startHub = () => {
  const clock = clockAt('2026-11-20 10:00')
  const market = createMovingMarket(clock)
  const logged: string[] = []
  const log = createLog({
    level: 'warn',
    secrets: createSecretWatch(),
    write: (line) => logged.push(JSON.parse(line).msg),
  })
  let failures = 0
  const hub = createQuoteHub({
    ...market,
    clock,
    log,
    findInstruments: async (ids) => {
      if (failures-- > 0) throw new Error('no answer came')
      return market.findInstruments(ids)
    },
  })
  const open = (user: UserId = MEERA) => {
    const reader = createReader()
    return { ...hub.join(reader.peer, user), reader, take: reader.take }
  }
  return {
    ...market,
    hub,
    clock,
    logged,
    open,
    failLookUps: (times: number) => {
      failures = times
    },
    /** Rounds until what was asked of the list of instruments is known and sent. */
    settle: async () => {
      for (let n = 0; n < 2; n++) {
        hub.round()
        await new Promise((done) => setImmediate(done))
      }
      hub.round()
    },
  }
}

describe('a quote socket', () => {
  test('is told the clock and the newest of what it subscribes to, then only what changes', async () => {
    const { hub, open, trade, settle } = startHub()
    trade(nse('INFY'), 101)
    trade(nse('TCS'), 202)
    const { hear, take } = open()
    hear(subscribe('INFY', 'TCS'))
    await settle()
    trade(nse('TCS'), 203)
    hub.round()
    trade(nse('TCS'), 204)
    trade(nse('TCS'), 205)
    trade(nse('INFY'), 102)
    hub.round()
    hub.round()
    expect(take()).toEqual(['clock ×1', '·', 'INFY 101 TCS 202', 'TCS 203', 'INFY 102 TCS 205'])
  })

  test('of a user whose quotes are frozen is sent nothing, not even heartbeats, until it ends', async () => {
    const { hub, clock, open, trade, settle } = startHub()
    trade(nse('INFY'), 101)
    const mine = open()
    const other = open(RAVI)
    mine.hear(subscribe('INFY'))
    other.hear(subscribe('INFY'))
    await settle()
    mine.take()
    other.take()
    hub.freeze(MEERA, clock.now() + 60_000)
    const joined = open()
    joined.hear(subscribe('INFY'))
    trade(nse('INFY'), 102)
    clock.advance(59_999)
    await settle()
    expect([mine.take(), joined.take()]).toEqual([[], []])
    expect(other.take()).toEqual(['clock ×1', 'INFY 102'])
    clock.advance(1)
    hub.round()
    expect([mine.take(), joined.take()]).toEqual([
      ['clock ×1', 'INFY 102'],
      ['clock ×1', 'INFY 102'],
    ])
    hub.freeze(MEERA, clock.now() + 60_000)
    hub.freeze(MEERA, 0)
    trade(nse('INFY'), 103)
    hub.round()
    expect(mine.take()).toEqual(['INFY 103'])
  })

  test('that subscribes later gets the newest at once, though nothing changed', async () => {
    const { open, trade, settle } = startHub()
    trade(nse('INFY'), 101)
    const first = open()
    first.hear(subscribe('INFY'))
    await settle()
    const second = open()
    second.hear(subscribe('INFY'))
    await settle()
    expect([first.take(), second.take()]).toEqual([
      ['clock ×1', '·', 'INFY 101'],
      ['clock ×1', 'INFY 101'],
    ])
  })

  test('hears a heartbeat each second in which nothing changes, and the clock every ten', async () => {
    const { hub, clock, open } = startHub()
    const { take } = open()
    hub.round()
    const seconds = Array.from({ length: CLOCK_TEXT_MS / 1000 }, () => {
      clock.advance(900)
      hub.round()
      clock.advance(100)
      hub.round()
      return take().join(' ')
    })
    expect(seconds).toEqual(['clock ×1 · ·', ...Array(8).fill('·'), 'clock ×1 ·'])
  })

  test('hears once that an instrument has no price yet, and the price when there is one', async () => {
    const { hub, open, trade, list, settle } = startHub()
    list(nse('NEWCO'))
    const { hear, take } = open()
    hear(subscribe('NEWCO'))
    await settle()
    hub.round()
    trade(nse('NEWCO'), 50)
    hub.round()
    expect(take()).toEqual(['clock ×1', '·', 'NEWCO 0', 'NEWCO 50'])
  })

  test('that asks again is answered again, be it that there is no price', async () => {
    const { hub, open, trade, list, settle } = startHub()
    list(nse('NEWCO'))
    trade(nse('INFY'), 101)
    const { hear, take } = open()
    hear(subscribe('NEWCO', 'INFY'))
    await settle()
    take()
    hear(subscribe('NEWCO'))
    hear(subscribe('INFY'))
    hub.round()
    hub.round()
    expect(take()).toEqual(['NEWCO 0 INFY 101'])
  })

  test('refuses a symbol that no record can hold, and keeps the others', async () => {
    const { open, trade, settle } = startHub()
    trade(nse('INFY'), 101)
    const { hear, take } = open()
    hear(subscribe('INFY', 'ÄÖÜ'))
    await settle()
    expect(take()).toEqual(['ÄÖÜ: there is no such instrument', 'clock ×1', '·', 'INFY 101'])
  })

  test('hears of an unknown instrument by name and keeps the others', async () => {
    const { hub, open, trade, settle } = startHub()
    trade(nse('INFY'), 101)
    const { hear, take } = open()
    hear(subscribe('INFY', 'NOWHERE'))
    await settle()
    expect(take()).toEqual(['clock ×1', '·', 'NOWHERE: there is no such instrument', 'INFY 101'])
    expect(hub.counts().feeds).toEqual(1)
  })

  test('waits for a list of instruments that does not answer yet', async () => {
    const { hub, clock, open, trade, settle, failLookUps } = startHub()
    trade(nse('INFY'), 101)
    failLookUps(2)
    const { hear, take } = open()
    hear(subscribe('INFY'))
    await settle()
    expect(take()).toEqual(['clock ×1', '·'])
    for (let second = 0; second < 2; second++) {
      clock.advance(999)
      await settle()
      clock.advance(1)
      await settle()
    }
    // Answered after two seconds although nothing is known of it.
    expect([take(), hub.counts().refused]).toEqual([['·', 'INFY 0', 'INFY 101'], 0])
  })

  test('loses one instrument whose source fails, and no other', async () => {
    const { hub, open, trade, breakOff, settle, logged } = startHub()
    trade(nse('INFY'), 101)
    trade(nse('TCS'), 202)
    const { hear, take } = open()
    hear(subscribe('INFY', 'TCS'))
    await settle()
    take()
    breakOff(nse('INFY'))
    trade(nse('TCS'), 203)
    hub.round()
    expect([take(), logged]).toEqual([
      ['INFY: this instrument cannot be quoted', 'TCS 203'],
      ['an instrument cannot be quoted'],
    ])
  })

  test.each([
    ['not JSON', '{', 'null: not JSON'],
    ['an empty array', '[]', 'null: message: Too small: expected array to have >=1 items'],
    ['a number', '7', 'null: message: Invalid input: expected object, received number'],
    [
      'another action',
      JSON.stringify({ ...message('subscribe', 'INFY'), action: 'sell' }),
      'null: message.action: Invalid option: expected one of "subscribe"|"unsubscribe"',
    ],
    [
      'a field nobody knows',
      JSON.stringify({ ...message('subscribe', 'INFY'), user_id: 1 }),
      'null: message: Unrecognized key: "user_id"',
    ],
    [
      'a long name',
      subscribe('A'.repeat(26)),
      'null: message.0.symbol: Too big: expected string to have <=25 characters',
    ],
  ])('is told what is wrong with %s', (_, text, reason) => {
    const { open } = startHub()
    const { hear, take } = open()
    hear(text)
    expect(take()).toEqual([reason])
  })

  test('stays and is silent about any text that is not a subscription but for its refusal', () => {
    const { open } = startHub()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { hear, left, take } = open()
        hear(text)
        expect(take().map((line) => line.slice(0, 5))).toEqual(['null:'])
        left()
      }),
    )
  })
})

describe('the bounds of a quote socket', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `S${n}`)
  const slices = (symbols: readonly string[], size: number) =>
    Array.from({ length: Math.ceil(symbols.length / size) }, (_, n) =>
      symbols.slice(n * size, n * size + size),
    )

  const subscribeAll = (clock: HandClock, hear: (text: string) => void, symbols: readonly string[]): void => {
    for (const some of slices(symbols, 25)) {
      hear(subscribe(...some))
      clock.advance(1000 / MESSAGES_PER_SECOND)
    }
  }

  test('it watches 1,200 symbols and not one more', async () => {
    const { clock, hub, open, trade, settle } = startHub()
    for (const name of names(QUOTE_SYMBOLS_MAX + 1)) trade(nse(name), 10)
    const { hear, take } = open()
    subscribeAll(clock, hear, names(QUOTE_SYMBOLS_MAX + 1))
    expect(take()).toEqual(['S1200: one socket watches at most 1200 symbols'])
    await settle()
    const priced =
      take()
        .join(' ')
        .match(/S\d+ 10/g) ?? []
    expect([new Set(priced).size, hub.counts().feeds]).toEqual([1200, 1200])
  })

  test('all sockets of a user watch 2,400 different symbols and not one more', () => {
    const { clock, hub, open } = startHub()
    const symbols = names(USER_SYMBOLS_MAX)
    const [first, second, third, other] = [open(), open(), open(), open(RAVI)]
    subscribeAll(clock, first.hear, symbols.slice(0, QUOTE_SYMBOLS_MAX))
    subscribeAll(clock, second.hear, symbols.slice(QUOTE_SYMBOLS_MAX))
    third.hear(subscribe('S0', 'ONE', 'S2399'))
    other.hear(subscribe('ONE'))
    first.hear(unsubscribe('S0'))
    third.hear(subscribe('TWO'))
    third.hear(unsubscribe('S0'))
    third.hear(subscribe('THREE', 'FOUR'))
    expect([first, second, third, other].map(({ take }) => take())).toEqual([
      [],
      [],
      ['ONE', 'TWO', 'FOUR'].map((name) => `${name}: the sockets of one user watch at most 2400 symbols`),
      [],
    ])
    expect(hub.counts().feeds).toBe(USER_SYMBOLS_MAX + 1)
    second.left()
    clock.advance(1000)
    subscribeAll(clock, third.hear, names(QUOTE_SYMBOLS_MAX - 2))
    expect(third.take()).toEqual([])
  })

  test('a symbol that is not listed leaves room for another', async () => {
    const { clock, open, trade, settle } = startHub()
    const symbols = names(USER_SYMBOLS_MAX)
    for (const name of symbols.slice(1)) trade(nse(name), 10)
    const [first, second, third] = [open(), open(), open()]
    subscribeAll(clock, first.hear, symbols.slice(0, QUOTE_SYMBOLS_MAX))
    subscribeAll(clock, second.hear, symbols.slice(QUOTE_SYMBOLS_MAX))
    await settle()
    expect(first.take()).toContain('S0: there is no such instrument')
    third.take()
    third.hear(subscribe('ONE'))
    third.hear(subscribe('TWO'))
    expect(third.take()).toEqual(['TWO: the sockets of one user watch at most 2400 symbols'])
  })

  test('four users at their limit fill the server, and the next symbol is refused with its limit', () => {
    const { clock, hub, open } = startHub()
    const users = FEEDS_MAX / USER_SYMBOLS_MAX
    const sockets = names(2 * users).map((name, n) => {
      const socket = open(`user ${Math.floor(n / 2)}` as UserId)
      const symbols = names(QUOTE_SYMBOLS_MAX).map((symbol) => `${name}${symbol}`)
      subscribeAll(clock, socket.hear, symbols)
      return socket
    })
    expect([users, sockets.flatMap(({ take }) => take()), hub.counts().feeds]).toEqual([4, [], 9600])
    const { hear, take } = open(RAVI)
    hear(subscribe('ONE', 'S0S0'))
    expect(take()).toEqual(['ONE: the server watches at most 9600 symbols for all users'])
  })

  test('a page wants no more than a socket may watch, a socket no more than its user', () => {
    expect(WANTED_MAX).toBeLessThanOrEqual(QUOTE_SYMBOLS_MAX)
    expect(QUOTE_SYMBOLS_MAX).toBeLessThanOrEqual(USER_SYMBOLS_MAX)
  })

  test('what a slow reader may have waiting has room for the newest of all symbols', () => {
    const newest = QUOTE_SYMBOLS_MAX * QUOTE_RECORD_BYTES
    expect(DRAINED_BYTES + newest).toBeLessThan(WAITING_BYTES_MAX)
  })

  test('50 messages in a second are heard; the next closes it', () => {
    const { clock, open } = startHub()
    const { hear, take } = open()
    for (let n = 0; n < MESSAGES_PER_SECOND; n++) hear(unsubscribe('INFY'))
    clock.advance(1000)
    for (let n = 0; n < MESSAGES_PER_SECOND; n++) hear(unsubscribe('INFY'))
    expect(take()).toEqual([])
    hear(unsubscribe('INFY'))
    hear(subscribe('INFY'))
    expect(take()).toEqual(['closed 4408'])
  })

  test('pings count as messages', () => {
    const { open } = startHub()
    const { hearPing, take } = open()
    const answered = Array.from({ length: MESSAGES_PER_SECOND + 2 }, () => hearPing())
    expect([answered.filter((isAnswered) => isAnswered).length, take()]).toEqual([50, ['closed 1008']])
  })

  test('a hundred refusals in a minute are told; the next closes it and nothing of it stays', async () => {
    const { hub, open, settle } = startHub()
    const { hear, take } = open()
    for (const some of slices(names(REFUSALS_PER_MINUTE + 50), 20)) hear(subscribe(...some))
    await settle()
    const lines = take().filter((line) => /^S|closed/.test(line))
    expect([lines.length, lines.at(-1), hub.counts().feeds]).toEqual([101, 'closed 4408', 0])
  })

  test('a slow reader gets nothing while 256 KB wait, then the newest of each', async () => {
    const { hub, open, trade, settle } = startHub()
    trade(nse('INFY'), 101)
    trade(nse('TCS'), 202)
    const { hear, reader, take } = open()
    hear(subscribe('INFY', 'TCS'))
    await settle()
    take()
    reader.wait(WAITING_BYTES_MAX)
    for (let price = 300; price < 350; price++) {
      trade(nse('INFY'), price)
      hub.round()
    }
    reader.wait(65 * 1024)
    hub.round()
    expect(take()).toEqual([])
    reader.wait(64 * 1024)
    hub.round()
    expect([take(), hub.counts().heldBack]).toEqual([['INFY 349'], 51])
  })

  test('a reader that is slow for thirty seconds is cut off, the others are not', () => {
    const { hub, clock, open } = startHub()
    const [slow, quick] = [open(), open()]
    slow.reader.wait(WAITING_BYTES_MAX)
    hub.round()
    clock.advance(SLOW_MS_MAX - 1)
    hub.round()
    expect(slow.take()).toEqual([])
    clock.advance(1)
    hub.round()
    expect([slow.take(), quick.take().includes('cut off')]).toEqual([['cut off'], false])
  })
})

test('what a socket has seen after a round is the newest of exactly what it wants', async () => {
  const symbols = ['A', 'B', 'C'] as const
  const step = fc.record({
    act: fc.constantFrom('subscribe', 'unsubscribe', 'trade', 'round'),
    symbol: fc.constantFrom(...symbols),
    price: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { hub, open, trade, settle, clock } = startHub()
      for (const symbol of symbols) trade(nse(symbol), 10)
      const { hear, take } = open()
      const wanted = new Set<string>()
      const newest = new Map<string, number>(symbols.map((symbol) => [symbol, 10]))
      for (const { act, symbol, price } of steps) {
        clock.advance(100)
        if (act === 'trade') {
          trade(nse(symbol), price)
          newest.set(symbol, price)
        } else if (act === 'round') hub.round()
        else {
          hear(act === 'subscribe' ? subscribe(symbol) : unsubscribe(symbol))
          if (act === 'subscribe') wanted.add(symbol)
          else wanted.delete(symbol)
        }
      }
      await settle()
      const seen = new Map(
        take()
          .flatMap((line) => line.match(/[ABC] \d+/g) ?? [])
          .map((tick) => [tick.slice(0, 1), Number(tick.slice(2))]),
      )
      for (const symbol of wanted) expect([symbol, seen.get(symbol)]).toEqual([symbol, newest.get(symbol)])
      for (const symbol of symbols) trade(nse(symbol), 77)
      hub.round()
      expect(
        new Set(
          take()
            .join(' ')
            .match(/[ABC](?= 77)/g),
        ),
      ).toEqual(wanted)
      expect(hub.counts().feeds).toEqual(wanted.size)
    }),
    { numRuns: 200 },
  )
})

test('the heartbeat is a frame of no records', () => {
  expect([...heartbeatFrame, ...decodeQuotes(Uint8Array.from(heartbeatFrame).buffer)]).toEqual([0x98, 0x00])
})
