import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserProof } from '../services/session/known-browsers.ts'
import type { IsPlainHttp } from './plain-http.ts'

const PREFIX = '__Host-'

const attributesFor = (isPlain: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: !isPlain }) as const

type Cookies = Readonly<Record<string, string | undefined>>

// Not every browser keeps a `Secure` cookie over plain HTTP, not even on localhost: there the name is `sid`.
// Over TLS only `__Host-sid` is read, as a page of another subdomain can set `sid`; over plain HTTP both are,
// as the browser may still hold `__Host-sid` from an earlier sign-in.
export const createBindingCookie = (isPlainHttp: IsPlainHttp) => {
  const nameFor = (isPlain: boolean): string => (isPlain ? 'sid' : `${PREFIX}sid`)

  const find = (request: IncomingMessage, cookies: Cookies): string | null =>
    (isPlainHttp(request) ? cookies[nameFor(true)] : undefined) ?? cookies[nameFor(false)] ?? null

  const clearOther = (reply: FastifyReply, isPlain: boolean): void => {
    const other = nameFor(!isPlain)
    if (reply.request.cookies[other] !== undefined) reply.clearCookie(other, attributesFor(!isPlain))
  }

  return {
    read: ({ raw, cookies }: FastifyRequest): string | null => find(raw, cookies),
    /** For WebSocket upgrades, which are not API calls. */
    readFrom: find,
    set: (reply: FastifyReply, value: string, endsAt: number): void => {
      const isPlain = isPlainHttp(reply.request.raw)
      reply.setCookie(nameFor(isPlain), value, { ...attributesFor(isPlain), expires: new Date(endsAt) })
      clearOther(reply, isPlain)
    },
    clear: (reply: FastifyReply): void => {
      const isPlain = isPlainHttp(reply.request.raw)
      reply.clearCookie(nameFor(isPlain), attributesFor(isPlain))
      clearOther(reply, isPlain)
    },
  }
}

const PROOFS_MAX = 8

/** Kept for months, so that attempts from elsewhere do not slow down a sign-in from this browser. */
export const createBrowserCookie = (isPlainHttp: IsPlainHttp) => {
  const prefixFor = (isPlain: boolean): string => (isPlain ? 'known-' : `${PREFIX}known-`)
  return {
    read: ({ raw, cookies }: FastifyRequest): readonly string[] => {
      const prefixes = isPlainHttp(raw) ? [prefixFor(true), prefixFor(false)] : [prefixFor(false)]
      return Object.entries(cookies)
        .flatMap(([name, value]) =>
          value !== undefined && prefixes.some((prefix) => name.startsWith(prefix)) ? [value] : [],
        )
        .slice(0, PROOFS_MAX)
    },
    set: (reply: FastifyReply, { label, token, endsAt }: BrowserProof): void => {
      const isPlain = isPlainHttp(reply.request.raw)
      const options = { ...attributesFor(isPlain), expires: new Date(endsAt) }
      reply.setCookie(`${prefixFor(isPlain)}${label}`, token, options)
    },
  }
}

export type BrowserCookie = ReturnType<typeof createBrowserCookie>

export type BindingCookie = ReturnType<typeof createBindingCookie>
