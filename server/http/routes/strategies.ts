import type { FastifyInstance } from 'fastify'
import {
  copyStrategy,
  deleteEquityStrategy,
  deleteOptionsStrategy,
  getStrategy,
  listStrategies,
  listVersions,
  restoreStrategy,
  saveEquityStrategy,
  saveOptionsStrategy,
} from '../../../src/contract/strategies.ts'
import type { Strategies } from '../../services/strategies/strategies.ts'
import { serve } from '../serve.ts'

export const strategyRoutes = (app: FastifyInstance, strategies: Strategies): void => {
  serve(app, getStrategy, ({ user, query: { slug, version } }) =>
    strategies.get(user, slug, version === undefined ? undefined : Number(version)),
  )
  serve(app, saveEquityStrategy, ({ user, body: { slug, algoUuid, version, ...strategy } }) =>
    strategies.save(user, strategy, { slug, algoUuid, version }),
  )
  serve(app, saveOptionsStrategy, ({ user, body: { slug, algoUuid, version, ...strategy } }) =>
    strategies.save(user, strategy, { slug, algoUuid, version }),
  )
  serve(app, deleteEquityStrategy, async ({ user, query, request }) => {
    await strategies.delete(user, 'equity', query.algoUuid, request.id)
    return null
  })
  serve(app, deleteOptionsStrategy, async ({ user, query, request }) => {
    await strategies.delete(user, 'options', query.algoUuid, request.id)
    return null
  })
  serve(app, restoreStrategy, ({ user, body }) => strategies.restore(user, body.algoUuid))
  serve(app, copyStrategy, ({ user, body }) => strategies.copy(user, body))
  serve(app, listVersions, ({ user, query }) => strategies.versions(user, query.slug))
  serve(app, listStrategies, ({ user, query }) => strategies.list(user, query))
}
