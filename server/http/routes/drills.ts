import type { FastifyInstance } from 'fastify'
import { beginDrill, endDrill, listDrills } from '../../../src/contract/drills.ts'
import type { Drills } from '../../services/learning/drills.ts'
import type { Accounts } from '../../services/session/accounts.ts'
import { serve } from '../serve.ts'
import { callerOf, originOf } from './session.ts'

export const drillRoutes = (
  app: FastifyInstance,
  drills: Drills,
  accounts: Pick<Accounts, 'expire'>,
): void => {
  serve(app, listDrills, ({ user }) => drills.list(user))
  serve(app, beginDrill, async ({ user, body, request }) => {
    const drill = await drills.begin(user, body)
    if (body.kind === 'session') await accounts.expire(callerOf(request), originOf(request))
    return drill
  })
  serve(app, endDrill, ({ user }) => drills.end(user))
}
