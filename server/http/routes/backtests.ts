import type { FastifyInstance } from 'fastify'
import {
  deleteBacktest,
  getBacktest,
  getBacktestMeta,
  getSingleBacktest,
  listBacktests,
  saveBacktest,
  saveCumulativeBacktest,
} from '../../../src/contract/backtests.ts'
import type { Reading } from '../../reading/reading.ts'
import type { Backtests } from '../../services/backtests/backtests.ts'
import { serve } from '../serve.ts'
import { serveReading } from '../serve-reading.ts'

export const backtestRoutes = (app: FastifyInstance, backtests: Backtests, reading: Reading): void => {
  serve(app, saveBacktest, ({ user, body }) => backtests.save(user, body))
  serve(app, saveCumulativeBacktest, ({ user, body }) => backtests.saveCumulative(user, body))
  serveReading(app, getBacktest, reading)
  serveReading(app, getSingleBacktest, reading)
  serveReading(app, getBacktestMeta, reading)
  serveReading(app, listBacktests, reading)
  serve(app, deleteBacktest, async ({ user, query, request }) => {
    await backtests.delete(user, query.slug, request.id)
    return null
  })
}
