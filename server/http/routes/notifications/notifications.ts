import type { FastifyInstance } from 'fastify'
import { getNotifications, readNotifications } from '../../../../src/contract/notifications/notifications.ts'
import { getCount } from '../../../../src/contract/session.ts'
import type { Notifications } from '../../../services/notifications/notifications.ts'
import { serve } from '../../serve.ts'

export const notificationRoutes = (app: FastifyInstance, notifications: Notifications): void => {
  serve(app, getCount, ({ user }) => notifications.count(user))

  serve(app, getNotifications, ({ user, query }) =>
    notifications.list(user, {
      after: query.after ?? null,
      limit: query.limit === undefined ? null : Number(query.limit),
    }),
  )

  serve(app, readNotifications, async ({ user, body }) => {
    await notifications.read(user, body.notificationUuids ?? null)
    return null
  })
}
