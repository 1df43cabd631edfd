import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserProof } from '../services/known-browsers.ts'

/**
 * The half of the session that only the browser holds. Plain HTTP beyond this machine can carry neither the prefix
 * nor `Secure`, which is why it has to be asked for.
 */
export const createBindingCookie = ({ isInsecureLan }: { readonly isInsecureLan: boolean }) => {
  const name = isInsecureLan ? 'sid' : '__Host-sid'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isInsecureLan } as const
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    /** Of a request that is no call. */
    readFrom: (cookies: Readonly<Record<string, string | undefined>>): string | null => cookies[name] ?? null,
    set: (reply: FastifyReply, value: string, endsAt: number): void => {
      reply.setCookie(name, value, { ...attributes, expires: new Date(endsAt) })
    },
    clear: (reply: FastifyReply): void => {
      reply.clearCookie(name, attributes)
    },
  }
}

/** At most so many users of one browser are told apart. */
const PROOFS_MAX = 8

/** What a browser keeps for months, so that a sign-in from it is not slowed down by attempts from elsewhere. */
export const createBrowserCookie = ({ isInsecureLan }: { readonly isInsecureLan: boolean }) => {
  const prefix = isInsecureLan ? 'known-' : '__Host-known-'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isInsecureLan } as const
  return {
    read: ({ cookies }: FastifyRequest): readonly string[] =>
      Object.entries(cookies)
        .flatMap(([name, value]) => (name.startsWith(prefix) && value !== undefined ? [value] : []))
        .slice(0, PROOFS_MAX),
    set: (reply: FastifyReply, { label, token, endsAt }: BrowserProof): void => {
      reply.setCookie(`${prefix}${label}`, token, { ...attributes, expires: new Date(endsAt) })
    },
  }
}

export type BrowserCookie = ReturnType<typeof createBrowserCookie>

export type BindingCookie = ReturnType<typeof createBindingCookie>
