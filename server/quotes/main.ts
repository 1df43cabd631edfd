import type { SendHandle } from 'node:child_process'
import { Socket } from 'node:net'
import { quoteCloseCodes } from '../../src/contract/quote-messages.ts'
import { exchangeCalendar } from '../../src/domain/calendar.ts'
import type { Instrument } from '../../src/domain/instrument.ts'
import { createLog } from '../log.ts'
import { createSimulatedLive } from '../market/live/simulated-live.ts'
import { clockFrom } from '../market/market-clock.ts'
import { systemClock } from '../ports.ts'
import { createSecretWatch } from '../services/secret-watch.ts'
import { createAsks } from './asks.ts'
import { type CloseSocket, createHandshakes } from './handshakes.ts'
import type { FromQuotes, QuotesStart, ToQuotes } from './process-messages.ts'
import { createQuoteHub } from './quote-hub.ts'

/** A socket whose server has not said `go` by then is not coming. */
const GO_TIMEOUT_MS = 5000

const say = (message: FromQuotes): void => {
  if (process.connected) process.send?.(message)
}

const serve = ({ seed, origin, logLevel }: QuotesStart) => {
  const log = createLog({
    level: logLevel,
    secrets: createSecretWatch(),
    write: (line) => process.stderr.write(line),
  })
  const asks = createAsks<readonly (Instrument | null)[]>()
  const calendar = exchangeCalendar
  const hub = createQuoteHub({
    live: createSimulatedLive({ seed, calendar }),
    marketClock: clockFrom(origin, { clock: systemClock, calendar }),
    clock: systemClock,
    findInstruments: (ids) => asks.ask((ask) => say({ kind: 'find', ask, ids })),
    log,
  })
  const shake = createHandshakes(hub, log)
  const arriving = new Map<number, () => void>()
  const open = new Map<number, CloseSocket>()

  /** The handshake waits until the server has let go of the socket, or both would read from it. */
  const arrive = (id: number, key: string, head: string, socket: Socket): void => {
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
      open.set(id, shake(socket, { key, head: Buffer.from(head, 'base64') }, onClosed))
    })
    say({ kind: 'took', id })
  }

  return {
    hear(message: ToQuotes, handle: SendHandle | undefined): void {
      switch (message.kind) {
        case 'start':
          break
        case 'socket':
          if (handle instanceof Socket) arrive(message.id, message.key, message.head, handle)
          // It was closed on the way.
          else say({ kind: 'closed', id: message.id })
          break
        case 'go':
          arriving.get(message.id)?.()
          break
        case 'close':
          open.get(message.id)?.(message.code, message.reason)
          break
        case 'found':
          asks.answer(message.ask, message.instruments)
          break
        case 'notFound':
          asks.fail(message.ask)
          break
        default:
          message satisfies never
      }
    },
    begin: (): void => {
      hub.start()
      say({ kind: 'ready' })
    },
    /** Lets every reader know, and ends once that had time to leave. */
    stop: (): void => {
      hub.close(quoteCloseCodes.goingAway, 'the server stops')
      setTimeout(() => process.exit(0), 200)
    },
  }
}

let served: ReturnType<typeof serve> | null = null
process.on('message', (message: ToQuotes, handle: SendHandle | undefined) => {
  if (message.kind === 'start' && served === null) {
    served = serve(message.start)
    served.begin()
  }
  served?.hear(message, handle)
})
process.on('disconnect', () => (served === null ? process.exit(0) : served.stop()))
// A terminal's interrupt reaches both; the server decides when this ends.
process.on('SIGINT', () => {})
