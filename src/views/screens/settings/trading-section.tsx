import { useState } from 'react'
import { PRICE_TOLERANCE_PERCENT_MAX, USUAL_LOTS_MAX } from '../../../domain/orders/order-defaults.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Field, Select, Switch } from '../../kit/control/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './settings-screen.module.css'

const equityChoices = [
  { value: 'MIS', label: 'MIS, intraday' },
  { value: 'cash', label: 'cash, delivery' },
] as const

const contractChoices = [
  { value: 'NRML', label: 'NRML, overnight' },
  { value: 'MIS', label: 'MIS, intraday' },
] as const

const confirmChoices = [
  { value: 'unseen', label: 'If not previewed' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
] as const

export function TradingSection() {
  const run = useCommand()
  const preferences = useSnapshot('preferences', ({ context }) => context)
  return (
    <>
      <Panel title="Orders" note="used when a command omits them">
        <div className={styles.body}>
          <Select
            className={styles.narrow}
            label="Product for stocks"
            value={preferences.equityProduct}
            choices={equityChoices}
            onChange={(value) => run({ command: 'preference.stockProduct', args: { value } })}
          />
          <Select
            className={styles.narrow}
            label="Product for F&O"
            value={preferences.contractProduct}
            choices={contractChoices}
            onChange={(value) => run({ command: 'preference.contractProduct', args: { value } })}
          />
          <LotsField />
          <Select
            className={styles.narrow}
            label="Confirm orders"
            value={preferences.confirmOrders}
            choices={confirmChoices}
            help="Always asks if an order would fill worse than shown, beyond the price tolerance"
            onChange={(value) => run({ command: 'preference.confirmOrders', args: { value } })}
          />
          <ToleranceField />
        </div>
      </Panel>
      <Panel title="Messages">
        <div className={styles.body}>
          <Switch
            label="Sound for alerts"
            isOn={preferences.hasSound}
            help="At half volume, in one tab only. Every alert is also shown"
            onChange={(on) => run({ command: 'sound.set', args: { on } })}
          />
          <Switch
            label="Messages stay until dismissed"
            isOn={preferences.keepsToasts}
            help="Otherwise they close after 3 seconds, notifications after 4. Alt+T focuses them"
            onChange={(value) => run({ command: 'preference.keepMessages', args: { value } })}
          />
        </div>
      </Panel>
    </>
  )
}

function LotsField() {
  const run = useCommand()
  const lots = useSnapshot('preferences', ({ context }) => context.usualLots)
  const [typed, setTyped] = useState(String(lots))
  const isFair = (text: string) =>
    /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= USUAL_LOTS_MAX
  const change = (text: string) => {
    setTyped(text)
    if (isFair(text)) run({ command: 'preference.lots', args: { value: Number(text) } })
  }
  return (
    <Field
      className={styles.narrow}
      label="Default lots (or shares)"
      inputMode="numeric"
      value={typed}
      problem={isFair(typed) ? undefined : `A whole number from 1 to ${USUAL_LOTS_MAX}`}
      onChange={change}
    />
  )
}

function ToleranceField() {
  const run = useCommand()
  const percent = useSnapshot('preferences', ({ context }) => context.priceTolerancePercent)
  const [typed, setTyped] = useState(String(percent))
  const isFair = (text: string) =>
    /^\d(\.\d{1,2})?$/.test(text) && Number(text) <= PRICE_TOLERANCE_PERCENT_MAX
  const change = (text: string) => {
    setTyped(text)
    if (isFair(text)) run({ command: 'preference.priceTolerance', args: { value: Number(text) } })
  }
  return (
    <Field
      className={styles.narrow}
      label="Price tolerance, %"
      inputMode="decimal"
      value={typed}
      help="At least two ticks"
      problem={
        isFair(typed) ? undefined : `A percentage from 0 to ${PRICE_TOLERANCE_PERCENT_MAX}, such as 0.25`
      }
      onChange={change}
    />
  )
}
