import { useEffect } from 'react'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { StrategyVersions } from '../../strategies/version-list.tsx'
import styles from './builder.module.css'

export function VersionsPanel() {
  const { dispatch } = useConsole()
  const of = useSnapshot('strategyEditor', ({ context }) => context.of)
  const slug = of?.slug ?? null
  const version = of?.version ?? 0
  useEffect(() => {
    if (slug === null) return
    dispatch({ to: 'strategyPanel', event: { type: 'panel.show', slug, version } })
    return () => dispatch({ to: 'strategyPanel', event: { type: 'panel.leave' } })
  }, [dispatch, slug, version])
  if (slug === null) return null
  return (
    <Panel title="Versions" className={styles.panel}>
      <div className={styles.versions}>
        <StrategyVersions entry={{ slug, version }} hasTitle={false} />
      </div>
    </Panel>
  )
}

export function NotePanel() {
  const note = useSnapshot('strategyEditor', ({ context }) => context.history.draft.note)
  if (note.trim() === '') return null
  return (
    <Panel title="Note" className={styles.panel}>
      <p className={styles.noteText}>{note}</p>
    </Panel>
  )
}
