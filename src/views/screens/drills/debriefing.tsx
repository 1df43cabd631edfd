import { useEffect, useMemo } from 'react'
import { capitalised } from '../../../domain/format.ts'
import { debriefingOf } from '../../../domain/learning/drills/debriefing.ts'
import { type DrillRun, drillTitle } from '../../../domain/learning/drills/drill.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { LoadedRecord } from '../../../machines/analysis/day-record.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { fullInstant } from '../../kit/instants.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import styles from './drills-screen.module.css'

export function Debriefing({ drill }: { readonly drill: DrillRun | null }) {
  const title =
    drill === null ? undefined : `${capitalised(drillTitle(drill))}, ${fullInstant(drill.begunAt)}`
  return (
    <Panel title="Debriefing" note={title}>
      {drill === null ? (
        <EmptyNotice title="Nothing to debrief yet">
          After a drill this says what it cost, what you sent, and how your stops filled.
        </EmptyNotice>
      ) : (
        <OfDay drill={drill} />
      )}
    </Panel>
  )
}

/** The record may have been read before the drill was over. */
const endsBefore = ({ marketTo }: DrillRun, { record }: LoadedRecord): boolean =>
  record !== null && record.until < Math.min(marketTo, record.closesAt)

function OfDay({ drill }: { readonly drill: DrillRun }) {
  const key = `broker ${toIstDate(drill.marketFrom)}`
  const again = useKeptCurrent('dayRecord', key)
  const loaded = useSnapshot('dayRecord', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('dayRecord', ({ context }) => (context.key === key ? context.message : null))
  const isOlder = loaded !== null && endsBefore(drill, loaded)
  useEffect(() => {
    if (isOlder) again()
  }, [isOlder, again])
  if (loaded !== null && !isOlder) return <Findings drill={drill} loaded={loaded} />
  if (message !== null) return <ErrorNotice message={message} onRetry={again} />
  return (
    <div role="status" aria-label="Debriefing: loading">
      <Skeleton rows={4} />
    </div>
  )
}

function Findings({ drill, loaded }: { readonly drill: DrillRun; readonly loaded: LoadedRecord }) {
  const findings = useMemo(() => debriefingOf(drill, loaded.record), [drill, loaded])
  return (
    <ul className={styles.findings} aria-label="Debriefing">
      {findings.map(({ id, sentence }) => (
        <li key={`${id} ${sentence}`}>{sentence}</li>
      ))}
    </ul>
  )
}
