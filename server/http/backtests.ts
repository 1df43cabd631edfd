import type { FastifyInstance } from 'fastify'
import {
  deleteBacktest,
  getBacktest,
  getBacktestMeta,
  getSingleBacktest,
  listBacktests,
  saveBacktest,
  saveCumulativeBacktest,
} from '../../src/contract/backtests.ts'
import type { Backtests } from '../services/backtests.ts'
import { serve } from './serve.ts'

export const backtestRoutes = (app: FastifyInstance, backtests: Backtests): void => {
  serve(app, saveBacktest, ({ user, body }) => backtests.save(user, body))
  serve(app, saveCumulativeBacktest, ({ user, body }) => backtests.saveCumulative(user, body))
  serve(app, getBacktest, ({ user, query }) => backtests.get(user, query.slug))
  serve(app, getSingleBacktest, ({ user, query }) => backtests.getSingle(user, query.slug, query.segSym))
  serve(app, getBacktestMeta, ({ user, query }) => backtests.getMeta(user, query.backtestUuid))
  serve(app, listBacktests, ({ user, query }) =>
    backtests.list(user, {
      page: Number(query.page ?? 1),
      limit: query.limit === undefined ? null : Number(query.limit),
      search: query.search ?? '',
    }),
  )
  serve(app, deleteBacktest, async ({ user, query, request }) => {
    await backtests.delete(user, query.slug, request.id)
    return null
  })
}
