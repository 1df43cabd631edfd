import type { FastifyInstance } from 'fastify'
import { deleteChartLayout, getChartLayouts, saveChartLayout } from '../../../src/contract/charts/layouts.ts'
import type { ChartLayouts } from '../../services/chart-layouts.ts'
import { serve } from '../serve.ts'

export const chartLayoutRoutes = (app: FastifyInstance, layouts: ChartLayouts): void => {
  serve(app, getChartLayouts, ({ user }) => layouts.list(user))
  serve(app, saveChartLayout, ({ user, body }) => layouts.save(user, body))
  serve(app, deleteChartLayout, ({ user, query }) => layouts.remove(user, query.name))
}
