import { type RefObject, useEffect, useRef } from 'react'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import { deploymentTypes } from '../../../domain/deployments/deployment.ts'
import { trailingInWords } from '../../../domain/strategies/in-words.ts'
import { isTextField } from '../../../domain/text-field.ts'
import type { DeployedStrategy } from '../../../machines/deployments/deploy-form.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { BacktestPanel } from './backtest-panel.tsx'
import styles from './deploy.module.css'
import { LegsField } from './legs-field.tsx'
import { LimitsField } from './limits-field.tsx'
import { ModeField } from './mode-field.tsx'
import { OtherRuns } from './other-runs.tsx'
import { OutlookBand } from './outlook-band.tsx'
import { SymbolsField } from './symbols-field.tsx'
import type { DeployForm } from './use-form.ts'

/** The form without its buttons, which dialog and page put at their bottom. */
export function DeployContent({ form }: { readonly form: DeployForm | null }) {
  return form === null ? <Unloaded /> : <Form form={form} />
}

function Form({ form }: { readonly form: DeployForm }) {
  const { run, dispatch } = useConsole()
  const frame = useRef<HTMLDivElement>(null)
  const { deployed, draft, change } = form
  const { strategy } = deployed
  const backtest = () => {
    const { slug, version, isSample } = deployed
    dispatch({ to: 'deployForm', event: { type: 'deploy.close' } })
    run({ command: 'strategy.backtest', args: { strategy: slug, ...(isSample ? {} : { version }) } })
  }
  useFormKeys(frame, (key) => {
    const type = deploymentTypes[Number(key) - 1]
    if (type !== undefined) change({ type })
    if (key === 'b') backtest()
    return type !== undefined || key === 'b'
  })
  return (
    <div ref={frame} className={styles.form}>
      <p className={styles.terms}>
        <Badge>{deployed.isSample ? 'sample' : `version ${deployed.version}`}</Badge>
        <span>{termsOf(deployed)}</span>
      </p>
      <div className={styles.columns}>
        <div className={styles.fields}>
          <ModeField value={draft.type} onChange={(type) => change({ type })} />
          {strategy.category === 'options' ? (
            <LegsField form={form} strategy={strategy} />
          ) : (
            <SymbolsField form={form} strategy={strategy} />
          )}
          <OtherRuns form={form} />
          <LimitsField form={form} />
        </div>
        <BacktestPanel deployed={deployed} onBacktest={backtest} />
      </div>
      <OutlookBand form={form} />
    </div>
  )
}

/** `5 minutes · MIS · 09:20 to 15:15 · trailing 45 points`. */
const termsOf = ({ strategy }: DeployedStrategy): string => {
  const { interval, product, tradingStartTime, tradingStopTime } = strategy
  return [
    intervalLabels[interval],
    product,
    `${tradingStartTime} to ${tradingStopTime}`,
    strategy.category === 'equity' ? trailingInWords(strategy.trailing, strategy.tpslType) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** A dialog has the focus itself when it opens, so the keys are taken above the form. */
function useFormKeys(frame: RefObject<HTMLElement | null>, press: (key: string) => boolean): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, repeat, target } = event
      if (repeat || ctrlKey || metaKey || altKey) return
      if (target instanceof HTMLElement && isTextField(target)) return
      const around = frame.current?.closest('[role=dialog], main') ?? null
      const isHere =
        document.activeElement === document.body || around?.contains(document.activeElement) === true
      if (isHere && latest.current(key)) event.preventDefault()
    }
    document.addEventListener('keydown', down)
    return () => document.removeEventListener('keydown', down)
  }, [frame])
}

function Unloaded() {
  const { dispatch } = useConsole()
  const message = useSnapshot('deployForm', (form) =>
    form.matches('failed') ? (form.context.message ?? '') : null,
  )
  return message === null ? (
    <div role="status" aria-label="Deploy: loading">
      <Skeleton rows={8} />
    </div>
  ) : (
    <ErrorNotice
      message={message}
      onRetry={() => dispatch({ to: 'deployForm', event: { type: 'deploy.retry' } })}
    />
  )
}
