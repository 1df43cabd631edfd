import { useMemo } from 'react'
import { netOf, noteOf } from '../../../domain/analysis/journal/entry-groups.ts'
import { scrubbedDay } from '../../../domain/analysis/journal/journal-address.ts'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { noNotes } from '../../../domain/analysis/journal/trip-note.ts'
import { excursionOf } from '../../../domain/analysis/journal/trip-path.ts'
import { type ExitLevels, usualRules, type WhatIf, whatIf } from '../../../domain/analysis/journal/what-if.ts'
import { formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import { isOptionId } from '../../../domain/instruments/kind.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { useStrategyNames } from '../../kit/strategy-names.ts'
import text from '../../theme/text.module.css'
import { titleOfEntry } from './journal-words.ts'
import { TripMarks } from './marks.tsx'
import { TripChart } from './trip-chart.tsx'
import styles from './trip-panel.module.css'
import { type LegsFound, pathsOf } from './use-excursions.ts'
import type { Journal } from './use-journal.ts'
import { WhatIfTable } from './what-if-table.tsx'

interface TripPanelProps {
  readonly journal: Journal
  readonly entry: JournalEntry | null
  readonly found: LegsFound
}

export function TripPanel({ journal, entry, found }: TripPanelProps) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const nameOf = useStrategyNames()
  const day = scrubbedDay(journal.shown, journal.today)
  const until = useSnapshot('scrub', ({ context: { subject, at } }) =>
    subject === day && at !== null ? Math.floor(at / MINUTE_MS) * MINUTE_MS : null,
  )
  if (entry === null)
    return (
      <Panel title="Trip" className={styles.panel}>
        <EmptyNotice title="Select a trip">Its chart and what other exits would have made.</EmptyNotice>
      </Panel>
    )
  const isOpen = entry.closedAt === null
  return (
    <Panel
      title={titleOfEntry(entry, index)}
      note={
        <>
          {entry.structure === null && (
            <span className={entry.isLong ? text.buy : text.sell}>
              {`${entry.isLong ? 'Buy' : 'Sell'} ${entry.quantity}`}
            </span>
          )}{' '}
          {nameOf(entry.by)}
          {isOpen && ', open'}
        </>
      }
      aside={
        <b title={`${formatSignedRupees(netOf(entry))} after charges`}>
          <Signed value={entry.pnl} format={formatSignedRupees} />
        </b>
      }
      className={styles.panel}
    >
      <div className={styles.trip}>
        <Found entry={entry} found={found} until={until} own={journal.shown.own} />
        <TripMarks entry={entry} note={noteOf(journal.notes ?? noNotes, entry)} notes={journal.notes} />
      </div>
    </Panel>
  )
}

interface FoundProps {
  readonly entry: JournalEntry
  readonly found: LegsFound
  readonly until: number | null
  readonly own: ExitLevels | null
}

function Found({ entry, found, until, own }: FoundProps) {
  const { dispatch } = useConsole()
  const paths = useMemo(() => ({ traded: pathsOf(found, false), held: pathsOf(found, true) }), [found])
  const excursion = useMemo(() => excursionOf(paths.traded), [paths])
  const rows = useMemo((): readonly WhatIf[] => {
    const hasOption = entry.legs.some(({ sym }) => isOptionId(sym))
    const rules = [...(own === null ? [] : [{ kind: 'own' as const, levels: own }]), ...usualRules(hasOption)]
    return rules.map((rule) => whatIf(paths.traded, paths.held, rule))
  }, [entry, paths, own])
  if (found.kind === 'failed')
    return (
      <ErrorNotice
        message={found.message}
        onRetry={() => dispatch({ to: 'tripCandles', event: { type: 'candles.retry' } })}
      />
    )
  if (found.kind === 'none')
    return (
      <EmptyNotice title="No candles">
        The market no longer has candles of {entry.legs.length > 1 ? 'these contracts' : 'this contract'}.
      </EmptyNotice>
    )
  if (found.kind === 'loading')
    return (
      <div role="status" aria-label="Candles of the trip: loading">
        <Skeleton rows={10} />
      </div>
    )
  return (
    <>
      <TripChart entry={entry} found={found} path={paths.traded} excursion={excursion} until={until} />
      {entry.legs.length > 1 && <Legs entry={entry} />}
      {entry.closedAt !== null && <WhatIfTable entry={entry} rows={rows} path={paths.traded} />}
    </>
  )
}

function Legs({ entry }: { readonly entry: JournalEntry }) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  return (
    <ul className={styles.legs}>
      {entry.legs.map((leg) => (
        <li key={leg.id}>
          <span className={leg.isLong ? text.buy : text.sell}>
            {formatSigned(leg.isLong ? leg.quantity : -leg.quantity, 0)}
          </span>
          <span className={text.cut}>{titleOfEntry({ ...entry, structure: null, legs: [leg] }, index)}</span>
          <Signed value={leg.pnl} format={(pnl) => formatSigned(pnl)} />
        </li>
      ))}
    </ul>
  )
}
