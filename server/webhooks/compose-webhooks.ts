import { type Scheduler, systemScheduler } from '../broker/runtime/scheduler.ts'
import type { Clock, Log } from '../ports.ts'
import { createWebhookCalls, type WebhookCalls } from '../services/notifications/webhooks.ts'
import type { Store } from '../store/database/database.ts'
import { createWebhookStore } from '../store/webhooks.ts'
import { createPostMessage, type PostMessage } from './post-message.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface ComposedWebhooks {
  readonly store: Store
  readonly clock: Clock
  readonly config: { readonly webhooksMayBePrivate: boolean }
  readonly log: Log
  readonly scheduler?: Scheduler
  readonly post?: PostMessage
}

export interface WebhookSending extends Webhooks {
  readonly calls: WebhookCalls
}

export const composeWebhooks = (parts: ComposedWebhooks): WebhookSending => {
  const { store, clock, config, log } = parts
  const mayBePrivate = config.webhooksMayBePrivate
  const webhooks = createWebhooks({
    store: createWebhookStore(store),
    post: parts.post ?? createPostMessage({ mayBePrivate }),
    clock,
    scheduler: parts.scheduler ?? systemScheduler,
    log,
  })
  return { ...webhooks, calls: createWebhookCalls({ webhooks, mayBePlain: mayBePrivate, clock }) }
}
