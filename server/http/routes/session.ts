import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changePassword, getUser, login, logout } from '../../../src/contract/session.ts'
import type { Broker } from '../../broker/broker.ts'
import type { Accounts, SignedIn } from '../../services/session/accounts.ts'
import type { Caller } from '../../services/session/caller.ts'
import type { Origin } from '../../services/session/sessions.ts'
import type { BindingCookie, BrowserCookie } from '../binding-cookie.ts'
import { serve, servePublic } from '../serve.ts'

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
  request: request.id,
})

export const callerOf = (request: FastifyRequest): Caller => {
  if (request.caller === null) throw new Error('reached without a session')
  return request.caller
}

export const accountRoutes = (
  app: FastifyInstance,
  {
    accounts,
    broker,
    cookie,
    browserCookie,
  }: {
    readonly accounts: Accounts
    readonly broker: Pick<Broker, 'accountIdOf' | 'book'>
    readonly cookie: BindingCookie
    readonly browserCookie: BrowserCookie
  },
): void => {
  const keep = (reply: FastifyReply, { pair, browser }: SignedIn): string => {
    cookie.set(reply, pair.binding, pair.endsAt)
    browserCookie.set(reply, browser)
    return pair.token
  }

  servePublic(app, login, async ({ body, request, reply }) => {
    const presented = {
      presentedBinding: cookie.read(request),
      presentedBrowsers: browserCookie.read(request),
    }
    return keep(reply, await accounts.signIn({ ...body, ...presented }, originOf(request)))
  })

  serve(app, logout, async ({ request, reply }) => {
    await accounts.signOut(callerOf(request), originOf(request))
    cookie.clear(reply)
    // Not "storage": that would delete the user's settings and unsaved drafts.
    reply.header('clear-site-data', '"cache"')
    return null
  })

  serve(app, getUser, ({ request, user }) => ({
    ...accounts.describe(callerOf(request)),
    userBrokerId: broker.accountIdOf(user.id),
    book: broker.book,
  }))

  serve(app, changePassword, async ({ body, request, reply }) => {
    return keep(reply, await accounts.changePassword(callerOf(request), body, originOf(request)))
  })
}
