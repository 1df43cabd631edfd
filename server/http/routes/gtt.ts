import type { FastifyInstance } from 'fastify'
import { cancelGtt, listGtts, placeGtt } from '../../../src/contract/orders/gtt.ts'
import type { GttCalls } from '../../services/orders/gtts.ts'
import { serve } from '../serve.ts'

export const gttRoutes = (app: FastifyInstance, gtts: GttCalls): void => {
  serve(app, listGtts, ({ user }) => gtts.list(user))
  serve(app, placeGtt, ({ user, body }) => gtts.place(user, body))
  serve(app, cancelGtt, ({ user, query }) => gtts.cancel(user, query.gttUuid))
}
