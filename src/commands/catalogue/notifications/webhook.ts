import { pathOf } from '../../../domain/screens.ts'
import type { WebhookAct, WebhookForm } from '../../../machines/notifications/webhook.ts'
import { command, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { formValue } from '../../grammar/form-value.ts'

const act = (input: WebhookAct) => to('webhookAct', { type: 'request.send', input })

const open = command({
  id: 'webhook.open',
  title: 'Webhook of alerts',
  keywords: ['telegram', 'slack', 'send alerts', 'http', 'settings'],
  verb: 'webhook',
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('settings', { section: 'webhook' }) }),
})

const turn = command({
  id: 'webhook.turn',
  title: 'Send alerts to the webhook, or not',
  keywords: ['telegram', 'pause', 'stop'],
  verb: 'turn webhook',
  when: 'signedIn',
  effect: 'local',
  args: {
    state: required(
      'State',
      choice('on or off', [
        { value: true, words: ['on'], title: 'Alerts raised from now on are sent' },
        { value: false, words: ['off'], title: 'Nothing is sent' },
      ]),
    ),
  },
  run: ({ state }) => act({ kind: 'turn', isOn: state }),
})

const test = command({
  id: 'webhook.test',
  title: 'Send a test message to the webhook',
  keywords: ['telegram', 'try'],
  verb: 'test webhook',
  when: 'signedIn',
  effect: 'local',
  run: () => act({ kind: 'test' }),
})

const remove = command({
  id: 'webhook.delete',
  title: 'Delete the webhook',
  keywords: ['telegram', 'remove', 'forget'],
  verb: 'delete webhook',
  when: 'signedIn',
  effect: 'local',
  run: () => act({ kind: 'delete' }),
})

const save = command({
  id: 'webhook.save',
  title: 'Save the webhook',
  verb: 'webhook save',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { webhook: required('Webhook', formValue<WebhookForm>('the webhook as typed')) },
  run: ({ webhook }) => act({ kind: 'save', ...webhook }),
})

export const webhookCommands = [open, turn, test, remove, save] as const
