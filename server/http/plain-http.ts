import type { IncomingMessage } from 'node:http'
import type { ClientAddress } from './client-address.ts'
import { isLoopbackHost } from './hosts.ts'

/** Whether the browser reached this server without TLS, as far as its cookies are concerned. */
export type IsPlainHttp = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean

/**
 * Plain HTTP is served on loopback names, and elsewhere only by `--insecure-lan`. A request that a trusted proxy passed
 * on came by TLS unless the proxy says `X-Forwarded-Proto: http`. Every other host name stands for TLS.
 */
export const createPlainHttpCheck =
  (config: { readonly isInsecureLan: boolean }, addresses: Pick<ClientAddress, 'isProxy'>): IsPlainHttp =>
  ({ headers, socket }) => {
    if (config.isInsecureLan) return true
    if (!isLoopbackHost(headers.host)) return false
    const protocol = headers['x-forwarded-proto']
    const isPassedOn = protocol !== undefined || headers['x-forwarded-for'] !== undefined
    return !isPassedOn || !addresses.isProxy(socket.remoteAddress ?? '') || protocol === 'http'
  }
