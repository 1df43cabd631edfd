import { type FormEvent, useEffect, useState } from 'react'
import {
  findTemplateProblem,
  TELEGRAM_TEMPLATE,
  WEBHOOK_TEMPLATE_MAX,
  WEBHOOK_URL_MAX,
  webhookFields,
} from '../../../domain/notifications/webhook.ts'
import type { Webhook } from '../../../machines/notifications/webhook.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Field } from '../../kit/control/field.tsx'
import { fullInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import styles from './settings-screen.module.css'

export function WebhookSection() {
  const { dispatch } = useConsole()
  const loaded = useSnapshot('webhook', ({ context }) => context.output)
  const message = useSnapshot('webhook', ({ context }) => context.message)
  const load = () => dispatch({ to: 'webhook', event: { type: 'reload.now' } })
  useEffect(() => dispatch({ to: 'webhook', event: { type: 'reload.now' } }), [dispatch])
  return (
    <Panel title="Webhook" note="alerts sent to an address of yours, signed">
      {loaded !== null ? (
        <div className={styles.body}>
          <State webhook={loaded.webhook} />
          <WebhookFields key={loaded.webhook?.url ?? ''} webhook={loaded.webhook} />
        </div>
      ) : message !== null ? (
        <ErrorNotice message={message} onRetry={load} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Panel>
  )
}

function State({ webhook }: { readonly webhook: Webhook | null }) {
  if (webhook === null)
    return (
      <p>
        Off. What your alerts raise can be sent to an https:// address, such as that of a Telegram bot or your
        own server.
      </p>
    )
  const { isOn, lastSentAt, failingSince, lastError, dropped } = webhook
  const words = [
    lastSentAt === null ? 'nothing sent yet' : `last sent ${fullInstant(lastSentAt)}`,
    failingSince === null ? '' : `failing since ${fullInstant(failingSince)}: ${lastError}`,
    dropped === 0 ? '' : `${dropped} given up`,
  ].filter((part) => part !== '')
  return (
    <p role="status">
      <Badge tone={!isOn ? 'neutral' : failingSince === null ? 'good' : 'bad'}>
        {!isOn ? 'off' : failingSince === null ? 'on' : 'failing'}
      </Badge>{' '}
      {words.join(' · ')}
    </p>
  )
}

function WebhookFields({ webhook }: { readonly webhook: Webhook | null }) {
  const { run } = useConsole()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [template, setTemplate] = useState(webhook?.template ?? '')
  const isBusy = useSnapshot('webhookAct', (act) => act.matches('loading'))
  const failure = useSnapshot('webhookAct', ({ context }) => context.message)
  const problem = template === '' ? null : findTemplateProblem(template)
  const save = (isOn: boolean, renewsSecret = false): void => {
    const typed = { url: url.trim(), template: template === '' ? null : template, isOn, renewsSecret }
    run({ command: 'webhook.save', args: { webhook: typed } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && url.trim() !== '' && problem === null) save(true)
  }
  return (
    <form className={`${styles.form} ${styles.wide}`} onSubmit={submit} noValidate>
      <Field
        label="Address"
        isMono
        type="url"
        placeholder="https://example.com/alerts"
        maxLength={WEBHOOK_URL_MAX}
        value={url}
        onChange={setUrl}
      />
      <Field
        label="Template"
        isMono
        placeholder={TELEGRAM_TEMPLATE}
        maxLength={WEBHOOK_TEMPLATE_MAX}
        help={`JSON with ${webhookFields.map((field) => `{${field}}`).join(', ')}; empty sends all of them`}
        problem={problem ?? undefined}
        value={template}
        onChange={setTemplate}
      />
      <Secret webhook={webhook} />
      <div className={styles.acts}>
        <Button kind="primary" type="submit" isDisabled={isBusy || url.trim() === '' || problem !== null}>
          {webhook?.isOn === true ? 'Save' : 'Save and switch on'}
        </Button>
        {webhook !== null && (
          <KnownActs webhook={webhook} isBusy={isBusy} onRenew={() => save(webhook.isOn, true)} />
        )}
        {failure !== null && !isBusy && (
          <bdi className={styles.bad} role="alert">
            {failure}
          </bdi>
        )}
      </div>
    </form>
  )
}

interface KnownActsProps {
  readonly webhook: Webhook
  readonly isBusy: boolean
  readonly onRenew: () => void
}

function KnownActs({ webhook: { isOn }, isBusy, onRenew }: KnownActsProps) {
  const { run } = useConsole()
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => run({ command: 'webhook.test', args: {} })}>
        Send a test
      </Button>
      {isOn && (
        <Button isDisabled={isBusy} onPress={() => run({ command: 'webhook.turn', args: { state: false } })}>
          Switch off
        </Button>
      )}
      <Button isDisabled={isBusy} onPress={onRenew}>
        New secret
      </Button>
      <Button kind="danger" isDisabled={isBusy} onPress={() => run({ command: 'webhook.delete', args: {} })}>
        Delete
      </Button>
    </>
  )
}

/** Whole only where it was made on this page. */
function Secret({ webhook }: { readonly webhook: Webhook | null }) {
  const { actors } = useConsole()
  const [made, setMade] = useState(() => actors.webhookAct.getSnapshot().context.output?.secret ?? null)
  useEffect(() => {
    const acts = actors.webhookAct.on('request.succeeded', ({ output: { secret } }) => {
      if (secret !== null) setMade(secret)
    })
    return () => acts.unsubscribe()
  }, [actors])
  if (webhook === null) return null
  const isShown = made?.endsWith(webhook.secretEnd) === true
  return (
    <p>
      {isShown ? (
        <>
          Secret, shown this once: <code>{made}</code>
        </>
      ) : (
        <>
          Secret ending in <code>{webhook.secretEnd}</code>
        </>
      )}
      . Each message has <code>x-sauda-signature</code>, HMAC-SHA-256 of its time and body.
    </p>
  )
}
