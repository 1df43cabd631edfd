import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './settings-screen.module.css'

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const colourChoices = [
  { value: 'greenRed', label: 'Green and red' },
  { value: 'blueOrange', label: 'Blue and orange' },
] as const

export function AppearanceSection() {
  const run = useCommand()
  const theme = useSnapshot('preferences', ({ context }) => context.theme)
  const colours = useSnapshot('preferences', ({ context }) => context.colours)
  return (
    <Panel title="Appearance">
      <div className={styles.body}>
        <p>
          Both themes keep the same meanings: buy is blue, sell orange-red. A sign stands beside each colour.
        </p>
        <Segmented
          label="Theme"
          value={theme}
          choices={themes}
          onChange={(next) => run({ command: 'theme.set', args: { theme: next } })}
        />
        <Segmented
          label="Colours of gains and losses"
          value={colours}
          choices={colourChoices}
          onChange={(value) => run({ command: 'preference.colours', args: { value } })}
        />
        <p>Blue and orange are easier to tell apart with colour blindness.</p>
        <p>Motion follows your system: with reduced motion, prices change without a flash.</p>
      </div>
    </Panel>
  )
}
