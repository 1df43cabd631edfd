import { useState } from 'react'
import { USUAL_LOTS_MAX } from '../../../machines/preferences.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Field, Select, Switch } from '../../kit/field.tsx'
import { Panel } from '../../kit/panel.tsx'
import styles from './settings-screen.module.css'

const equityChoices = [
  { value: 'MIS', label: 'MIS, within the day' },
  { value: 'cash', label: 'cash, to keep' },
] as const

const contractChoices = [
  { value: 'NRML', label: 'NRML, to carry over' },
  { value: 'MIS', label: 'MIS, within the day' },
] as const

const confirmChoices = [
  { value: 'unseen', label: 'When its preview has not been seen' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
] as const

/** What an order means where its line says nothing, when it asks once more, and how loud the console is. */
export function TradingSection() {
  const { dispatch } = useConsole()
  const preferences = useSnapshot('preferences', ({ context }) => context)
  const set = (name: keyof typeof preferences, value: string | number | boolean) =>
    dispatch({ to: 'preferences', event: { type: 'preference.set', name, value } })
  return (
    <>
      <Panel title="Orders" note="used where a line says nothing">
        <div className={styles.body}>
          <Select
            className={styles.narrow}
            label="Product of shares"
            value={preferences.equityProduct}
            choices={equityChoices}
            onChange={(value) => set('equityProduct', value)}
          />
          <Select
            className={styles.narrow}
            label="Product of futures and options"
            value={preferences.contractProduct}
            choices={contractChoices}
            onChange={(value) => set('contractProduct', value)}
          />
          <LotsField />
          <Select
            className={styles.narrow}
            label="An order asks once more"
            value={preferences.confirmOrders}
            choices={confirmChoices}
            help="Whatever is chosen, it asks when it would fill worse than it was shown"
            onChange={(value) => set('confirmOrders', value)}
          />
        </div>
      </Panel>
      <Panel title="Messages">
        <div className={styles.body}>
          <Switch
            label="Sound for alerts"
            isOn={preferences.hasSound}
            help="At half volume, in one tab only. Whatever is heard is also shown"
            onChange={(isOn) => set('hasSound', isOn)}
          />
          <Switch
            label="Messages stay until dismissed"
            isOn={preferences.keepsToasts}
            help="Otherwise they leave after 3 seconds, notifications after 4. Alt+T goes to them"
            onChange={(isOn) => set('keepsToasts', isOn)}
          />
        </div>
      </Panel>
    </>
  )
}

function LotsField() {
  const { dispatch } = useConsole()
  const lots = useSnapshot('preferences', ({ context }) => context.usualLots)
  const [typed, setTyped] = useState(String(lots))
  const isFair = (text: string) =>
    /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= USUAL_LOTS_MAX
  const change = (text: string) => {
    setTyped(text)
    if (isFair(text))
      dispatch({
        to: 'preferences',
        event: { type: 'preference.set', name: 'usualLots', value: Number(text) },
      })
  }
  return (
    <Field
      className={styles.narrow}
      label="Lots, or shares"
      inputMode="numeric"
      value={typed}
      problem={isFair(typed) ? undefined : `A whole number from 1 to ${USUAL_LOTS_MAX}`}
      onChange={change}
    />
  )
}
