import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { type Drill, drillsOf } from '../../../commands/learning/drills.ts'
import { type DrillSet, drillSets, readTrainer } from '../../../domain/learning/trainer-address.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { DrillPanel } from './drill-panel.tsx'
import { DrillsTable } from './drills-table.tsx'
import styles from './trainer-screen.module.css'

const setChoices = drillSets.map((value) => ({
  value,
  label: { basics: 'Basics', scalping: 'Scalping', options: 'Options', yours: 'Yours' }[value],
}))

export function TrainerScreen() {
  const search = useSearch()
  const run = useCommand()
  const { dispatch, environment } = useConsole()
  const set = useMemo(() => readTrainer(new URLSearchParams(search)), [search])
  const clicks = useSnapshot('trainer', ({ context }) => context.clicks)
  const asked = useSnapshot('trainer', ({ context }) => context.drill)
  const drills = useMemo(() => drillsOf(set, clicks, environment()), [set, clicks, environment])
  useEffect(
    () => dispatch({ to: 'trainer', event: { type: 'drill.offer', drills: drills.map(({ id }) => id) } }),
    [dispatch, drills],
  )
  const drill = drills.find(({ id }) => id === asked) ?? null
  return (
    <div className={styles.screen}>
      <ScreenTitle title="Key trainer">
        <Segmented<DrillSet>
          label="Drills"
          value={set}
          choices={setChoices}
          onChange={(next) => run({ command: 'trainer.open', args: { set: next } })}
        />
      </ScreenTitle>
      {drills.length === 0 ? (
        <Panel title="Yours">
          <EmptyNotice title="Nothing to learn yet">
            What you run three times by a click though it has a key becomes a drill here.
          </EmptyNotice>
        </Panel>
      ) : (
        <div className={styles.columns}>
          <DrillPanel drill={drill} drills={drills} />
          <Drills drills={drills} asked={asked} />
        </div>
      )}
    </div>
  )
}

function Drills({ drills, asked }: { readonly drills: readonly Drill[]; readonly asked: string | null }) {
  const { dispatch } = useConsole()
  const records = useSnapshot('trainer', ({ context }) => context.practice.records)
  return (
    <Panel
      title="Drills"
      note={<PressOrTap press="Enter starts one" tap="Tap one to start it" />}
      className={styles.drills}
    >
      <DrillsTable
        drills={drills}
        records={records}
        asked={asked}
        onAsk={(drill) => dispatch({ to: 'trainer', event: { type: 'drill.ask', drill } })}
      />
    </Panel>
  )
}
