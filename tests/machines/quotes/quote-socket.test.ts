import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { RECONNECT_MS, STEADY_MS } from '../../../src/domain/reconnect.ts'
import {
  CONNECT_TIMEOUT_MS,
  DOUBT_MS,
  GARBLED_SPAN_MS,
  quoteSocketMachine,
  SILENCE_MS,
  type SocketEvent,
  type SocketMessage,
} from '../../../src/machines/quotes/quote-socket.ts'
import {
  ASK_AGAIN_MS,
  liveShareOf,
  MISSING_MS,
  RENEW_MS,
  RENEW_MS_MAX,
  WANTED_MAX,
} from '../../../src/machines/quotes/quote-subscriptions.ts'

/** A machine over sockets that do what the test says. */
const start = (random = 0) => {
  const clock = new SimulatedClock()
  const sockets: { tell: (event: SocketEvent) => void; orders: string[]; isOpen: boolean }[] = []
  const quotes = createActor(
    quoteSocketMachine.provide({
      actors: {
        socket: fromCallback(({ sendBack, receive }) => {
          const socket = {
            tell: (event: SocketEvent) => sendBack(event),
            orders: [] as string[],
            isOpen: true,
          }
          sockets.push(socket)
          receive(({ unsubscribe, subscribe }: SocketMessage) => {
            socket.orders.push(
              [...unsubscribe.map((id) => `-${id}`), ...subscribe.map((id) => `+${id}`)].join(' '),
            )
          })
          return () => {
            socket.isOpen = false
          }
        }),
      },
    }),
    { clock, input: { now: () => clock.now(), random: () => random } },
  )
  quotes.start()
  const want = (text: string) =>
    quotes.send({
      type: 'quotes.want',
      wanted: text
        .split(' ')
        .filter(Boolean)
        .map((one) => one as InstrumentId),
    })
  const tell = (
    type: 'socket.opened' | 'socket.heard' | 'socket.garbled' | 'socket.closed' | 'socket.crowded',
  ) => sockets.at(-1)?.tell({ type })
  const answer = (priced: string, unpriced = '') => {
    const ids = (text: string) => text.split(' ').filter(Boolean) as InstrumentId[]
    sockets.at(-1)?.tell({ type: 'socket.answered', priced: ids(priced), unpriced: ids(unpriced) })
  }
  const refuse = (id: string) =>
    sockets.at(-1)?.tell({ type: 'socket.refused', instrument: id as InstrumentId })
  /** A connection over which heartbeats come. */
  const beat = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock.increment(1000)
      tell('socket.heard')
    }
  }
  const value = () => quotes.getSnapshot().value
  const connect = () => quotes.send({ type: 'quotes.connect' })
  const open = () => {
    connect()
    tell('socket.opened')
  }
  const share = () => liveShareOf(quotes.getSnapshot().context)
  return { quotes, clock, sockets, want, tell, answer, refuse, beat, share, value, connect, open }
}

const LISTENING = { connected: { open: { hearing: 'listening', subscriptions: 'answered' } } }

describe('subscriptions', () => {
  test('asked for while closed are sent once, in order, when the socket opens', () => {
    const { want, open, sockets } = start()
    want('A')
    want('A B')
    want('B')
    want('B A C')
    open()
    expect(sockets.map(({ orders }) => orders)).toEqual([['+B +A +C']])
  })

  test('on an open socket send the difference alone', () => {
    const { want, open, sockets } = start()
    want('A B')
    open()
    want('B C')
    want('B C')
    expect(sockets[0]?.orders).toEqual(['+A +B', '-A +C'])
  })

  test('are the same set on the next connection, once each', () => {
    const { want, open, tell, clock, sockets } = start()
    want('A B C')
    open()
    want('A C')
    tell('socket.closed')
    want('A C D')
    clock.increment(RECONNECT_MS)
    tell('socket.opened')
    expect(sockets.map(({ orders }) => orders)).toEqual([['+A +B +C', '-B'], ['+A +C +D']])
  })

  test('beyond what one socket takes wait until others are no longer wanted', () => {
    const { want, open, sockets } = start()
    const many = Array.from({ length: WANTED_MAX + 1 }, (_, index) => `S${index}`)
    want(many.join(' '))
    open()
    want(many.slice(1).join(' '))
    expect([sockets[0]?.orders[0]?.split(' ').length, sockets[0]?.orders[1]]).toEqual([
      WANTED_MAX,
      `-S0 +S${WANTED_MAX}`,
    ])
  })
})

