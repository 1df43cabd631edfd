import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import {
  QUOTE_MESSAGE_BYTES_MAX,
  QUOTES_PATH,
  QUOTES_PROTOCOL,
} from '../../src/contract/quotes/quote-messages.ts'
import type { Log } from '../ports.ts'
import type { UserId } from '../user.ts'
import type { QuoteHub } from './quote-hub.ts'

/** Options of the library that its types lack. */
const bounds = {
  maxFragments: 16,
  maxBufferedChunks: 1024,
  /** ms until a reader that does not answer a close is cut off. */
  closeTimeout: 2000,
} as const

/** Leaves out tickets and cookies. */
export interface Upgrade {
  readonly user: UserId
  readonly key: string
  readonly head: Buffer
}

export type CloseSocket = (code: number, reason: string) => void

const toRequest = (socket: Socket, { key }: Upgrade): IncomingMessage =>
  Object.assign(new IncomingMessage(socket), {
    method: 'GET',
    url: QUOTES_PATH,
    headers: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
      'sec-websocket-protocol': QUOTES_PROTOCOL,
    },
  })

export const createHandshakes = (hub: QuoteHub, log: Log) => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: QUOTE_MESSAGE_BYTES_MAX,
    ...bounds,
    autoPong: false,
    handleProtocols: () => QUOTES_PROTOCOL,
  })

  return (socket: Socket, upgrade: Upgrade, onClosed: () => void): CloseSocket => {
    let close: CloseSocket = () => socket.destroy()
    socket.once('close', onClosed)
    socket.on('error', () => socket.destroy())
    if (socket.destroyed) {
      onClosed()
      return close
    }
    server.handleUpgrade(toRequest(socket, upgrade), socket, upgrade.head, (peer) => {
      const ears = hub.join(peer, upgrade.user)
      close = ears.close
      peer.on('message', (data, isBinary) => {
        if (!isBinary && Buffer.isBuffer(data)) ears.hear(data.toString())
        else ears.hear('')
      })
      peer.on('ping', (data) => {
        if (ears.hearPing()) peer.pong(data)
      })
      // The library closes protocol errors with their code.
      peer.on('error', (error) =>
        log.debug({ code: (error as { code?: string }).code }, 'a quote socket broke'),
      )
      peer.once('close', ears.left)
    })
    return (code, reason) => close(code, reason)
  }
}
