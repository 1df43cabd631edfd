import type { SendHandle } from 'node:child_process'
import { Socket } from 'node:net'
import { quoteCloseCodes } from '../../src/contract/quotes/quote-messages.ts'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { bringYearsIntoForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { defaultIndices, type Instrument } from '../../src/domain/instruments/instrument.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { createLog } from '../log.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import { createSimulatedLive } from '../market/live/simulated-live.ts'
import { clockFrom } from '../market/market-clock.ts'
import { setAnchorPrices } from '../market/master/universe.ts'
import { createShocksInForce } from '../market/simulated/shocks/shocks-in-force.ts'
import { createSimulatedDays } from '../market/simulated/simulated-days.ts'
import type { Log } from '../ports.ts'
import { createSecretWatch } from '../services/session/secret-watch.ts'
import { clockWithOffset } from '../steady-clock.ts'
import { type CloseSocket, createHandshakes } from './handshakes.ts'
import { createPendingRequests } from './pending-requests.ts'
import type { FromQuotes, QuotesStart, ToQuotes } from './process-messages.ts'
import { createQuoteHub } from './quote-hub.ts'

const GO_TIMEOUT_MS = 5000

const say = (message: FromQuotes): void => {
  // A server that ended in this instant is told of by `disconnect`; without a callback the failed write would throw.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

const calendar = exchangeCalendar
const shocks = createShocksInForce()
let clockOffset = 0
const clock = clockWithOffset(() => clockOffset)

const openLive = async ({ seed, anchorPrices = {}, replay }: QuotesStart, log: Log): Promise<LiveMarket> => {
  setAnchorPrices(anchorPrices)
  if (replay === undefined)
    return createSimulatedLive({ seed, calendar, days: createSimulatedDays({ seed, calendar, shocks }) })
  // Loaded here, as a simulated market needs no store.
  const { openReplayedMarket } = await import('./replayed-market.ts')
  return openReplayedMarket(replay, { seed, calendar, clock, log })
}

/** The first look at an index takes longest: it computes the days of all its members. */
const lookAtAll = (live: LiveMarket, found: readonly (Instrument | null)[], at: EpochMs): void => {
  for (const one of found) if (one !== null) live.quote(one, at)
}

const serve = ({ origin, replay }: QuotesStart, live: LiveMarket, log: Log) => {
  const requests = createPendingRequests<readonly (Instrument | null)[]>()
  const livedDays = replay?.livedDays ? new Set(replay.livedDays) : null
  const marketClock = clockFrom(origin, { clock, calendar, livedDays })
  const hub = createQuoteHub({
    live,
    marketClock,
    clock,
    findInstruments: (ids) => requests.send((request) => say({ kind: 'find', request, ids })),
    log,
  })
  const shake = createHandshakes(hub, log)
  const arriving = new Map<number, () => void>()
  const open = new Map<number, CloseSocket>()

  /** Waits until the server has released the socket, or both would read from it. */
  const arrive = ({ id, user, key, head }: Extract<ToQuotes, { kind: 'socket' }>, socket: Socket): void => {
    const giveUp = setTimeout(() => socket.destroy(), GO_TIMEOUT_MS)
    const onClosed = (): void => {
      clearTimeout(giveUp)
      arriving.delete(id)
      open.delete(id)
      say({ kind: 'closed', id })
    }
    socket.once('close', () => {
      if (arriving.has(id)) onClosed()
    })
    socket.on('error', () => socket.destroy())
    open.set(id, () => socket.destroy())
    arriving.set(id, () => {
      clearTimeout(giveUp)
      arriving.delete(id)
      open.set(id, shake(socket, { user, key, head: Buffer.from(head, 'base64') }, onClosed))
    })
    say({ kind: 'took', id })
  }

  return {
    hear(message: Exclude<ToQuotes, { kind: 'shocks' }>, handle: SendHandle | undefined): void {
      switch (message.kind) {
        case 'start':
        case 'clock':
          break
        case 'calendar':
          marketClock.goOnFrom(message.origin)
          break
        case 'socket':
          if (handle instanceof Socket) arrive(message, handle)
          // Closed in transit.
          else say({ kind: 'closed', id: message.id })
          break
        case 'go':
          arriving.get(message.id)?.()
          break
        case 'close':
          open.get(message.id)?.(message.code, message.reason)
          break
        case 'freeze':
          hub.freeze(message.user, message.until)
          break
        case 'found':
          requests.answer(message.request, message.instruments)
          break
        case 'notFound':
          requests.fail(message.request)
          break
        default:
          message satisfies never
      }
    },
    begin: (): void => {
      hub.start()
      say({ kind: 'ready' })
      requests
        .send((request) => say({ kind: 'find', request, ids: defaultIndices }))
        .then((indices) => lookAtAll(live, indices, marketClock.now()))
        .catch((error: unknown) => log.debug({ err: error }, 'indices could not be looked at ahead'))
        .finally(collectGarbage)
    },
    /** Exits after the close frames had time to leave. */
    stop: (): void => {
      hub.close(quoteCloseCodes.goingAway, 'the server stops')
      setTimeout(() => process.exit(0), 200)
    },
  }
}

let served: ReturnType<typeof serve> | null = null
const begin = async (start: QuotesStart): Promise<void> => {
  const log = createLog({
    level: start.logLevel,
    secrets: createSecretWatch(),
    write: (line) => process.stderr.write(line),
  })
  bringYearsIntoForce(start.calendar)
  shocks.bringIntoForce(start.shocks ?? [])
  try {
    served = serve(start, await openLive(start, log), log)
    served.begin()
  } catch (error) {
    log.error({ err: error }, 'quotes cannot be served')
    process.exit(1)
  }
}

process.on('message', (message: ToQuotes, handle: SendHandle | undefined) => {
  if (message.kind === 'start' || message.kind === 'clock') clockOffset = message.clockOffset
  if (message.kind === 'calendar') bringYearsIntoForce(message.calendar)
  if (message.kind === 'shocks') shocks.bringIntoForce(message.shocks)
  else if (message.kind === 'start') void begin(message.start)
  // The server sends sockets only after `ready`.
  else served?.hear(message, handle)
})
process.on('disconnect', () => (served === null ? process.exit(0) : served.stop()))
// A terminal's interrupt reaches both processes; the server decides when this one ends.
process.on('SIGINT', () => {})
