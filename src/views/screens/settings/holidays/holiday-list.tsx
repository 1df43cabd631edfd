import { windowsInWords } from '../../../../domain/calendar/holidays/windows-in-words.ts'
import { yearOf } from '../../../../domain/dates-in-words.ts'
import { toIstDate } from '../../../../domain/time.ts'
import type { HolidayCalendar } from '../../../../machines/calendar/holidays.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { useMarketTime } from '../../../kit/hooks/use-market-time.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { type ColumnOf, DataTable, type ListState } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import settings from '../settings-screen.module.css'
import { dayOfWeekAndDate } from './holiday-preview.tsx'
import styles from './holidays.module.css'

type Year = HolidayCalendar['years'][number]

interface Day {
  readonly date: string
  readonly name: string
  readonly hours: string
  readonly source: string
}

const MINUTE = 60_000
const none: readonly Year[] = []

const sourceOf = ({ source, file, isProvisional }: Year): string =>
  source === 'imported' ? (file ?? 'imported') : isProvisional ? 'built-in, provisional' : 'built-in'

const daysOf = (year: Year): readonly Day[] => {
  const sessions = new Map(year.sessions.map((one) => [one.date, one]))
  const closed = year.holidays.filter(({ date }) => !sessions.has(date))
  return [
    ...closed.map(({ date, name }) => ({ date, name, hours: windowsInWords(null), source: sourceOf(year) })),
    ...year.sessions.map(({ date, name, windows }) => ({
      date,
      name,
      hours: windowsInWords(windows),
      source: sourceOf(year),
    })),
  ]
}

const columns: readonly ColumnOf<Day>[] = [
  {
    id: 'date',
    title: 'Date',
    isRowHeader: true,
    minWidth: 130,
    cell: ({ date }) => <span className={text.strong}>{dayOfWeekAndDate(date)}</span>,
    sortBy: ({ date }) => date,
  },
  {
    id: 'name',
    title: 'Holiday',
    width: '1.6fr',
    minWidth: 140,
    cell: ({ name }) => <bdi className={text.second}>{name || '–'}</bdi>,
    sortBy: ({ name }) => name,
  },
  { id: 'hours', title: 'Trading', minWidth: 110, cell: ({ hours }) => hours, sortBy: ({ hours }) => hours },
  {
    id: 'source',
    title: 'From',
    minWidth: 120,
    cell: ({ source }) => <bdi className={text.muted}>{source}</bdi>,
    sortBy: ({ source }) => source,
  },
]

export function HolidayList() {
  const { dispatch } = useConsole()
  const years = useSnapshot('holidays', ({ context }) => context.output?.years ?? none)
  const message = useSnapshot('holidays', ({ context }) => context.message)
  const isLoading = useSnapshot('holidays', ({ context }) => context.output === null)
  const today = toIstDate(useMarketTime(MINUTE))
  const days = years
    .flatMap(daysOf)
    .filter(({ date }) => date >= today)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
  const imported = years.filter(({ source, year }) => source === 'imported' && year >= yearOf(today))
  const state: ListState =
    message !== null && isLoading
      ? { kind: 'failed', message, retry: () => dispatch({ to: 'holidays', event: { type: 'reload.now' } }) }
      : { kind: isLoading ? 'loading' : 'ready' }
  return (
    <Panel
      title="Coming holidays"
      className={settings.fill}
      note={state.kind === 'ready' && <Badge>{days.length}</Badge>}
    >
      {imported.length > 0 && (
        <div className={styles.imported}>
          {imported.map(({ year, file }) => (
            <p key={year}>
              <span className={text.second}>
                {year} is from <bdi>{file}</bdi>.
              </span>
              <Button
                onPress={() => dispatch({ to: 'holidayImport', event: { type: 'holidays.builtIn', year } })}
              >
                Use built-in {year}
              </Button>
            </p>
          ))}
        </div>
      )}
      <DataTable
        label="Coming holidays"
        rows={days}
        columns={columns}
        rowKey={({ date }) => date}
        phone={({ date, name, hours, source }) => ({
          title: dayOfWeekAndDate(date),
          value: hours,
          note: name || 'Holiday',
          detail: source,
        })}
        state={state}
        empty={
          <EmptyNotice icon="upload" title="No holidays are known">
            Import the exchange's list once it is published.
          </EmptyNotice>
        }
      />
    </Panel>
  )
}
