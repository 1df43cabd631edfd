import { createActor, fromPromise } from 'xstate'
import { type Notices, noticed } from '../../machines/notices.ts'
import { type WebhookActed, webhookActMachine, webhookMachine } from '../../machines/notifications/webhook.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'

const calls = () => import('./webhook-calls.ts')

/** An act is never aborted: it would be unknown if it was done. */
export const createWebhook = (http: HttpClient) => ({
  webhook: createActor(
    webhookMachine.provide({
      actors: { load: fromPromise(async ({ signal }) => (await calls()).load(http, signal)) },
    }),
  ),
  webhookAct: createActor(
    webhookActMachine.provide({
      actors: { ask: fromPromise(async ({ input: { asked } }) => (await calls()).act(http, asked)) },
    }),
  ),
})

const noticeOf = ({ act, tested, webhook }: WebhookActed) => {
  if (act.kind === 'delete') return noticed('success', 'Webhook deleted')
  if (tested !== null)
    return tested.problem === ''
      ? noticed('success', 'The receiver took the test message')
      : noticed('error', `The test message was not taken: ${tested.problem}`)
  return noticed('success', webhook?.isOn === true ? 'Webhook on: alerts are sent' : 'Webhook saved, off')
}

export const connectWebhook = ({ webhook, webhookAct }: Actors, notices: Notices): Undo =>
  unsubscribeAll([
    webhookAct.on('request.succeeded', ({ output }) => {
      webhook.send({ type: 'reload.merge', change: { webhook: output.webhook } })
      notices.show(noticeOf(output).notice)
    }),
  ])
