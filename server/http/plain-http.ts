import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from './hosts.ts'
import type { ClientAddress } from './limits/client-address.ts'

export type IsPlainHttp = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean

/** True by `--insecure-lan` and on loopback names, where a trusted proxy means TLS unless it says http. */
export const createPlainHttpCheck =
  (config: { readonly isInsecureLan: boolean }, addresses: Pick<ClientAddress, 'isProxy'>): IsPlainHttp =>
  ({ headers, socket }) => {
    if (config.isInsecureLan) return true
    if (!isLoopbackHost(headers.host)) return false
    const protocol = headers['x-forwarded-proto']
    const isPassedOn = protocol !== undefined || headers['x-forwarded-for'] !== undefined
    return !isPassedOn || !addresses.isProxy(socket.remoteAddress ?? '') || protocol === 'http'
  }
