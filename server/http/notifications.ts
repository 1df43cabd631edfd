import type { FastifyInstance } from 'fastify'
import { getCount } from '../../src/contract/accounts.ts'
import type { Notifications } from '../services/notifications.ts'
import { serve } from './serve.ts'

export const notificationRoutes = (app: FastifyInstance, notifications: Notifications): void => {
  serve(app, getCount, ({ user }) => notifications.count(user))
}