describe('a subscription without an answer', () => {
  test('is sent again after 5 s, alone, and the socket is renewed after 10 s', () => {
    const { want, open, answer, beat, sockets } = start()
    want('A B C')
    open()
    answer('A', 'C')
    beat(ASK_AGAIN_MS - 1000)
    const early = [...(sockets[0]?.orders ?? [])]
    beat(1000)
    const again = [...(sockets[0]?.orders ?? [])]
    beat(RENEW_MS - ASK_AGAIN_MS - 1000)
    const before = sockets.length
    beat(1000)
    expect([early, again, before, sockets.map(({ isOpen }) => isOpen)]).toEqual([
      ['+A +B +C'],
      ['+A +B +C', '+B'],
      1,
      [false, true],
    ])
  })

  test('of a symbol without a price is answered, and nothing is renewed', () => {
    const { want, open, answer, beat, sockets, value, share } = start()
    want('A B')
    open()
    answer('A', 'B')
    beat(10 * RENEW_MS_MAX)
    expect([value(), sockets.map(({ orders }) => orders), share().live, share().unpriced]).toEqual([
      LISTENING,
      [['+A +B']],
      2,
      ['B'],
    ])
    answer('B')
    expect(share().unpriced).toEqual([])
  })

  test('that never comes renews the socket ever more rarely', () => {
    const { want, open, tell, answer, beat, sockets } = start()
    want('A B')
    open()
    const seconds: number[] = []
    for (let second = 1; second <= 1000; second++) {
      const before = sockets.length
      beat(1000)
      if (sockets.length === before) continue
      seconds.push(second)
      tell('socket.opened')
      answer('A')
    }
    const waits = seconds.map((at, index) => at - (seconds[index - 1] ?? 0))
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 320])
  })

  test('begins the count of renewals anew once everything was answered', () => {
    const { want, open, tell, answer, beat, quotes } = start()
    const renewals = () => quotes.getSnapshot().context.renewals
    want('A')
    open()
    beat(RENEW_MS)
    const counted = renewals()
    tell('socket.opened')
    answer('A')
    expect([counted, renewals()]).toEqual([1, 0])
  })

  test('is missing from the live prices after 2 s, with the refused and those beyond what one socket takes', () => {
    const { want, open, answer, refuse, beat, share } = start()
    const many = Array.from({ length: WANTED_MAX + 1 }, (_, index) => `S${index}`)
    want(many.join(' '))
    open()
    answer(many.slice(2, WANTED_MAX).join(' '))
    refuse('S0')
    beat(MISSING_MS - 1000)
    expect(share()).toEqual({
      wanted: WANTED_MAX + 1,
      live: WANTED_MAX - 1,
      unanswered: [],
      refused: ['S0'],
      tooMany: [`S${WANTED_MAX}`],
      unpriced: [],
    })
    beat(1000)
    expect([share().live, share().unanswered]).toEqual([WANTED_MAX - 2, ['S1']])
  })

  test('is forgotten when nobody wants it any longer', () => {
    const { want, open, answer, refuse, beat, share, sockets, value } = start()
    want('A B C')
    open()
    answer('A')
    refuse('C')
    beat(MISSING_MS)
    want('A')
    beat(RENEW_MS)
    expect([value(), share().live, share().wanted, sockets.length]).toEqual([LISTENING, 1, 1, 1])
  })
})

