import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserProof } from '../services/known-browsers.ts'
import type { IsPlainHttp } from './plain-http.ts'

const PREFIX = '__Host-'

const attributesFor = (isPlain: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: !isPlain }) as const

type Cookies = Readonly<Record<string, string | undefined>>

/**
 * The half of the session that only the browser holds: `__Host-sid` with `Secure`, and `sid` where the browser came by
 * plain HTTP, because not every browser keeps a `Secure` cookie there, not even of its own machine.
 *
 * By TLS only `__Host-sid` is read: a page of another subdomain can set `sid`. By plain HTTP `sid` is read first and
 * `__Host-sid` after it, which a browser may still hold of an earlier sign-in.
 */
export const createBindingCookie = (isPlainHttp: IsPlainHttp) => {
  const nameFor = (isPlain: boolean): string => (isPlain ? 'sid' : `${PREFIX}sid`)

  const find = (request: IncomingMessage, cookies: Cookies): string | null =>
    (isPlainHttp(request) ? cookies[nameFor(true)] : undefined) ?? cookies[nameFor(false)] ?? null

  /** The cookie of the other name, where the browser sent one: it must not outlive the session. */
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

/** At most so many users of one browser are told apart. */
const PROOFS_MAX = 8

/**
 * What a browser keeps for months, so that a sign-in from it is not slowed down by attempts from elsewhere. Its names
 * are chosen as those of the binding cookie.
 */
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
