import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS } from './limits/body-limits.ts'
import type { Connections } from './limits/connections.ts'
import { failSocket, type RawFailure } from './raw-answer.ts'

const LATE_HEADERS_CHECK_MS = 2000

const unreadable: RawFailure = { code: 'MALFORMED', message: 'The request cannot be read' }

const unparsed: Readonly<Record<string, RawFailure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'TIMEOUT',
    message: 'The request took too long to arrive',
  },
  HPE_HEADER_OVERFLOW: {
    code: 'HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'TOO_LARGE', message: 'The body is too large' },
}

const STOPPING: RawFailure = {
  code: 'UNAVAILABLE',
  message: 'The server is stopping, try again',
  retryAfterSeconds: 5,
}

const EXPECTATION: RawFailure = {
  code: 'EXPECTATION_FAILED',
  message: 'Expect headers are not supported',
}

export const answerUnparsed = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  failSocket(socket, unparsed[error.code ?? ''] ?? unreadable)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export const createHttpServer = (connections: Connections) => {
  let isStopping = false
  return {
    make(handler: Handler): Server {
      const server = createServer(
        {
          connectionsCheckingInterval: LATE_HEADERS_CHECK_MS,
          headersTimeout: HEADERS_TIMEOUT_MS,
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
          // Bodies are timed per call, which is not known here.
          requestTimeout: 0,
          // We refuse it ourselves, with our headers.
          requireHostHeader: false,
        },
        (request, response) => {
          if (isStopping) failSocket(request.socket, STOPPING)
          else handler(request, response)
        },
      )
      server.on('checkExpectation', (request: IncomingMessage) => failSocket(request.socket, EXPECTATION))
      connections.watch(server)
      return server
    },
    stop: (): void => {
      isStopping = true
    },
  }
}
