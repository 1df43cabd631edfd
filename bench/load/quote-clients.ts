import { WebSocket } from 'ws'
import type * as z from 'zod/mini'
import {
  eachQuote,
  QUOTE_NAME_BYTES,
  quoteFields,
  readQuoteValue,
} from '../../src/contract/quotes/quote-frame.ts'
import { type QuoteClock, QuoteText } from '../../src/contract/quotes/quote-messages.ts'

interface Admission {
  readonly ticket: string
  readonly cookie: string
}

export type ToClients =
  | {
      readonly kind: 'begin'
      readonly host: string
      readonly clients: number
      readonly symbolsOf: readonly (readonly string[])[]
    }
  | { readonly kind: 'ticket'; readonly admission: Admission }
  | { readonly kind: 'measure' }
  | { readonly kind: 'report' }

export type FromClients =
  | { readonly kind: 'ticket' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'report'
      readonly frames: number
      readonly bytes: number
      /** ms from the trade to this process, of every twentieth client. */
      readonly latencies: readonly number[]
      readonly closed: number
    }

const SAMPLED_EVERY = 20
const OPENING_AT_ONCE = 8
const LATENCIES_MAX = 2_000_000
const SUBSCRIPTIONS_IN_A_MESSAGE = 20

const say = (message: FromClients): void => {
  process.send?.(message)
}

let frames = 0
let bytes = 0
let closed = 0
let isMeasuring = false
let latencies: number[] = []
const tickets: ((admission: Admission) => void)[] = []

const names = new TextDecoder('latin1')

const createStopwatch = () => {
  let clock: z.output<typeof QuoteClock> | null = null
  const seen = new Map<string, number>()
  return {
    set: (text: z.output<typeof QuoteClock>): void => {
      clock = text
    },
    read(data: Buffer): void {
      if (clock === null) return
      const now = Date.now()
      const { market_time, wall_time, speed } = clock
      const frame = Uint8Array.from(data).buffer
      eachQuote(frame, (view, at) => {
        const name = names.decode(new Uint8Array(frame, at, QUOTE_NAME_BYTES))
        const time = readQuoteValue(view, at, quoteFields.indexOf('timestamp'))
        const before = seen.get(name)
        seen.set(name, time)
        if (before === undefined || before === time || !isMeasuring || latencies.length >= LATENCIES_MAX)
          return
        latencies.push(now - (wall_time + (time - market_time) / speed))
      })
    },
  }
}

const subscriptions = (symbols: readonly string[]): string[] => {
  const items = symbols.map((id) => {
    const cut = id.indexOf('_')
    return { stream_type: 'quote', action: 'subscribe', segment: id.slice(0, cut), symbol: id.slice(cut + 1) }
  })
  return Array.from({ length: Math.ceil(items.length / SUBSCRIPTIONS_IN_A_MESSAGE) }, (_, n) =>
    JSON.stringify(items.slice(n * SUBSCRIPTIONS_IN_A_MESSAGE, (n + 1) * SUBSCRIPTIONS_IN_A_MESSAGE)),
  )
}

const open = async (
  index: number,
  { host, symbolsOf }: Extract<ToClients, { kind: 'begin' }>,
): Promise<void> => {
  const { ticket, cookie } = await new Promise<Admission>((done) => {
    tickets.push(done)
    say({ kind: 'ticket' })
  })
  const socket = new WebSocket(`ws://${host}/quotes/v2`, ['quote.v2', `t.${ticket}`], {
    // Behind a trusted proxy each comes from an address of its own.
    headers: {
      cookie,
      origin: `http://${host}`,
      'x-forwarded-for': `10.1.${index >> 8}.${index & 255}`,
      'x-forwarded-proto': 'http',
    },
    perMessageDeflate: false,
  })
  const watch = index % SAMPLED_EVERY === 0 ? createStopwatch() : null
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) {
      const text = QuoteText.parse(JSON.parse(data.toString()))
      if (text.type === 'error') say({ kind: 'failed', reason: `${text.symbol}: ${text.message}` })
      else watch?.set(text)
      return
    }
    if (isMeasuring) {
      frames++
      bytes += data.length
    }
    watch?.read(data)
  })
  socket.on('close', () => closed++)
  await new Promise<void>((done, failed) => {
    socket.once('open', done)
    socket.once('error', failed)
  })
  for (const text of subscriptions(symbolsOf[index % symbolsOf.length] ?? [])) socket.send(text)
}

const begin = async (message: Extract<ToClients, { kind: 'begin' }>): Promise<void> => {
  let next = 0
  const openers = Array.from({ length: OPENING_AT_ONCE }, async () => {
    while (next < message.clients) await open(next++, message)
  })
  await Promise.all(openers)
  say({ kind: 'opened' })
}

process.on('message', (message: ToClients) => {
  switch (message.kind) {
    case 'begin':
      begin(message).catch((error: unknown) => say({ kind: 'failed', reason: String(error) }))
      break
    case 'ticket':
      tickets.shift()?.(message.admission)
      break
    case 'measure':
      frames = 0
      bytes = 0
      latencies = []
      isMeasuring = true
      break
    case 'report':
      isMeasuring = false
      say({ kind: 'report', frames, bytes, latencies, closed })
      break
    default:
      message satisfies never
  }
})
process.on('disconnect', () => process.exit(0))
