import type { ReplyOf } from '../../contract/call-types.ts'
import type { getWebhook, testWebhook } from '../../contract/notifications/webhook.ts'
import { createReloadMachine } from '../reload.ts'
import { createRequestMachine } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly webhook: { readonly type: 'reload.now' }
    readonly webhookAct: { readonly type: 'request.send'; readonly input: WebhookAct }
  }
  interface Machines {
    readonly webhook: typeof webhookMachine
    readonly webhookAct: typeof webhookActMachine
  }
}

export type Webhook = NonNullable<ReplyOf<typeof getWebhook>>

export interface WebhookForm {
  readonly url: string
  /** Null sends all values as JSON. */
  readonly template: string | null
  readonly isOn: boolean
  readonly renewsSecret: boolean
}

export type WebhookAct =
  | ({ readonly kind: 'save' } & WebhookForm)
  | { readonly kind: 'turn'; readonly isOn: boolean }
  | { readonly kind: 'test' }
  | { readonly kind: 'delete' }

/** Wrapped, as there may be none. */
export interface LoadedWebhook {
  readonly webhook: Webhook | null
}

export interface WebhookActed extends LoadedWebhook {
  readonly act: WebhookAct
  /** Only of a new webhook; it is not shown again. */
  readonly secret: string | null
  readonly tested: ReplyOf<typeof testWebhook> | null
}

export const webhookMachine = createReloadMachine<LoadedWebhook, LoadedWebhook>({
  id: 'webhook',
  failure: 'Error loading webhook',
  isQuiet: true,
  merge: (_, changed) => changed,
})

export const webhookActMachine = createRequestMachine<WebhookAct, WebhookActed>({
  id: 'webhookAct',
  failure: 'Error saving webhook',
})
