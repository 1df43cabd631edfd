import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { type DrillKind, type DrillRun, runningDrill } from '../../../domain/learning/drills/drill.ts'
import { readDrills } from '../../../domain/learning/drills/drills-address.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import type { ListState } from '../../kit/table/data-table.tsx'
import { Debriefing } from './debriefing.tsx'
import { DrillPanel } from './drill-panel.tsx'
import styles from './drills-screen.module.css'
import { DrillKinds, PastDrills } from './drills-tables.tsx'

export function DrillsScreen() {
  const drills = useSnapshot('drills', ({ context }) => context.output)
  const running = runningDrill(drills)
  const past = useMemo(() => (drills ?? []).filter(({ endedAt }) => endedAt !== null), [drills])
  const [chosen, setChosen] = useState<DrillKind | null>(null)
  const asked = readDrills(new URLSearchParams(useSearch()))
  const debriefed = past.find(({ id }) => id === asked) ?? past[0] ?? null
  return (
    <div className={styles.screen}>
      <ScreenTitle title="Drills" />
      <div className={styles.columns}>
        <div className={styles.lists}>
          <Panel
            title="What can go wrong"
            note={<PressOrTap press="Enter writes its line" tap="Tap one to write its line" />}
          >
            <DrillKinds running={running?.kind ?? null} onChoose={setChosen} />
          </Panel>
          <Past past={past} debriefed={debriefed} />
        </div>
        <div className={styles.words}>
          <DrillPanel kind={running?.kind ?? chosen ?? 'quotes'} running={running} />
          <Debriefing drill={debriefed} />
        </div>
      </div>
    </div>
  )
}

interface PastProps {
  readonly past: readonly DrillRun[]
  readonly debriefed: DrillRun | null
}

function Past({ past, debriefed }: PastProps) {
  const { dispatch } = useConsole()
  const message = useSnapshot('drills', ({ context }) => context.message)
  const isLoading = useSnapshot('drills', ({ context }) => context.output === null)
  const retry = () => dispatch({ to: 'drills', event: { type: 'current.ask' } })
  const loading: ListState = message === null ? { kind: 'loading' } : { kind: 'failed', message, retry }
  return (
    <Panel
      title="Past drills"
      note={<PressOrTap press="Enter opens the debriefing" tap="Tap one for its debriefing" />}
      className={styles.past}
    >
      <PastDrills
        past={past}
        current={debriefed?.id ?? null}
        state={isLoading ? loading : { kind: 'ready' }}
      />
    </Panel>
  )
}
