import { useCallback } from 'react'
import { netOf } from '../../../domain/analysis/journal/entry-groups.ts'
import { type JournalRange, journalRanges } from '../../../domain/analysis/journal/journal-address.ts'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { noNotes } from '../../../domain/analysis/journal/trip-note.ts'
import { periodNames } from '../../../domain/analysis/period.ts'
import { dayInWords, spanInWords, yearOf } from '../../../domain/dates-in-words.ts'
import { formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import { accountBooks } from '../../kit/account-books.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { Signed } from '../../kit/price/signed.tsx'
import { useStrategyNames } from '../../kit/strategy-names.ts'
import text from '../../theme/text.module.css'
import styles from './journal-screen.module.css'
import { onlyInWords } from './journal-words.ts'
import { ScrubPanel } from './scrub-panel.tsx'
import { StatisticsPanel } from './statistics-panel.tsx'
import { TripPanel } from './trip-panel.tsx'
import { TripsPanel } from './trips-panel.tsx'
import { useExcursions } from './use-excursions.ts'
import { type Journal, useJournal, usePastEntries } from './use-journal.ts'
import { WeekPanel } from './week-panel.tsx'

const attentionOf = ({ id, legs }: JournalEntry) => ({
  kind: 'trip',
  key: String(id),
  ...(legs.length === 1 && legs[0] !== undefined ? { instrument: legs[0].sym } : {}),
})

export function JournalScreen() {
  const journal = useJournal()
  const past = usePastEntries(journal)
  const { run } = useConsole()
  const { current, watch } = useCurrentRow(journal.listed, attentionOf)
  const selected = current ?? journal.listed[0] ?? null
  const excursions = useExcursions(journal.listed, selected, journal.today)
  const { shown } = journal
  const setOnly = useCallback(
    (only: Journal['shown']['only']) =>
      run(
        only === null ? { command: 'journal.whole', args: {} } : { command: 'journal.open', args: { only } },
      ),
    [run],
  )
  return (
    <div className={styles.screen}>
      <Title journal={journal} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <TripsPanel
            journal={journal}
            excursions={excursions.of}
            current={selected}
            onFocus={watch}
            empty={<Nothing journal={journal} />}
          />
          {shown.range === 'week' && <WeekPanel journal={journal} past={past} />}
          <div className={styles.pair}>
            <StatisticsPanel
              title="What"
              kinds={['tag', 'mistake', 'setup', 'instrument']}
              past={past}
              notes={journal.notes ?? noNotes}
              only={shown.only}
              onOnly={setOnly}
            />
            <StatisticsPanel
              title="When"
              kinds={['hour', 'weekday']}
              past={past}
              notes={journal.notes ?? noNotes}
              only={shown.only}
              onOnly={setOnly}
            />
          </div>
        </div>
        <TripPanel journal={journal} entry={selected} found={excursions.selected} />
      </div>
      {shown.range === 'day' && <ScrubPanel journal={journal} />}
    </div>
  )
}

function Nothing({ journal }: { readonly journal: Journal }) {
  const { run } = useConsole()
  if (journal.shown.only !== null)
    return (
      <EmptyNotice title="No such trip in this period">
        <Button keys="0" onPress={() => run({ command: 'journal.whole', args: {} })}>
          Show all
        </Button>
      </EmptyNotice>
    )
  return (
    <EmptyNotice icon="dashboard" title={`No trades in the ${journal.shown.book} book in this period`}>
      {journal.shown.range !== 'all' && (
        <Button keys="[" onPress={() => run({ command: 'journal.step', args: { by: -1 } })}>
          {`Previous ${journal.shown.range}`}
        </Button>
      )}{' '}
      {journal.shown.book === 'broker' && (
        <Button onPress={() => run(openLine('buy '))}>Place an order</Button>
      )}
    </EmptyNotice>
  )
}

const ranges = journalRanges.map((value) => ({ value, label: periodNames[value] }))

function Title({ journal }: { readonly journal: Journal }) {
  const { shown, period } = journal
  const { run } = useConsole()
  const step = (by: 1 | -1) => run({ command: 'journal.step', args: { by } })
  return (
    <ScreenTitle
      title="Journal"
      actions={
        <>
          <Button
            icon="left"
            keys="["
            aria-label="Previous"
            isDisabled={shown.range === 'all'}
            onPress={() => step(-1)}
          />
          <Button
            icon="right"
            keys="]"
            aria-label="Next"
            isDisabled={shown.range === 'all' || shown.day === null}
            onPress={() => step(1)}
          />
          <Button
            keys="e"
            isDisabled={journal.listed.length === 0}
            onPress={() => run({ command: 'table.export', args: {} })}
          >
            CSV
          </Button>
        </>
      }
    >
      <Segmented<JournalRange>
        label="Range"
        value={shown.range}
        choices={ranges}
        onChange={(range) => run({ command: 'journal.open', args: { range } })}
      />
      <Segmented
        label="Book"
        value={shown.book}
        choices={accountBooks}
        onChange={(book) => run({ command: 'journal.open', args: { book } })}
      />
      <span className={text.second}>
        {shown.range === 'day'
          ? `${dayInWords(period.from)} ${yearOf(period.from)}`
          : spanInWords(period.from, period.to)}
      </span>
      <Sums journal={journal} />
      <Filter journal={journal} />
    </ScreenTitle>
  )
}

function Sums({ journal: { listed, entries } }: { readonly journal: Journal }) {
  if (entries === null || listed.length === 0) return null
  const closed = listed.filter(({ closedAt }) => closedAt !== null)
  const won = closed.filter((entry) => netOf(entry) > 0).length
  const gross = listed.reduce((sum, { pnl }) => sum + pnl, 0)
  const charges = listed.reduce((sum, entry) => sum + entry.charges, 0)
  return (
    <span className={styles.sums}>
      <span className={text.second}>{`${won} of ${closed.length} won`}</span>
      <span>
        gross <Signed value={gross} format={formatSignedRupees} />
      </span>
      <span>charges {formatRupees(charges)}</span>
      <span>
        net <Signed value={gross - charges} format={formatSignedRupees} />
      </span>
    </span>
  )
}

function Filter({ journal: { shown } }: { readonly journal: Journal }) {
  const { run } = useConsole()
  const nameOf = useStrategyNames()
  if (shown.only === null) return null
  return (
    <Button keys="0" onPress={() => run({ command: 'journal.whole', args: {} })}>
      Only {onlyInWords(shown.only, nameOf)}
    </Button>
  )
}
