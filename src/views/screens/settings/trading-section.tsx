import { PRICE_TOLERANCE_PERCENT_MAX, USUAL_LOTS_MAX } from '../../../domain/orders/order-defaults.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Select, Switch } from '../../kit/control/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { NumberPreference } from './number-preference.tsx'
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
          <NumberPreference
            label="Default lots (or shares)"
            value={preferences.usualLots}
            inputMode="numeric"
            min={1}
            max={USUAL_LOTS_MAX}
            format={/^\d{1,4}$/}
            problem={`A whole number from 1 to ${USUAL_LOTS_MAX}`}
            onChange={(lots) => run({ command: 'preference.lots', args: { value: lots } })}
          />
          <Select
            className={styles.narrow}
            label="Confirm orders"
            value={preferences.confirmOrders}
            choices={confirmChoices}
            help="Always asks if an order would fill worse than shown, beyond the price tolerance"
            onChange={(value) => run({ command: 'preference.confirmOrders', args: { value } })}
          />
          <NumberPreference
            label="Price tolerance, %"
            value={preferences.priceTolerancePercent}
            inputMode="decimal"
            max={PRICE_TOLERANCE_PERCENT_MAX}
            format={/^\d(\.\d{1,2})?$/}
            help="At least two ticks"
            problem={`A percentage from 0 to ${PRICE_TOLERANCE_PERCENT_MAX}, such as 0.25`}
            onChange={(percent) => run({ command: 'preference.priceTolerance', args: { value: percent } })}
          />
        </div>
      </Panel>
      <MessagesPanel />
    </>
  )
}

function MessagesPanel() {
  const run = useCommand()
  const { hasSound, keepsToasts } = useSnapshot('preferences', ({ context }) => context)
  return (
    <Panel title="Messages">
      <div className={styles.body}>
        <Switch
          label="Sound for alerts"
          isOn={hasSound}
          help="At half volume, in one tab only. Every alert is also shown"
          onChange={(on) => run({ command: 'sound.set', args: { on } })}
        />
        <Switch
          label="Messages stay until dismissed"
          isOn={keepsToasts}
          help="Otherwise they close after 3 seconds, notifications after 4. Alt+T focuses them"
          onChange={(value) => run({ command: 'preference.keepMessages', args: { value } })}
        />
      </div>
    </Panel>
  )
}
