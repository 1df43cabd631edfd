import { useLocation } from 'wouter'
import { useCommand } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import styles from './not-found-screen.module.css'

const PATH_SHOWN_MAX = 120

export function NotFoundScreen() {
  const run = useCommand()
  const [path] = useLocation()
  return (
    <div className={styles.page}>
      <p className={styles.code}>404</p>
      <ScreenTitle title="Screen not found" />
      <p className={styles.path}>
        <bdi>{path.slice(0, PATH_SHOWN_MAX)}</bdi> does not exist. Open another screen from the command line.
      </p>
      <div className={styles.acts}>
        <Button
          kind="primary"
          keys={keysFor({ command: 'palette.toggle', args: {} }) ?? ''}
          onPress={() => run(openLine('go '))}
        >
          Open the command line
        </Button>
        <Button
          keys={keysFor({ command: 'view.open', args: { view: 'home' } }) ?? ''}
          onPress={() => run({ command: 'view.open', args: { view: 'home' } })}
        >
          Home
        </Button>
      </div>
    </div>
  )
}
