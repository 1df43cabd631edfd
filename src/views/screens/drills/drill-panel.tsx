import { capitalised } from '../../../domain/format.ts'
import { type DrillKind, type DrillRun, drillTitle } from '../../../domain/learning/drills/drill.ts'
import { drillWords } from '../../../domain/learning/drills/drill-words.ts'
import { useCommand } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { openLine } from '../../kit/open-path.ts'
import { useDrillLeft } from '../../learning/use-drill-left.ts'
import styles from './drills-screen.module.css'

interface DrillPanelProps {
  readonly kind: DrillKind
  readonly running: DrillRun | null
}

const end = { command: 'drill.end', args: {} } as const

export function DrillPanel({ kind, running }: DrillPanelProps) {
  const run = useCommand()
  const { title, happens, todo, line } = drillWords[kind]
  return (
    <Panel title={title} note={drillWords[kind].length}>
      <div className={styles.part}>
        <p>{happens}</p>
        <h3 className={styles.head}>What to do</h3>
        <ul className={styles.todo} aria-label="What to do">
          {todo.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {running === null ? (
          <div className={styles.acts}>
            <Button kind="primary" onPress={() => run(openLine(line))}>
              Write the line
            </Button>
            <code className={styles.line}>{line}</code>
            <span className={styles.quiet}>asks before it begins</span>
          </div>
        ) : (
          <Running drill={running} />
        )}
      </div>
    </Panel>
  )
}

function Running({ drill }: { readonly drill: DrillRun }) {
  const run = useCommand()
  const left = useDrillLeft(drill)
  return (
    <div className={styles.acts}>
      <b>{capitalised(drillTitle(drill))} is running</b>
      <span>{left}</span>
      {drill.endsAt === null ? (
        <span className={styles.quiet}>runs its course</span>
      ) : (
        <Button onPress={() => run(end)} {...capOf(end)}>
          End
        </Button>
      )}
    </div>
  )
}
