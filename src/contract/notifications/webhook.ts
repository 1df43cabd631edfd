import * as z from 'zod/mini'
import { WEBHOOK_TEMPLATE_MAX, WEBHOOK_URL_MAX } from '../../domain/notifications/webhook.ts'
import { endpoint } from '../endpoint.ts'

/** Instants are wall time, in milliseconds since the epoch. */
const Webhook = z.strictObject({
  url: z.string(),
  /** JSON with places such as `{text}`; null sends all values. */
  template: z.nullable(z.string()),
  is_on: z.boolean(),
  /** The last four characters of the secret. */
  secret_end: z.string(),
  last_sent_at: z.nullable(z.number()),
  /** Since when the receiver has not taken a message; null while it does. */
  failing_since: z.nullable(z.number()),
  last_error: z.string(),
  /** Messages that were given up after an hour, or that the receiver refused. */
  dropped: z.number(),
})

export const getWebhook = endpoint({
  name: 'getWebhook',
  method: 'GET',
  base: 'notifications',
  path: '/webhook',
  reply: z.nullable(Webhook),
  failure: 'Error loading webhook',
  summary: 'Where alerts are sent to; null if none was set.',
})

export const setWebhook = endpoint({
  name: 'setWebhook',
  method: 'POST',
  base: 'notifications',
  path: '/webhook',
  body: z.strictObject({
    url: z.string().check(z.minLength(1), z.maxLength(WEBHOOK_URL_MAX)),
    template: z._default(z.nullable(z.string().check(z.maxLength(WEBHOOK_TEMPLATE_MAX))), null),
    is_on: z.boolean(),
    /** A new secret; the old one signs nothing more. */
    renews_secret: z._default(z.boolean(), false),
  }),
  reply: z.strictObject({
    webhook: Webhook,
    /** Shown once, when it is made. */
    secret: z.nullable(z.string()),
  }),
  failure: 'Error saving webhook',
  summary:
    'Sends what alerts raise from now on to an address, signed. Addresses of private networks are refused.',
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  base: 'notifications',
  path: '/webhook',
  failure: 'Error deleting webhook',
  summary: 'Forgets the address and its secret.',
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  base: 'notifications',
  path: '/webhook/test',
  reply: z.strictObject({
    /** HTTP status of the receiver; null if none answered. */
    status: z.nullable(z.number()),
    problem: z.string(),
  }),
  failure: 'Error sending test message',
  summary: 'Sends one message as an alert would, once, and says what the receiver answered.',
})
