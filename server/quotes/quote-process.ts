import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Clock, Log } from '../ports.ts'
import type { SteadyClock } from '../steady-clock.ts'
import type { FindInstruments } from './feeds.ts'
import type { FromQuotes, QuotesStart, ToQuotes } from './process-messages.ts'
import type { QuoteSockets } from './quote-sockets.ts'

const FIRST_RESTART_MS = 100
const RESTART_MS_MAX = 10_000
/** A process that lived this long restarts with the first delay. */
const SETTLED_MS = 30_000
const STOP_MS = 2000
/** V8 would let each of the three semi-spaces grow to 16 MB and stay there. */
const YOUNG_SPACE = '--max-semi-space-size=4'

export const findQuotesEntry = (serverDir: string): string => {
  const built = join(serverDir, 'quotes.js')
  return existsSync(built) ? built : join(serverDir, 'quotes/main.ts')
}

export interface QuoteProcessParts {
  readonly entry: string
  readonly start: () => QuotesStart
  readonly findInstruments: FindInstruments
  readonly clock: Clock
  readonly steadyClock: Pick<SteadyClock, 'offset' | 'watch'>
  readonly watchCalendar?: (told: () => void) => void
  readonly watchShocks?: (told: () => void) => void
  readonly log: Log
}

const AWAY =
  'HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\nretry-after: 5\r\n\r\n'

// A closing listener asks every process that was sent its sockets, and never closes if one of them has ended.
// A socket that names no listener is not recorded.
const withoutListener = (socket: Socket): void => {
  Object.assign(socket, { server: null })
}

const calendarOf = ({ calendar, origin }: QuotesStart): ToQuotes => ({ kind: 'calendar', calendar, origin })

/** A separate process, so that quotes and orders share no event loop. */
export const createQuoteProcess = (
  parts: QuoteProcessParts,
): QuoteSockets & { readonly pid: () => number | null } => {
  const { clock, log } = parts
  const open = new Map<number, () => void>()
  /** Sockets sent and not yet acknowledged, kept because they would hang if the process ended now. */
  const handed = new Map<number, Socket>()
  let child: ChildProcess | null = null
  let isReady = false
  let isStopping = false
  let failures = 0
  let lastId = 0

  const say = (message: ToQuotes): void => {
    if (child?.connected === true) child.send(message, () => {})
  }

  /** Closes this process's copy; a socket that the child has lives on there. */
  const letGo = (id: number): void => {
    handed.get(id)?.destroy()
    handed.delete(id)
  }

  const turnAway = (id: number): void => {
    const socket = handed.get(id)
    handed.delete(id)
    socket?.end(AWAY)
    socket?.destroySoon()
    closed(id)
  }

  const closed = (id: number): void => {
    const tell = open.get(id)
    open.delete(id)
    tell?.()
  }

  const answer = async ({ request, ids }: Extract<FromQuotes, { kind: 'find' }>): Promise<void> => {
    try {
      say({ kind: 'found', request, instruments: await parts.findInstruments(ids) })
    } catch (error) {
      log.error({ err: error }, 'instruments for quotes could not be found')
      say({ kind: 'notFound', request })
    }
  }

  const hear = (message: FromQuotes): void => {
    switch (message.kind) {
      case 'ready':
        isReady = true
        break
      case 'took':
        letGo(message.id)
        say({ kind: 'go', id: message.id })
        break
      case 'closed':
        closed(message.id)
        break
      case 'find':
        void answer(message)
        break
      default:
        message satisfies never
    }
  }

  const begin = (): void => {
    const begun = clock.now()
    const started = fork(parts.entry, [], {
      execArgv: [YOUNG_SPACE, ...(parts.entry.endsWith('.ts') ? ['--import', 'tsx'] : [])],
      // It needs none of our settings and must see no secret.
      env: {},
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    started.on('message', (message) => hear(message as FromQuotes))
    started.on('error', (error) => log.error({ err: error }, 'the quotes process cannot be reached'))
    started.once('exit', (code, signal) => {
      child = null
      isReady = false
      for (const id of [...handed.keys()]) turnAway(id)
      for (const id of [...open.keys()]) closed(id)
      if (isStopping) return
      failures = clock.now() - begun >= SETTLED_MS ? 0 : failures + 1
      const delay = Math.min(RESTART_MS_MAX, FIRST_RESTART_MS * 2 ** failures)
      log.error({ code, signal, againInMs: delay }, 'the quotes process ended')
      setTimeout(() => {
        if (!isStopping) begin()
      }, delay).unref()
    })
    say({ kind: 'start', start: parts.start(), clockOffset: parts.steadyClock.offset() })
  }
  parts.steadyClock.watch((clockOffset) => say({ kind: 'clock', clockOffset }))
  parts.watchCalendar?.(() => say(calendarOf(parts.start())))
  parts.watchShocks?.(() => say({ kind: 'shocks', shocks: parts.start().shocks ?? [] }))
  begin()

  return {
    isReady: () => isReady && child?.connected === true,
    pid: () => child?.pid ?? null,
    freeze: (user, until) => say({ kind: 'freeze', user, until }),
    take(socket, { user, key, head }, onClosed) {
      lastId++
      const id = lastId
      open.set(id, onClosed)
      const message: ToQuotes = { kind: 'socket', id, user, key, head: head.toString('base64') }
      if (child === null) {
        socket.destroy()
        closed(id)
      } else {
        withoutListener(socket)
        socket.pause()
        handed.set(id, socket)
        child.send(message, socket, { keepOpen: true }, (error) => {
          if (error !== null) turnAway(id)
        })
      }
      return (code, reason) => say({ kind: 'close', id, code, reason })
    },

    async close() {
      isStopping = true
      const ending = child
      if (ending === null) return
      const ended = new Promise<void>((done) => {
        ending.once('exit', () => done())
      })
      const force = setTimeout(() => ending.kill('SIGKILL'), STOP_MS)
      if (ending.connected) ending.disconnect()
      await ended
      clearTimeout(force)
    },
  }
}
