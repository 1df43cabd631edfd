import { tourSteps } from '../../../domain/learning/tour.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './begin-panel.module.css'

const tour = { command: 'tour.begin', args: {} } as const
const samples = { command: 'samples.copy', args: {} } as const

const tasks = { order: 'place an order', backtest: 'test a rule', scan: 'scan the market' } as const

export function BeginPanel() {
  const run = useCommand()
  const isTouring = useSnapshot('firstSteps', (snapshot) => snapshot.matches('touring'))
  return (
    <div className={styles.begin}>
      <Panel title="Three minutes" note="one order, one backtest, one scan">
        <div className={styles.part}>
          <p>
            A line at the foot of the page says what to type next, on whatever screen you are, and counts a
            step once it has really happened.
          </p>
          <ol className={styles.tasks}>
            {tourSteps.map((step) => (
              <li key={step}>{tasks[step]}</li>
            ))}
          </ol>
          <div className={styles.acts}>
            <Button kind="primary" onPress={() => run(tour)} {...capOf(tour)}>
              {isTouring ? 'Begin again' : 'Begin the tour'}
            </Button>
            <code className={styles.typed}>tour</code>
          </div>
        </div>
      </Panel>
      <Panel title="Sample data" note="to look around with">
        <div className={styles.part}>
          <p>
            A watchlist, two strategies and two scanners as your own copies. Change or delete them like any
            other; no order is placed.
          </p>
          <div className={styles.acts}>
            <Button onPress={() => run(samples)} {...capOf(samples)}>
              Add sample data
            </Button>
            <code className={styles.typed}>sample data</code>
          </div>
        </div>
      </Panel>
      <Panel title="Faster by keys" note="ten seconds a drill">
        <div className={styles.part}>
          <p>
            The trainer asks for an order, a strike or a screen and times your line. What you do by clicks
            becomes a drill of its own.
          </p>
          <div className={styles.acts}>
            <Button onPress={() => run({ command: 'trainer.open', args: {} })}>Open the key trainer</Button>
            <code className={styles.typed}>train</code>
          </div>
        </div>
      </Panel>
    </div>
  )
}
