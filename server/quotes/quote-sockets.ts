import type { Socket } from 'node:net'
import { quoteCloseCodes } from '../../src/contract/quotes/quote-messages.ts'
import type { UserId } from '../user.ts'
import { type CloseSocket, createHandshakes, type Upgrade } from './handshakes.ts'
import { createQuoteHub, type QuoteHubParts } from './quote-hub.ts'

export interface QuoteSockets {
  isReady(): boolean
  /** Takes over the socket. `onClosed` is called once. */
  take(socket: Socket, upgrade: Upgrade, onClosed: () => void): CloseSocket
  /** Sockets of this user are sent nothing until then, in wall time. */
  freeze(user: UserId, until: number): void
  close(): Promise<void>
}

/** In this process: for tests, and where frames may delay orders. */
export const createQuoteSocketsInProcess = (parts: QuoteHubParts): QuoteSockets => {
  const hub = createQuoteHub(parts)
  const shake = createHandshakes(hub, parts.log)
  const open = new Set<Socket>()
  hub.start()
  return {
    isReady: () => true,
    take(socket, upgrade, onClosed) {
      open.add(socket)
      return shake(socket, upgrade, () => {
        open.delete(socket)
        onClosed()
      })
    },
    freeze: hub.freeze,
    async close() {
      hub.close(quoteCloseCodes.goingAway, 'the server stops')
      for (const socket of open) socket.destroySoon()
    },
  }
}
