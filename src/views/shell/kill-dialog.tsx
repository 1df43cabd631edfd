import { useEffect, useRef, useState } from 'react'
import { countExits, describeCancels } from '../../domain/exit-progress.ts'
import { isEnded, type OrderStatus } from '../../domain/order.ts'
import { killProgress } from '../../machines/exit-report.ts'
import type { KillSwitchContext } from '../../machines/kill-switch.ts'
import { ANSWER_AFTER_MS, READ_AFTER_MS } from '../../machines/palette.ts'
import { AccountLine } from '../kit/account-line.tsx'
import { Button } from '../kit/button.tsx'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Dialog } from '../kit/dialog.tsx'
import styles from './kill-dialog.module.css'
import { Leftovers } from './leftovers.tsx'

type Stage = 'closed' | 'offered' | 'confirming' | 'sending' | 'failed' | 'done'

/** Asks before everything is stopped, then says what was done and what was not. Needs the server and nothing else. */
export function KillDialog() {
  const { dispatch } = useConsole()
  const stage = useStage()
  const ask = (type: 'kill.back' | 'kill.confirm') => dispatch({ to: 'killSwitch', event: { type } })
  const [isDismissed, setIsDismissed] = useState(true)
  useEffect(() => {
    if (stage === 'sending') setIsDismissed(false)
  }, [stage])
  const isOpen = stage !== 'closed' && !(stage === 'done' && isDismissed)
  const close = () => {
    if (stage === 'done') setIsDismissed(true)
    else ask('kill.back')
  }
  return (
    <Dialog
      title="Stop all trading"
      isOpen={isOpen}
      isAlert
      onClose={close}
      footer={isOpen && <Answers stage={stage} onConfirm={() => ask('kill.confirm')} onClose={close} />}
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
            Kill switch not done yet: your session ended before the server confirmed it.
          </p>
          <p>
            Orders may be open, positions held, and new orders go through until you press Enter and the server
            confirms it.
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
            Nothing is known to have been done: orders may still be open, positions still held, and new orders
            may still go through. Doing it again does no harm.
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

/** In numbers, as far as this page knows them. */
function WhatItDoes() {
  const orders = useSnapshot('orderBook', ({ context }) =>
    context.output === null
      ? null
      : context.output.filter(({ status }) => !isEnded(status as OrderStatus)).length,
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
        <b>No</b> new order, also of strategies, until you rearm
      </li>
    </ul>
  )
}

/** Changes with the order book until every cancel and every exit is over. */
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
      {rows.length > 0 && <Leftovers title="This could not be done:" rows={rows} />}
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
  // The key that brought the question may bounce, and a question that comes by itself must be read first.
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
    // A question that comes while a screen is being drawn may have the focus itself, in place of its button.
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
