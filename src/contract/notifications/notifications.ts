import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { OrderRow } from '../orders/order-book-row.ts'

export const notificationTypes = [
  'alert-notification',
  'order-notification',
  'order-placement',
  'order-webhook',
  'price-trigger-notification',
  'scanner',
] as const

export const deploymentTypes = ['live', 'auto', 'paper', 'scanner', 'order'] as const

/** The same on the stream and in the list. Fields that do not apply are null. */
export const Notification = z.strictObject({
  notification_uuid: z.string(),
  notification_type: z.enum(notificationTypes),
  notification_msg: z.string(),
  deployment_uuid: z.nullable(z.string()),
  deployment_type: z.enum(deploymentTypes),
  algo_name: z.nullable(z.string()),
  algo_uuid: z.nullable(z.string()),
  /** Slug of the strategy or scanner. A notice of no single order, as of a settlement, names the screen it opens: `positions`. */
  slug: z.nullable(z.string()),
  action_type: z.nullable(z.string()),
  scanner_name: z.nullable(z.string()),
  alert_type: z.nullable(z.string()),
  order_status: z.nullable(z.strictObject({ status: z.string(), status_message: z.nullable(z.string()) })),
  order_id: z.nullable(z.string()),
  /** ISO time, market clock. */
  trigger_time: z.string(),
  is_read: z.boolean(),
})

export const NOTIFICATIONS_PAGE_MAX = 100

export const getNotifications = endpoint({
  name: 'getNotifications',
  method: 'GET',
  base: 'notifications',
  path: '/get_all',
  answerBytesMax: 1024 * 1024,
  query: z.strictObject({
    /** Only those stored after this one, oldest first, to fill a gap of the stream. */
    after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  }),
  reply: z.array(Notification),
  failure: 'Error fetching notifications',
  summary: 'The newest notifications first; after a given one, oldest first.',
})

/** Records are unparsed, so that a malformed one does not discard the others. */
export const getNotificationRecords = { ...getNotifications, reply: z.array(z.unknown()) }

export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  base: 'notifications',
  path: '/read',
  body: z.strictObject({
    notification_uuids: z.optional(
      z.array(z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))).check(z.maxLength(NOTIFICATIONS_PAGE_MAX)),
    ),
  }),
  failure: 'Error fetching notifications',
  summary: 'Marks notifications as read.',
})

export const ticketPurposes = ['stream', 'quotes'] as const

export const createTicket = endpoint({
  name: 'createTicket',
  method: 'POST',
  base: 'notifications',
  path: '/ticket',
  body: z.strictObject({ purpose: z.enum(ticketPurposes) }),
  /** Valid once, for 30 seconds, for this login session and purpose. */
  reply: z.strictObject({ ticket: z.string(), expires_at: z.number() }),
  failure: 'Failed to connect to notifications, Please refresh the page',
  summary: 'A ticket that opens one stream or quote socket.',
})

export const OrderUpdate = z.strictObject({ order: OrderRow })
export const PositionUpdate = z.strictObject({ syms: z.array(z.string()) })

/** `event:` names. A heartbeat carries `{}`. */
export const streamEvents = {
  heartbeat: 'heartbeat',
  order: 'order-update',
  positions: 'position-update',
  calendar: 'calendar-update',
  deployments: 'deployment-update',
} as const

export const STREAM_HEARTBEAT_MS = 15_000

export const notificationStream = endpoint({
  name: 'notificationStream',
  method: 'GET',
  base: 'notifications',
  path: '/get-notifications',
  access: 'ticket',
  query: z.strictObject({
    token: z.string().check(z.maxLength(64)),
    /** Pads every event beyond the buffer of a proxy that would hold it back. */
    padded: z.optional(z.literal('1')),
  }),
  reply: z.string(),
  replyType: 'events',
  failure: 'Failed to connect to notifications, Please refresh the page',
  summary: 'Server-sent events: notifications as messages, changes of orders and positions as named events.',
})
