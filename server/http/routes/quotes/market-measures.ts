import type { FastifyInstance } from 'fastify'
import { getAdvanceDecline, getAtmIvStraddle, getPcr } from '../../../../src/contract/options.ts'
import type { Reading } from '../../../reading/reading.ts'
import { serveReading } from '../../serve-reading.ts'

export const marketMeasureRoutes = (app: FastifyInstance, reading: Reading): void => {
  serveReading(app, getPcr, reading)
  serveReading(app, getAdvanceDecline, reading)
  serveReading(app, getAtmIvStraddle, reading)
}
