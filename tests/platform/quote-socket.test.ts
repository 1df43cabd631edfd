import { describe, expect, test } from 'vitest'
import { QUOTE_MESSAGE_BYTES_MAX, QuoteSubscriptions } from '../../src/contract/quotes/quote-messages.ts'
import type { QuoteCall, SocketListeners } from '../../src/platform/open-quotes.ts'
import { openQuoteSocket } from '../../src/platform/quote-socket.ts'
import { instrument } from '../support/server/live.ts'

const start = (frame: (bytes: ArrayBuffer) => void = () => {}) => {
  const opened: QuoteCall[] = []
  const sent: string[] = []
  const told: string[] = []
  let listeners: SocketListeners | null = null
  let now = 0
  let tickets = 0
  const note = (what: string) => () => {
    told.push(what)
  }
  const socket = openQuoteSocket(
    {
      openQuotes: (call, heard) => {
        opened.push(call)
        listeners = heard
        return { send: (text) => sent.push(text), close: note('close') }
      },
      ticks: () => now,
      user: 'U1',
      label: 'a1b2',
      ticket: () => Promise.resolve(`T${++tickets}`),
    },
    {
      opened: note('opened'),
      heard: note('heard'),
      garbled: note('garbled'),
      closed: note('closed'),
      failed: note('failed'),
      frame,
      clock: ({ marketTime, speed }) => told.push(`clock ${marketTime} ${speed}`),
      refused: (message) => told.push(`refused ${message}`),
    },
  )
  const browser = (): SocketListeners => {
    if (listeners === null) throw new Error('no socket was opened')
    return listeners
  }
  return {
    socket,
    opened,
    sent,
    told,
    browser,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('the quote socket', () => {
  test('names its user, and carries a ticket of its own for each handshake as a protocol', async () => {
    const [call] = start().opened
    expect([call?.path, call?.user, await call?.protocols(), await call?.protocols()]).toEqual([
      '/quotes/v2',
      'U1',
      ['quote.v2', 't.T1'],
      ['quote.v2', 't.T2'],
    ])
  })

  test('sends the message of the specification, what ends before what begins', () => {
    const { socket, sent } = start()
    socket.subscribe({ unsubscribe: [instrument('NSE_M&M')], subscribe: [instrument('INDICES_NIFTY 50')] })
    const common = { stream_type: 'quote', user_uuid: 'a1b2', broker: 'paper' }
    expect(sent.map((text) => JSON.parse(text))).toEqual([
      [
        { ...common, segment: 'NSE', symbol: 'M&M', action: 'unsubscribe' },
        { ...common, segment: 'INDICES', symbol: 'NIFTY 50', action: 'subscribe' },
      ],
    ])
  })

  test('sends 500 symbols in few messages, each as long as the server takes, all of them once', () => {
    const { socket, sent } = start()
    const subscribe = Array.from({ length: 500 }, (_, index) =>
      instrument(`NFO-OPT_NIFTY26NOV${24_000 + index * 50}CE`),
    )
    socket.subscribe({ unsubscribe: [], subscribe })
    const messages = sent.map((text) => QuoteSubscriptions.parse(JSON.parse(text)))
    expect(messages.flat().map(({ segment, symbol }) => `${segment}_${symbol}`)).toEqual(subscribe)
    expect([
      Math.max(...sent.map((text) => text.length)) <= QUOTE_MESSAGE_BYTES_MAX,
      sent.length < 30,
    ]).toEqual([true, true])
  })

  test('tells what the server says of time and of refused symbols', () => {
    const { browser, told, pass } = start()
    browser().text('{"type":"clock","market_time":5,"wall_time":6,"speed":2}')
    pass(500)
    browser().text('{"type":"error","message":"no such symbol","segment":"NSE","symbol":"X"}')
    expect(told).toEqual(['heard', 'clock 5 2', 'heard', 'refused no such symbol'])
  })

  test.each(['', 'nonsense', '{"type":"clock"}', '[]', 'null'])('calls the text %j garbled', (text) => {
    const { browser, told } = start()
    browser().text(text)
    expect(told).toEqual(['heard', 'garbled'])
  })

  test('calls a frame that cannot be read garbled, and lets an error of its own be loud', () => {
    const { browser, told } = start(() => {
      throw new RangeError('quote frame: torn')
    })
    browser().bytes(new ArrayBuffer(1))
    expect(told).toEqual(['heard', 'garbled'])
    const broken = start(() => {
      throw new TypeError('a mistake')
    })
    expect(() => broken.browser().bytes(new ArrayBuffer(1))).toThrow('a mistake')
  })

  test('says twice a second at most that it hears something', () => {
    const { browser, told, pass } = start()
    for (let index = 0; index < 11; index++) {
      browser().bytes(new ArrayBuffer(2))
      pass(100)
    }
    expect(told).toEqual(['heard', 'heard', 'heard'])
  })
})
