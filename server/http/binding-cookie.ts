import type { FastifyReply, FastifyRequest } from 'fastify'

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

export type BindingCookie = ReturnType<typeof createBindingCookie>
