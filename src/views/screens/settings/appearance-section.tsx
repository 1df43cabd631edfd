import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './settings-screen.module.css'

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AppearanceSection() {
  const run = useCommand()
  const theme = useSnapshot('preferences', ({ context }) => context.theme)
  return (
    <Panel title="Appearance">
      <div className={styles.body}>
        <p>Both themes keep the same meanings: buy is blue, sell orange-red, gains green, losses red.</p>
        <Segmented
          label="Theme"
          value={theme}
          choices={themes}
          onChange={(next) => run({ command: 'theme.set', args: { theme: next } })}
        />
        <p>Motion follows your system: with reduced motion, prices change without a flash.</p>
      </div>
    </Panel>
  )
}
