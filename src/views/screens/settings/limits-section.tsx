import { type FormEvent, useEffect, useState } from 'react'
import { formatNumber, formatRupees } from '../../../domain/format.ts'
import { limitInWords } from '../../../domain/orders/limit-in-words.ts'
import {
  isFairLimit,
  type OwnLimitName,
  ownLimitNames,
  ownLimits,
} from '../../../domain/orders/own-limits.ts'
import { readAmount } from '../../../domain/read-amount.ts'
import type { RiskLimits } from '../../../machines/orders/risk-limits.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Field } from '../../kit/control/field.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import styles from './limits-section.module.css'

export function LimitsSection() {
  const { dispatch } = useConsole()
  const limits = useSnapshot('riskLimits', ({ context }) => context.output)
  const message = useSnapshot('riskLimits', ({ context }) => context.message)
  const isLoading = useSnapshot('riskLimits', (one) => one.matches('loading') || one.matches('idle'))
  const load = () => dispatch({ to: 'riskLimits', event: { type: 'reload.now' } })
  useEffect(() => dispatch({ to: 'riskLimits', event: { type: 'reload.now' } }), [dispatch])
  return (
    <Panel title="Limits" note="your own settings, checked when an order is placed">
      {limits !== null ? (
        <LimitsForm limits={limits} />
      ) : message !== null && !isLoading ? (
        <ErrorNotice message={message} onRetry={load} />
      ) : (
        <Skeleton rows={ownLimitNames.length} />
      )}
    </Panel>
  )
}

type Typed = Readonly<Partial<Record<OwnLimitName, string>>>

/** Accepts `₹20,000`, `50k` and `3 %`; NaN for other text. */
const numberIn = (text: string): number => readAmount(text.replaceAll(/[%\s]/g, '')) ?? Number.NaN

const shownIn = (limits: RiskLimits, name: OwnLimitName): string =>
  formatNumber(limits[name], Number.isInteger(limits[name]) ? 0 : 2)

function LimitsForm({ limits }: { readonly limits: RiskLimits }) {
  const { actors, run } = useConsole()
  const [typed, setTyped] = useState<Typed>({})
  const isSaving = useSnapshot('limitsChange', (change) => change.matches('loading'))
  const failure = useSnapshot('limitsChange', ({ context }) => context.message)
  useEffect(() => {
    const saved = actors.limitsChange.on('request.succeeded', () => setTyped({}))
    return () => saved.unsubscribe()
  }, [actors])
  const changed = ownLimitNames.filter((name) => {
    const text = typed[name]
    return text !== undefined && numberIn(text) !== limits[name]
  })
  const isFair = changed.every((name) => isFairLimit(name, numberIn(typed[name] ?? '')))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving || changed.length === 0 || !isFair) return
    const fair = Object.fromEntries(changed.map((name) => [name, numberIn(typed[name] ?? '')]))
    run({ command: 'limits.save', args: { limits: fair } })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {ownLimitNames.map((name) => (
        <div key={name} className={styles.row}>
          <div>
            <div className={styles.title}>{ownLimits[name].title}</div>
            <div className={styles.rule}>{ownLimits[name].rule}</div>
          </div>
          <Used name={name} limits={limits} />
          <LimitField
            name={name}
            text={typed[name] ?? shownIn(limits, name)}
            isChanged={changed.includes(name)}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        </div>
      ))}
      <div className={styles.end}>
        <Button kind="primary" type="submit" isDisabled={isSaving || changed.length === 0 || !isFair}>
          {isSaving ? 'Saving' : 'Save limits'}
        </Button>
        {failure !== null && !isSaving ? (
          <bdi className={styles.bad} role="alert">
            {failure}
          </bdi>
        ) : (
          <span className={styles.note}>
            Applied at once, even when raised, and recorded in the audit log. By command: limit day loss 20000
          </span>
        )}
      </div>
      <p className={styles.end}>
        <span className={styles.note}>{ratesInWords(limits)}</span>
      </p>
    </form>
  )
}

interface LimitFieldProps {
  readonly name: OwnLimitName
  readonly text: string
  readonly isChanged: boolean
  readonly onChange: (text: string) => void
}

function LimitField({ name, text, isChanged, onChange }: LimitFieldProps) {
  const { title, unit, min, max } = ownLimits[name]
  const problem =
    isChanged && !isFairLimit(name, numberIn(text))
      ? `${limitInWords(name, min)} to ${limitInWords(name, max)}`
      : undefined
  return (
    <Field
      label={`${title} limit`}
      isLabelHidden
      inputMode="decimal"
      value={text}
      problem={problem}
      suffix={{ rupees: '₹', percent: '%', count: undefined }[unit]}
      onChange={onChange}
    />
  )
}

const AMBER_FROM = 0.5
const RED_FROM = 0.8

const usedOf = ({ used }: RiskLimits, name: OwnLimitName): number | null => {
  if (used === undefined) return null
  return name === 'dailyLoss' || name === 'openPositions' || name === 'openOrders' ? used[name] : null
}

function Used({ name, limits }: { readonly name: OwnLimitName; readonly limits: RiskLimits }) {
  const used = usedOf(limits, name)
  if (used === null) return <div />
  const share = Math.min(1, Math.max(0, used / limits[name]))
  const level = share >= RED_FROM ? 'red' : share >= AMBER_FROM ? 'amber' : 'calm'
  const words =
    name === 'dailyLoss' ? (used > 0 ? `lost ${formatRupees(used)}` : 'no loss today') : formatNumber(used, 0)
  return (
    <div className={styles.used} data-level={level}>
      <span>
        <b>{words}</b> of {limitInWords(name, limits[name])}
        {used > 0 && `, ${formatNumber(share * 100, 0)}%`}
      </span>
      <div className={styles.bar}>
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

const ratesInWords = ({ ordersPerSecond, ordersPerMinute, ordersPerDay, used }: RiskLimits): string => {
  const today = used === undefined ? '' : `, ${formatNumber(used.ordersToday, 0)} so far`
  return `Fixed for every account: ${ordersPerSecond} orders, changes and cancels a second, ${ordersPerMinute} a minute, ${formatNumber(ordersPerDay, 0)} a day${today}`
}
