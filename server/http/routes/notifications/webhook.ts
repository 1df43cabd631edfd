import type { FastifyInstance } from 'fastify'
import {
  deleteWebhook,
  getWebhook,
  setWebhook,
  testWebhook,
} from '../../../../src/contract/notifications/webhook.ts'
import type { WebhookCalls } from '../../../services/notifications/webhooks.ts'
import { serve } from '../../serve.ts'

export const webhookRoutes = (app: FastifyInstance, webhooks: WebhookCalls): void => {
  serve(app, getWebhook, ({ user }) => webhooks.get(user))
  serve(app, setWebhook, ({ user, body }) => webhooks.set(user, body))
  serve(app, deleteWebhook, ({ user }) => webhooks.remove(user))
  serve(app, testWebhook, ({ user }) => webhooks.test(user))
}
