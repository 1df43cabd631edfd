import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000

export interface OutgoingMessage {
  readonly url: string
  /** The same at each try, so that a receiver can drop what it has already. */
  readonly id: string
  readonly body: string
  readonly secret: string
  /** Wall time, ms. */
  readonly at: number
}

/** `status` is null if nobody answered; `problem` is empty if the receiver took it. */
export interface Posted {
  readonly status: number | null
  readonly problem: string
}

export type PostMessage = (message: OutgoingMessage) => Promise<Posted>

export const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

const reached = (problem: string): Posted => ({ status: null, problem })

const headersOf = ({ id, body, secret, at }: OutgoingMessage): Record<string, string> => {
  const seconds = Math.floor(at / 1000)
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'sauda',
    'x-sauda-id': id,
    'x-sauda-timestamp': String(seconds),
    'x-sauda-signature': `sha256=${signatureOf(secret, seconds, body)}`,
  }
}

/** Connects to the address that was judged: a name that resolves anew could lead elsewhere. Follows no redirect. */
const send = (message: OutgoingMessage, { address, family }: LookupAddress): Promise<Posted> =>
  new Promise((done) => {
    const url = new URL(message.url)
    const { request } = url.protocol === 'https:' ? https : http
    const asked = request(url, {
      method: 'POST',
      headers: headersOf(message),
      agent: false,
      lookup: (_host, options, answer) =>
        options.all ? answer(null, [{ address, family }]) : answer(null, address, family),
    })
    const overall = setTimeout(() => asked.destroy(new Error('no answer in time')), TIMEOUT_MS)
    asked.on('response', (response) => {
      const status = response.statusCode ?? 0
      clearTimeout(overall)
      response.destroy()
      done({ status, problem: status >= 200 && status < 300 ? '' : `HTTP ${status}` })
    })
    asked.on('error', (error) => {
      clearTimeout(overall)
      done(reached(error.message || 'the connection failed'))
    })
    asked.end(message.body)
  })

/** `mayBePrivate` for a receiver in the server's own network. */
export const createPostMessage =
  ({ mayBePrivate }: { readonly mayBePrivate: boolean }): PostMessage =>
  async (message) => {
    const { hostname } = new URL(message.url)
    const host = hostname.replace(/^\[|\]$/g, '')
    let found: readonly LookupAddress[]
    try {
      found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }]
    } catch {
      return reached(`${host} is not known`)
    }
    const refused = mayBePrivate ? undefined : found.find(({ address }) => !isPublicAddress(address))
    if (refused !== undefined) return reached(`${host} leads into a private network`)
    const [first] = found
    return first === undefined ? reached(`${host} is not known`) : send(message, first)
  }
