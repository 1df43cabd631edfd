import { type KeyboardEvent, useEffect, useRef } from 'react'
import { shortDeploymentTitles } from '../../../domain/deployments/deployment.ts'
import { formatRupees } from '../../../domain/format.ts'
import { quantityInWords, symbolsInShort } from '../../../domain/strategies/in-words.ts'
import { ANSWER_AFTER_MS } from '../../../machines/shell/palette.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import styles from './deploy.module.css'
import type { DeployForm } from './use-form.ts'

const send = { command: 'deploy.send', args: {} } as const

interface DeployActsProps {
  readonly form: DeployForm
  readonly onClose: () => void
}

export function DeployActs({ form, onClose }: DeployActsProps) {
  const message = useSnapshot('deployForm', ({ context }) => context.message)
  const isConfirming = useSnapshot('deployForm', (one) => one.matches({ open: 'confirming' }))
  return (
    <div className={styles.acts}>
      {message !== null && (
        <p className={styles.refusal} role="alert">
          <Icon name="warning" size={14} />
          <bdi>{message}</bdi>
        </p>
      )}
      {isConfirming ? <Confirm form={form} /> : <Deploy form={form} onClose={onClose} />}
    </div>
  )
}

function Deploy({ form: { draft, problemOf }, onClose }: DeployActsProps) {
  const { run } = useConsole()
  const isSending = useSnapshot('deployForm', (one) => one.matches({ open: 'deploying' }))
  const why = useWhyNot()
  const problem = (['segSyms', 'quantity', 'lossPerDay', 'entriesPerDay', 'lossesInARow', 'capital'] as const)
    .map(problemOf)
    .find((one) => one !== undefined)
  const keys = keysFor(send)
  return (
    <div className={styles.line}>
      <p className={styles.why} role="status">
        {why ?? problem ?? ''}
      </p>
      <Button keys="Esc" isDisabled={isSending} onPress={onClose}>
        Cancel
      </Button>
      <Button kind="primary" size="large" isDisabled={isSending || why !== null} onPress={() => run(send)}>
        {isSending ? 'Deploying…' : `Deploy ${shortDeploymentTitles[draft.type]}`}
        {keys !== null && <KeyCap keys={keys} />}
        {draft.type === 'auto' && (
          <>
            then <KeyCap keys="↵" />
          </>
        )}
      </Button>
    </div>
  )
}

/** Restates what an automatic deployment will do; Enter starts it. */
function Confirm({ form: { deployed, draft } }: Pick<DeployActsProps, 'form'>) {
  const { run, dispatch } = useConsole()
  const why = useWhyNot()
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  // The key that asked may bounce.
  const confirm = () => {
    if (performance.now() - openedAt.current >= ANSWER_AFTER_MS) run({ command: 'deploy.confirm', args: {} })
  }
  const back = () => dispatch({ to: 'deployForm', event: { type: 'deploy.back' } })
  const stepBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    back()
  }
  const { segSyms, quantity, limits } = draft
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes Esc from the buttons inside
    <div className={styles.line} data-own-escape="" onKeyDown={stepBack}>
      <p className={styles.sentence} role="status">
        {`${deployed.strategy.algoName} trades in your account automatically: ${symbolsInShort(segSyms)}, ${quantityInWords(quantity)} a trade, until it loses ${formatRupees(limits.lossPerDay, 0)} in a day.`}
        {why !== null && <b> {why}</b>}
      </p>
      <Button keys="Esc" onPress={back}>
        Back
      </Button>
      <Button autoFocus kind="primary" size="large" keys="↵" isDisabled={why !== null} onPress={confirm}>
        Start Auto
      </Button>
    </div>
  )
}

/** Why nothing can be deployed now; null if it can. */
function useWhyNot(): string | null {
  const isOnline = useSnapshot('connectivity', (connectivity) => connectivity.matches('online'))
  const isOutdated = useSnapshot('connectivity', ({ context }) => context.isOutdated)
  const isKilled = useSnapshot('killSwitch', (one) => one.matches('on') || one.matches('rearming'))
  if (!isOnline) return 'Offline: nothing can be deployed.'
  if (isOutdated) return 'The server was updated: reload the page.'
  return isKilled ? 'Kill switch on: nothing is deployed until you rearm.' : null
}
