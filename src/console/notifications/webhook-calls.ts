import { refusedByConsole } from '../../contract/api-error.ts'
import { deleteWebhook, getWebhook, setWebhook, testWebhook } from '../../contract/notifications/webhook.ts'
import type { LoadedWebhook, WebhookAct, WebhookActed } from '../../machines/notifications/webhook.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const load = async (http: HttpClient, signal?: AbortSignal): Promise<LoadedWebhook> => ({
  webhook: await http.call(getWebhook, signal === undefined ? {} : { signal }),
})

const known = async (http: HttpClient) => {
  const { webhook } = await load(http)
  if (webhook === null)
    throw refusedByConsole('NOT_FOUND', 'No webhook is set. Give its address in Settings.')
  return webhook
}

export const act = async (http: HttpClient, asked: WebhookAct): Promise<WebhookActed> => {
  const done = { act: asked, secret: null, tested: null }
  switch (asked.kind) {
    case 'save': {
      const { kind: _, ...body } = asked
      return { ...done, ...(await http.call(setWebhook, { body })) }
    }
    case 'turn': {
      const { url, template } = await known(http)
      return { ...done, ...(await http.call(setWebhook, { body: { url, template, isOn: asked.isOn } })) }
    }
    case 'test': {
      const webhook = await known(http)
      return { ...done, webhook, tested: await http.call(testWebhook) }
    }
    case 'delete':
      await http.call(deleteWebhook)
      return { ...done, webhook: null }
    default:
      return asked satisfies never
  }
}
