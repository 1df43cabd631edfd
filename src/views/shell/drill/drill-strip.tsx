import { useEffect, useState } from 'react'
import { type DrillRun, drillTitle, runningDrill } from '../../../domain/learning/drills/drill.ts'
import { pathOfDrills } from '../../../domain/learning/drills/drills-address.ts'
import { screenAt } from '../../../domain/screens.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { openPath } from '../../kit/open-path.ts'
import { useDrillLeft } from '../../learning/use-drill-left.ts'
import styles from './drill-strip.module.css'

/** An older debriefing is not offered by itself. */
const OFFERED_MS = 5 * 60_000

/** Above the status bar of every screen while a drill runs, and once it is over. */
export function DrillStrip() {
  const { now } = useConsole()
  const drills = useSnapshot('drills', ({ context }) => context.output)
  const isOnDrills = useSnapshot('navigation', ({ context }) => screenAt(context.path) === 'drills')
  const [read, setRead] = useState<string | null>(null)
  const running = runningDrill(drills)
  const over = running === null ? (drills?.[0] ?? null) : null
  const isOffered = over !== null && over.id !== read && now() - (over.endedAt ?? 0) < OFFERED_MS
  useEffect(() => {
    if (isOnDrills && over !== null) setRead(over.id)
  }, [isOnDrills, over])
  if (running !== null) return <Running drill={running} />
  return isOffered && !isOnDrills ? <Over drill={over} onClose={() => setRead(over.id)} /> : null
}

function Running({ drill }: { readonly drill: DrillRun }) {
  const run = useCommand()
  const left = useDrillLeft(drill)
  return (
    <section className={styles.strip} aria-label="Drill">
      <span role="status">
        <b>Drill:</b> {drillTitle(drill)}
      </span>
      <span className={styles.left}>{left}</span>
      <span className={styles.acts}>
        <Button kind="quiet" onPress={() => run({ command: 'drills.open', args: {} })}>
          What to do
        </Button>
        {drill.endsAt !== null && (
          <Button onPress={() => run({ command: 'drill.end', args: {} })}>End</Button>
        )}
      </span>
    </section>
  )
}

interface OverProps {
  readonly drill: DrillRun
  readonly onClose: () => void
}

function Over({ drill, onClose }: OverProps) {
  const run = useCommand()
  return (
    <section className={styles.strip} aria-label="Drill">
      <span role="status">
        <b>Drill over:</b> {drillTitle(drill)}
      </span>
      <span className={styles.acts}>
        <Button onPress={() => run(openPath(pathOfDrills(drill.id)))}>Read the debriefing</Button>
        <Button kind="quiet" onPress={onClose}>
          Close
        </Button>
      </span>
    </section>
  )
}
