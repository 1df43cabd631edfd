import type { FastifyInstance } from 'fastify'
import { changeDrawings, getDrawings } from '../../../src/contract/charts/drawings.ts'
import type { Drawings } from '../../services/drawings.ts'
import { serve } from '../serve.ts'

export const drawingRoutes = (app: FastifyInstance, drawings: Drawings): void => {
  serve(app, getDrawings, ({ user, query }) => drawings.list(user, query.sym))
  serve(app, changeDrawings, ({ user, body }) => drawings.change(user, body))
}
