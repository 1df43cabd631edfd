import type { FastifyInstance } from 'fastify'
import { getAdvanceDecline, getAtmIvStraddle, getPcr } from '../../src/contract/options.ts'
import type { MarketMeasures } from '../services/market-measures.ts'
import { serve } from './serve.ts'

export const marketMeasureRoutes = (app: FastifyInstance, measures: MarketMeasures): void => {
  serve(app, getPcr, ({ query }) => measures.pcr(query.key))
  serve(app, getAdvanceDecline, ({ query }) => measures.advanceDecline(query.key))
  serve(app, getAtmIvStraddle, ({ query }) => measures.atmIvStraddle(query.key))
}
