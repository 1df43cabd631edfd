import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StopTargetType } from '../../../../domain/backtests/backtest.ts'
import { intervalLabels, intervals } from '../../../../domain/charts/interval.ts'
import { products } from '../../../../domain/orders/order.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { DateField } from '../../../kit/control/date-field.tsx'
import { Field, Select } from '../../../kit/control/field.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { InstrumentField } from '../../../kit/instrument/instrument-field.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import text from '../../../theme/text.module.css'
import styles from './run-form.module.css'
import { callOfForm, emptyForm, type FormProblems, type RunFormValues } from './run-form-values.ts'

const intervalChoices = intervals.map((interval) => ({ value: interval, label: intervalLabels[interval] }))
const productChoices = [
  { value: '', label: 'Default for the interval' },
  ...products.map((product) => ({ value: product, label: product })),
] as const
const sides = [
  { value: 'buy', label: 'Long' },
  { value: 'sell', label: 'Short' },
] as const
const sizeKinds = [
  { value: 'lots', label: 'lots' },
  { value: 'rupees', label: '₹' },
  { value: 'percent', label: '% of capital' },
] as const
const stopTypes: readonly { value: StopTargetType; label: string }[] = [
  { value: 'pct', label: '%' },
  { value: 'pts', label: 'points' },
  { value: 'abs', label: '₹' },
]
const slippageUnits = [
  { value: 'bps', label: 'bps' },
  { value: 'ticks', label: 'ticks' },
] as const
const fills = [
  { value: 'next_open', label: 'Next open' },
  { value: 'close', label: 'Same close (optimistic)' },
  { value: 'close_to_open', label: 'Entry at close, exit at next open' },
] as const

export function RunForm() {
  const run = useCommand()
  const { environment } = useConsole()
  const slippage = useSnapshot('preferences', ({ context }) => context.slippageBps)
  const isPreparing = useSnapshot('backtest', (backtest) => backtest.matches('preparing'))
  const isRunning = useSnapshot('backtest', (backtest) => backtest.matches('running'))
  const [values, setValues] = useState<RunFormValues>(() => emptyForm(slippage))
  const [problems, setProblems] = useState<FormProblems>({})
  const set = (change: Partial<RunFormValues>) => {
    const next = { ...values, ...change }
    setValues(next)
    // Shown problems and changed conditions are checked at once; other fields wait for the submission.
    const read = callOfForm(next, environment())
    const found = read.ok ? {} : read.problems
    const names = Object.keys(found) as (keyof FormProblems)[]
    const told = names.filter(
      (name) => name in problems || (name in change && (name === 'entry' || name === 'exit')),
    )
    setProblems(Object.fromEntries(told.map((name) => [name, found[name]])))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = callOfForm(values, environment())
    if (read.ok) return run(read.call)
    // Synchronous, so that the next key is typed into the invalid field.
    flushSync(() => setProblems(read.problems))
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  return (
    <Panel title="New run" className={styles.panel}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Entry"
          isMono
          spellCheck={false}
          placeholder="ema(close,9) crosses above ema(close,21)"
          value={values.entry}
          problem={problems.entry}
          onChange={(entry) => set({ entry })}
        />
        <Field
          label="Exit"
          isMono
          spellCheck={false}
          placeholder="opposite of the entry"
          value={values.exit}
          problem={problems.exit}
          onChange={(exit) => set({ exit })}
        />
        <InstrumentField
          label="Instruments"
          chosen={values.instruments}
          problem={problems.instruments}
          onChange={(instruments) => set({ instruments })}
        />
        <p className={text.muted}>
          For all members of an index, as of today, type <code>on nifty50</code> in the command line.
        </p>
        <div className={styles.pair}>
          <DateField
            label="From"
            value={values.from}
            problem={problems.from}
            onChange={(from) => set({ from })}
          />
          <DateField label="To" value={values.to} problem={problems.to} onChange={(to) => set({ to })} />
        </div>
        <div className={styles.pair}>
          <Select
            label="Interval"
            value={values.interval}
            choices={intervalChoices}
            onChange={(interval) => set({ interval })}
          />
          <Select
            label="Product"
            value={values.product}
            choices={productChoices}
            onChange={(product) => set({ product })}
          />
        </div>
        <div className={styles.with}>
          <Field
            label="Size"
            inputMode="decimal"
            value={values.size}
            problem={problems.size}
            onChange={(size) => set({ size })}
          />
          <Select
            label="Size in"
            isLabelHidden
            value={values.sizeKind}
            choices={sizeKinds}
            onChange={(sizeKind) => set({ sizeKind })}
          />
          <Segmented label="Side" value={values.side} choices={sides} onChange={(side) => set({ side })} />
        </div>
        <div className={styles.triple}>
          <Field
            label="Stop"
            inputMode="decimal"
            placeholder="none"
            value={values.stop}
            problem={problems.stop}
            onChange={(stop) => set({ stop })}
          />
          <Field
            label="Target"
            inputMode="decimal"
            placeholder="none"
            value={values.target}
            problem={problems.target}
            onChange={(target) => set({ target })}
          />
          <Select
            label="Stop and target in"
            value={values.stopType}
            choices={stopTypes}
            onChange={(stopType) => set({ stopType })}
          />
        </div>
        <div className={styles.pair}>
          <Field
            label="Slippage"
            inputMode="decimal"
            value={values.slippage}
            problem={problems.slippage}
            onChange={(next) => set({ slippage: next })}
          />
          <Select
            label="Slippage in"
            value={values.slippageUnit}
            choices={slippageUnits}
            onChange={(slippageUnit) => set({ slippageUnit })}
          />
        </div>
        <Select label="Fill" value={values.fill} choices={fills} onChange={(fill) => set({ fill })} />
        <div className={styles.acts}>
          <Button kind="primary" type="submit" isDisabled={isPreparing || isRunning} keys="↵">
            {isPreparing ? 'Preparing' : isRunning ? 'Backtest running' : 'Run'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
