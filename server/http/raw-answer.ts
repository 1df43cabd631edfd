import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { WireCode } from '../../src/contract/error-codes.ts'
import { statusOf } from '../../src/contract/error-table.ts'
import { CONTRACT_VERSION } from '../../src/contract/version.ts'
import { commonHeaders, DATA_POLICY } from './headers.ts'

export interface RawFailure {
  readonly code: WireCode
  readonly message: string
  readonly retryAfterSeconds?: number
}

export const dataHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
}

const bodyOf = ({ message, code }: RawFailure): string =>
  JSON.stringify({ status: 'error', data: null, message, code })

/** For sockets whose request never reached the framework. */
export const failSocket = (socket: Socket, failure: RawFailure): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = bodyOf(failure)
  const headers = {
    ...dataHeaders,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-contract': String(CONTRACT_VERSION),
    ...(failure.retryAfterSeconds === undefined ? {} : { 'retry-after': String(failure.retryAfterSeconds) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = statusOf(failure.code)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
