import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changePassword, getUser, login, logout } from '../../src/contract/accounts.ts'
import type { Accounts } from '../services/accounts.ts'
import type { Caller } from '../services/caller.ts'
import type { Origin } from '../services/sessions.ts'
import type { BindingCookie } from './binding-cookie.ts'
import { serve, servePublic } from './serve.ts'

const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
  request: request.id,
})

const callerOf = (request: FastifyRequest): Caller => {
  if (request.caller === null) throw new Error('reached without a session')
  return request.caller
}

export const accountRoutes = (
  app: FastifyInstance,
  { accounts, cookie }: { readonly accounts: Accounts; readonly cookie: BindingCookie },
): void => {
  servePublic(app, login, async ({ body, request, reply }) => {
    const presentedBinding = cookie.read(request)
    const pair = await accounts.signIn({ ...body, presentedBinding }, originOf(request))
    cookie.set(reply, pair.binding, pair.endsAt)
    return pair.token
  })

  serve(app, logout, async ({ request, reply }) => {
    await accounts.signOut(callerOf(request), originOf(request))
    cookie.clear(reply)
    // Not "storage": that would take the user's settings and unsaved drafts along.
    reply.header('clear-site-data', '"cache"')
    return null
  })

  serve(app, getUser, ({ request }) => accounts.describe(callerOf(request)))

  serve(app, changePassword, async ({ body, request, reply }) => {
    const pair = await accounts.changePassword(callerOf(request), body, originOf(request))
    cookie.set(reply, pair.binding, pair.endsAt)
    return pair.token
  })
}
