import { randomUUID } from 'node:crypto'
import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { getWebhook, setWebhook, testWebhook } from '../../../src/contract/notifications/webhook.ts'
import { findTemplateProblem, findUrlProblem } from '../../../src/domain/notifications/webhook.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { StoredWebhook } from '../../store/webhooks.ts'
import type { User } from '../../user.ts'
import type { Webhooks } from '../../webhooks/webhooks.ts'

const SECRET_SHOWN = 4

export interface WebhookPorts {
  readonly webhooks: Webhooks
  /** Plain HTTP is for receivers in the server's own network. */
  readonly mayBePlain: boolean
  /** Wall time. */
  readonly clock: Clock
}

const toRow = (webhook: StoredWebhook): NonNullable<ReplyOf<typeof getWebhook>> => ({
  url: webhook.url,
  template: webhook.template,
  isOn: webhook.isOn,
  secretEnd: webhook.secret.slice(-SECRET_SHOWN),
  lastSentAt: webhook.lastSentAt,
  failingSince: webhook.failingSince,
  lastError: webhook.lastError,
  dropped: webhook.dropped,
})

const refuse = (field: string, problem: string | null): void => {
  if (problem !== null) throw new Refusal('MALFORMED', problem, { issues: [`body.${field}: ${problem}`] })
}

export const createWebhookCalls = ({ webhooks, mayBePlain, clock }: WebhookPorts) => ({
  get(user: User): ReplyOf<typeof getWebhook> {
    const webhook = webhooks.of(user.id)
    return webhook === null ? null : toRow(webhook)
  },

  async set(user: User, body: BodyOf<typeof setWebhook>): Promise<ReplyOf<typeof setWebhook>> {
    const { url, template = null, isOn, renewsSecret = false } = body
    refuse('url', findUrlProblem(url, mayBePlain))
    refuse('template', template === null ? null : findTemplateProblem(template))
    const { webhook, secret } = await webhooks.set(user.id, { url, template, isOn, renewsSecret })
    return { webhook: toRow(webhook), secret }
  },

  async remove(user: User): Promise<null> {
    await webhooks.remove(user.id)
    return null
  },

  test: async (user: User): Promise<ReplyOf<typeof testWebhook>> => ({
    ...(await webhooks.test(user.id, {
      id: randomUUID(),
      text: 'A test message of sauda',
      name: 'Test',
      symbols: '',
      at: new Date(clock.now()).toISOString(),
    })),
  }),
})

export type WebhookCalls = ReturnType<typeof createWebhookCalls>
