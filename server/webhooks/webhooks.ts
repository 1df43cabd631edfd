import { randomBytes } from 'node:crypto'
import { bodyOf, type WebhookValues } from '../../src/domain/notifications/webhook.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { Clock, Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import { fromNotificationRow } from '../services/notifications/notices.ts'
import type { StoredWebhook, WaitingMessage, WebhookStore } from '../store/webhooks.ts'
import type { UserId } from '../user.ts'
import type { Posted, PostMessage } from './post-message.ts'

const BEAT_MS = 1_000
const READ_AT_ONCE = 20
const FIRST_PAUSE_MS = 2_000
const PAUSE_MAX_MS = 5 * 60_000
const SECRET_BYTES = 32
const GIVEN_UP_AFTER_MS = 60 * MINUTE_MS

export interface WebhookParts {
  readonly store: WebhookStore
  readonly post: PostMessage
  /** Wall time. */
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
}

interface Sender {
  webhook: StoredWebhook
  tries: number
  retryAt: number
  working: Promise<void> | null
  isOver: boolean
}

interface WebhookContext extends WebhookParts {
  readonly senders: Map<UserId, Sender>
}

const valuesOf = ({ id, content }: WaitingMessage): WebhookValues => {
  const notice = fromNotificationRow({ id, content, deploymentType: 'scanner', isRead: false })
  const text = notice.notificationMsg ?? ''
  return {
    id,
    text,
    name: notice.scannerName ?? '',
    symbols: text.split(/ at | · /, 1)[0] ?? '',
    at: notice.triggerTime ?? '',
  }
}

/** A client error, which another try cannot mend, unless the receiver asks to wait. */
const isRefused = ({ status }: Posted): boolean =>
  status !== null && status >= 400 && status < 500 && ![408, 425, 429].includes(status)

const pauseOf = (tries: number): number => Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))

const save = async (
  { store }: WebhookContext,
  sender: Sender,
  changes: Partial<StoredWebhook>,
): Promise<void> => {
  if (sender.isOver) return
  sender.webhook = { ...sender.webhook, ...changes }
  await store.save(sender.webhook)
}

/** False where the next message has to wait. */
const sendOne = async (
  context: WebhookContext,
  sender: Sender,
  message: WaitingMessage,
): Promise<boolean> => {
  const { webhook } = sender
  const at = context.clock.now()
  const posted = await context.post({
    url: webhook.url,
    secret: webhook.secret,
    id: message.id,
    body: bodyOf(webhook.template, valuesOf(message)),
    at,
  })
  if (sender.isOver) return false
  const { seq: sentSeq } = message
  if (posted.problem === '') {
    sender.tries = 0
    await save(context, sender, { sentSeq, lastSentAt: at, failingSince: null, lastError: '' })
    return true
  }
  const failing = { failingSince: webhook.failingSince ?? at, lastError: posted.problem }
  if (isRefused(posted) || at >= message.createdAt + GIVEN_UP_AFTER_MS) {
    await save(context, sender, { ...failing, sentSeq, dropped: webhook.dropped + 1 })
    return isRefused(posted)
  }
  sender.tries++
  sender.retryAt = at + pauseOf(sender.tries)
  await save(context, sender, failing)
  return false
}

const sendWaiting = async (context: WebhookContext, sender: Sender): Promise<void> => {
  const { owner, sentSeq } = sender.webhook
  const messages = await context.store.waiting(owner, { after: sentSeq, limit: READ_AT_ONCE })
  for (const message of messages) if (!(await sendOne(context, sender, message))) return
}

const step = (context: WebhookContext): void => {
  const now = context.clock.now()
  for (const sender of context.senders.values()) {
    if (!sender.webhook.isOn || sender.working !== null || sender.retryAt > now) continue
    sender.working = sendWaiting(context, sender)
      .catch((error: unknown) => {
        sender.retryAt = now + FIRST_PAUSE_MS
        context.log.error({ err: error }, 'messages of a webhook were not sent')
      })
      .finally(() => {
        sender.working = null
      })
  }
}

const senderOf = (webhook: StoredWebhook): Sender => ({
  webhook,
  tries: 0,
  retryAt: 0,
  working: null,
  isOver: false,
})

const end = async (context: WebhookContext, owner: UserId): Promise<void> => {
  const sender = context.senders.get(owner)
  if (sender === undefined) return
  sender.isOver = true
  context.senders.delete(owner)
  await sender.working
}

export interface WantedWebhook {
  readonly url: string
  readonly template: string | null
  readonly isOn: boolean
  readonly renewsSecret: boolean
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** Messages of before it was switched on are not sent. */
const set = async (context: WebhookContext, owner: UserId, { renewsSecret, ...wanted }: WantedWebhook) => {
  const known = context.senders.get(owner)?.webhook
  const secret = known === undefined || renewsSecret ? newSecret() : known.secret
  const goesOn = known?.isOn === true && known.url === wanted.url
  await end(context, owner)
  const webhook: StoredWebhook = {
    owner,
    ...wanted,
    secret,
    sentSeq: goesOn ? known.sentSeq : await context.store.lastSeq(owner),
    lastSentAt: known?.lastSentAt ?? null,
    failingSince: null,
    lastError: '',
    dropped: goesOn ? known.dropped : 0,
  }
  await context.store.save(webhook)
  context.senders.set(owner, senderOf(webhook))
  return { webhook, secret: secret === known?.secret ? null : secret }
}

export const createWebhooks = (parts: WebhookParts) => {
  const context: WebhookContext = { ...parts, senders: new Map() }
  const { senders, store, clock } = context
  let stopTimer = (): void => {}
  const settled = async (): Promise<void> => {
    await Promise.all([...senders.values()].map(({ working }) => working))
  }
  return {
    async start(): Promise<void> {
      for (const webhook of await store.all()) senders.set(webhook.owner, senderOf(webhook))
      stopTimer = parts.scheduler.every(BEAT_MS, () => step(context))
    },

    async close(): Promise<void> {
      stopTimer()
      await settled()
    },

    async settle(): Promise<void> {
      step(context)
      await settled()
    },

    of: (owner: UserId): StoredWebhook | null => senders.get(owner)?.webhook ?? null,

    set: (owner: UserId, wanted: WantedWebhook) => set(context, owner, wanted),

    async remove(owner: UserId): Promise<void> {
      await end(context, owner)
      await store.remove(owner)
    },

    /** Throws Refusal where none was set. */
    async test(owner: UserId, values: WebhookValues): Promise<Posted> {
      const webhook = senders.get(owner)?.webhook
      if (webhook === undefined) throw new Refusal('NOT_FOUND', 'No webhook is set')
      const { url, secret, template } = webhook
      return parts.post({ url, secret, id: values.id, body: bodyOf(template, values), at: clock.now() })
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
