import { useMemo } from 'react'
import { noNotes } from '../../../domain/analysis/journal/trip-note.ts'
import { weekInSentences } from '../../../domain/analysis/journal/week-in-sentences.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { useStrategyNames } from '../../kit/strategy-names.ts'
import styles from './journal-screen.module.css'
import type { Journal, PastEntries } from './use-journal.ts'

export function WeekPanel({ journal, past }: { readonly journal: Journal; readonly past: PastEntries }) {
  const strategyName = useStrategyNames()
  const sentences = useMemo(
    () =>
      weekInSentences({
        entries: (journal.entries ?? []).filter(({ closedAt }) => closedAt !== null),
        before: past.before,
        notes: journal.notes ?? noNotes,
        nameOf: (kind, key) => (kind === 'setup' ? strategyName(key) : key),
      }),
    [journal.entries, journal.notes, past.before, strategyName],
  )
  if (sentences.length === 0) return null
  return (
    <Panel title="The week" className={styles.week}>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  )
}
