import { useEffect, useRef, useState } from 'react'
import { countExits, describeCancels } from '../../../domain/orders/exit-progress.ts'
import { isEnded } from '../../../domain/orders/order.ts'
import { killProgress } from '../../../machines/orders/exit-report.ts'
import type { KillSwitchContext } from '../../../machines/orders/kill-switch.ts'
import { ANSWER_AFTER_MS, READ_AFTER_MS } from '../../../machines/shell/palette.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Dialog } from '../../kit/control/dialog.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { AccountLine } from '../../kit/price/account-line.tsx'
import styles from './kill-dialog.module.css'
import { Leftovers } from './leftovers.tsx'

type Stage = 'closed' | 'offered' | 'confirming' | 'sending' | 'failed' | 'done'

/** Depends only on the server connection. */
export function KillDialog() {
  const { run, dispatch } = useConsole()
  const stage = useStage()
  const confirm = () => run({ command: 'kill.confirm', args: {} })
  const [isDismissed, setIsDismissed] = useState(true)
  useEffect(() => {
    if (stage === 'sending') setIsDismissed(false)
  }, [stage])
  const isOpen = stage !== 'closed' && !(stage === 'done' && isDismissed)
  const close = () => {
    if (stage === 'done') setIsDismissed(true)
    else dispatch({ to: 'killSwitch', event: { type: 'kill.back' } })
  }
  return (
    <Dialog
      title="Stop all trading"
      isOpen={isOpen}
      isAlert
      onClose={close}
      footer={isOpen && <Answers stage={stage} onConfirm={confirm} onClose={close} />}
    >
      {isOpen && (
        <>
          <AccountLine />
          <Body stage={stage} />
        </>
      )}
    </Dialog>
  )
}

const useStage = (): Stage =>
  useSnapshot('killSwitch', (killSwitch): Stage => {
    if (killSwitch.matches('confirming')) return 'confirming'
    if (killSwitch.matches('offered')) return 'offered'
    if (killSwitch.matches('sending')) return 'sending'
    if (killSwitch.matches('failed')) return 'failed'
    return killSwitch.matches('on') ? 'done' : 'closed'
  })

function Body({ stage }: { readonly stage: Stage }) {
  const message = useSnapshot('killSwitch', ({ context }) => context.message)
  const leftovers = useSnapshot('killSwitch', ({ context }) => context.leftovers)
  switch (stage) {
    case 'closed':
      return null
    case 'offered':
      return (
        <>
          <p className={styles.bad} role="alert">
            Kill switch not confirmed: your session ended before the server responded.
          </p>
          <p>
            Orders may be open, positions held, and new orders go through until you{' '}
            <PressOrTap press="press Enter" tap="tap Stop everything" /> and the server confirms it.
          </p>
          <WhatItDoes />
        </>
      )
    case 'confirming':
      return <WhatItDoes />
    case 'sending':
      return <p role="status">Stopping orders and sending exits…</p>
    case 'failed':
      return (
        <>
          <p className={styles.bad} role="alert">
            <bdi>{message}</bdi>
          </p>
          <p>
            No confirmation from the server: orders may still be open, positions still held, and new orders
            may still go through. It is safe to try again.
          </p>
          <WhatItDoes />
        </>
      )
    case 'done':
      return <WhatCameOfIt leftovers={leftovers} />
    default:
      return stage satisfies never
  }
}

function WhatItDoes() {
  const orders = useSnapshot('orderBook', ({ context }) =>
    context.output === null ? null : context.output.filter(({ status }) => !isEnded(status)).length,
  )
  const positions = useSnapshot('positions', ({ context }) =>
    context.output === null ? null : context.output.net.filter(({ quantity }) => quantity !== 0).length,
  )
  return (
    <ul className={styles.acts}>
      <li>
        <b>{orders ?? 'All'}</b> open {orders === 1 ? 'order' : 'orders'} to cancel
      </li>
      <li>
        <b>{positions ?? 'All'}</b> {positions === 1 ? 'position' : 'positions'} to exit at market
      </li>
      <li>
        <b>No</b> new orders, including from strategies, until you rearm
      </li>
    </ul>
  )
}

function WhatCameOfIt({ leftovers }: { readonly leftovers: KillSwitchContext['leftovers'] }) {
  const cancels = useSnapshot('killSwitch', ({ context }) => context.cancels)
  const orders = useSnapshot('orderBook', ({ context }) => context.output)
  const progress = useSnapshot('exitReport', killProgress)
  const cancelled = describeCancels(cancels, orders ?? [])
  const rows = [...leftovers, ...(progress?.failed ?? [])]
  return (
    <>
      <div role="status" className={styles.report}>
        <p>New orders are stopped</p>
        {cancelled !== null && <p>{cancelled}</p>}
        {progress !== null && <p>{countExits(progress)}</p>}
      </div>
      {rows.length > 0 && <Leftovers title="Not completed:" rows={rows} />}
    </>
  )
}

interface AnswersProps {
  readonly stage: Stage
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Answers({ stage, onConfirm, onClose }: AnswersProps) {
  const hasLeftovers = useSnapshot('killSwitch', ({ context }) => context.leftovers.length > 0)
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  // The key that opened the dialog may bounce, and one that opens by itself must be read first.
  const confirm = () => {
    const unreadMs = stage === 'offered' ? READ_AFTER_MS : ANSWER_AFTER_MS
    if (performance.now() - openedAt.current >= unreadMs) onConfirm()
  }
  const isQuestion = stage === 'offered' || stage === 'confirming' || stage === 'failed'
  const latest = useRef(confirm)
  useEffect(() => {
    latest.current = confirm
  })
  useEffect(() => {
    if (!isQuestion) return undefined
    // A dialog that opens while a screen is rendering may be focused itself, instead of its button.
    const press = ({ key, repeat }: KeyboardEvent) => {
      const isOnDialog = document.activeElement?.getAttribute('role') === 'alertdialog'
      if (key === 'Enter' && !repeat && isOnDialog) latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isQuestion])
  if (stage === 'sending') return <Button isDisabled>Stopping…</Button>
  if (stage === 'done')
    return (
      <>
        {hasLeftovers && <Button onPress={onConfirm}>Try again</Button>}
        <Button kind="primary" keys="↵" autoFocus onPress={onClose}>
          Close
        </Button>
      </>
    )
  return (
    <>
      <Button keys="Esc" onPress={onClose}>
        {stage === 'offered' ? 'Do not stop' : 'Back'}
      </Button>
      <Button kind="danger" keys="↵" autoFocus onPress={confirm}>
        {stage === 'failed' ? 'Try again' : 'Stop everything'}
      </Button>
    </>
  )
}