describe('a connection', () => {
  test('that is refused while too many windows are open is tried ever more seldom, and says why', () => {
    const { connect, tell, clock, sockets, quotes, value } = start()
    connect()
    for (const waitMs of [10_000, 20_000, 40_000]) {
      const before = sockets.length
      tell('socket.crowded')
      const { isCrowded, retryMs } = quotes.getSnapshot().context
      expect([value(), isCrowded, retryMs]).toEqual(['waitingToReconnect', true, waitMs])
      clock.increment(waitMs - 1)
      expect(sockets.length).toEqual(before)
      clock.increment(1)
      expect(sockets.length).toEqual(before + 1)
    }
    tell('socket.opened')
    tell('socket.closed')
    expect(quotes.getSnapshot().context.isCrowded).toEqual(false)
  })

  test('that closes is tried again after 5 s, each time as a new one', () => {
    const { open, tell, clock, sockets, value } = start()
    open()
    tell('socket.closed')
    clock.increment(RECONNECT_MS - 1)
    expect([value(), sockets.length]).toEqual(['waitingToReconnect', 1])
    clock.increment(1)
    expect([value(), sockets.map(({ isOpen }) => isOpen)]).toEqual([
      { connected: 'connecting' },
      [false, true],
    ])
  })

  test('waits for longer at random from the fourth try on', () => {
    const { connect, tell, clock, sockets } = start(1)
    connect()
    const waits = [1, 2, 3, 4, 5].map(() => {
      const before = sockets.length
      tell('socket.closed')
      let waited = 0
      while (sockets.length === before) {
        clock.increment(1000)
        waited += 1000
      }
      return waited
    })
    expect(waits).toEqual([5000, 5000, 5000, 10_000, 15_000])
  })

  test('that lasts begins the count anew, and one that does not does not', () => {
    const { open, tell, clock, quotes } = start()
    const tries = () => quotes.getSnapshot().context.tries
    open()
    tell('socket.closed')
    clock.increment(RECONNECT_MS)
    tell('socket.opened')
    clock.increment(SILENCE_MS - 1)
    tell('socket.closed')
    expect(tries()).toEqual(2)
    clock.increment(RECONNECT_MS)
    tell('socket.opened')
    for (let second = 0; second < STEADY_MS / 1000; second++) {
      tell('socket.heard')
      clock.increment(1000)
    }
    expect(tries()).toEqual(0)
  })

  test('that opens and closes at once is tried again ever more rarely', () => {
    const { open, tell, clock, sockets, quotes } = start()
    open()
    const waits = [1, 2, 3, 4, 5, 6, 7].map(() => {
      const before = sockets.length
      tell('socket.closed')
      const { retryMs } = quotes.getSnapshot().context
      clock.increment(retryMs - 1)
      const early = sockets.length
      clock.increment(1)
      tell('socket.opened')
      return [early - before, sockets.length - before, retryMs]
    })
    expect(waits).toEqual([5, 5, 5, 7.5, 10, 15, 17.5].map((seconds) => [0, 1, seconds * 1000]))
  })

  test('never has a second one beside it, however often it comes and goes', () => {
    const { open, tell, clock, sockets } = start(0.5)
    open()
    for (let time = 0; time < 50; time++) {
      clock.increment(2000)
      tell('socket.closed')
      clock.increment(30_000)
      tell('socket.opened')
      expect(sockets.filter(({ isOpen }) => isOpen).length).toEqual(1)
    }
    expect(sockets.length).toEqual(51)
  })

  test('that is silent for 3 s is given up, and a heartbeat each second keeps it', () => {
    const { open, tell, clock, value, quotes } = start()
    open()
    for (let second = 0; second < 600; second++) {
      clock.increment(1000)
      tell('socket.heard')
    }
    clock.increment(SILENCE_MS - 1)
    expect([value(), quotes.getSnapshot().context.lostAt]).toEqual([LISTENING, null])
    clock.increment(1)
    clock.increment(DOUBT_MS)
    expect([value(), quotes.getSnapshot().context.lostAt]).toEqual(['waitingToReconnect', 603_500])
  })

  test('of a page that was busy is kept when what arrived meanwhile comes behind the timer', () => {
    const { open, tell, clock, value } = start()
    open()
    clock.increment(SILENCE_MS)
    tell('socket.heard')
    clock.increment(SILENCE_MS - 1)
    expect(value()).toEqual(LISTENING)
  })

  test('that does not open is given up', () => {
    const { connect, clock, value } = start()
    connect()
    clock.increment(CONNECT_TIMEOUT_MS)
    expect(value()).toEqual('waitingToReconnect')
  })

  test('that carries three unreadable frames within 10 s is replaced, and one with fewer is not', () => {
    const { open, tell, clock, value } = start()
    open()
    const garble = (afterMs: number) => {
      for (let waited = 0; waited < afterMs; waited += 1000) {
        clock.increment(1000)
        tell('socket.heard')
      }
      tell('socket.garbled')
    }
    garble(0)
    garble(1000)
    garble(GARBLED_SPAN_MS)
    expect(value()).toEqual(LISTENING)
    garble(0)
    garble(0)
    expect(value()).toEqual('waitingToReconnect')
  })

  test.each(['network.back', 'page.shown'] as const)('is tried at once by %s', (type) => {
    const { open, tell, quotes, value, sockets } = start()
    open()
    quotes.send({ type })
    expect([value(), sockets.length]).toEqual([LISTENING, 1])
    tell('socket.closed')
    quotes.send({ type })
    expect(value()).toEqual({ connected: 'connecting' })
  })

  test('ends on request and with the session, and nothing is tried then', () => {
    const { open, quotes, clock, sockets, value, connect } = start()
    open()
    quotes.send({ type: 'quotes.disconnect' })
    clock.increment(100 * RECONNECT_MS)
    expect([value(), sockets.map(({ isOpen }) => isOpen)]).toEqual(['closed', [false]])
    connect()
    quotes.send({ type: 'session.ended' })
    clock.increment(100 * RECONNECT_MS)
    expect([value(), sockets.map(({ isOpen }) => isOpen)]).toEqual(['idle', [false, false]])
  })
})
