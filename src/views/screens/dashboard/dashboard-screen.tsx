import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import {
  type DashboardPeriod,
  type DashboardShown,
  dashboardPeriods,
  readDashboard,
} from '../../../domain/analysis/dashboard-address.ts'
import {
  type ChosenTrips,
  groupsOfTrip,
  type Performance,
  performanceOf,
} from '../../../domain/analysis/performance.ts'
import { type Period, periodAround, periodNames } from '../../../domain/analysis/period.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { type IstDate, toIstDate } from '../../../domain/time.ts'
import type { LoadedHistory } from '../../../machines/analysis/account-history.ts'
import { accountBooks } from '../../kit/account-books.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Later } from '../../kit/deferred.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { openLine } from '../../kit/open-path.ts'
import text from '../../theme/text.module.css'
import { AutomationPanels } from './automation-panels.tsx'
import { ChargesPanel } from './charges-panel.tsx'
import { CurvePanel } from './curve-panel.tsx'
import styles from './dashboard-screen.module.css'
import { DaysPanel } from './days-panel.tsx'
import { ExposurePanel } from './exposure-panel.tsx'
import { type FirstGrouping, GroupsPanel, useGroupName } from './groups-panel.tsx'
import { MarginPanel } from './margin-panel.tsx'
import { NotActedPanel } from './not-acted-panel.tsx'
import { PerformanceTiles } from './performance-tiles.tsx'
import { useTripTags } from './use-trip-tags.ts'

export function DashboardScreen() {
  const search = useSearch()
  const shown = useMemo(() => readDashboard(new URLSearchParams(search)), [search])
  const askAgain = useKeptCurrent('accountHistory', shown.book)
  const history = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? context.output : null,
  )
  const message = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? context.message : null,
  )
  return (
    <div className={styles.screen}>
      {history === null ? (
        <>
          <Title shown={shown} period={null} message={null} />
          {message === null ? (
            <div role="status" aria-label="Dashboard: loading">
              <Skeleton rows={12} />
            </div>
          ) : (
            <ErrorNotice message={message} onRetry={askAgain} />
          )}
        </>
      ) : (
        <Body shown={shown} history={history} message={message} />
      )}
    </div>
  )
}

interface BodyProps {
  readonly shown: DashboardShown
  readonly history: LoadedHistory
  readonly message: string | null
}

function Body({ shown, history, message }: BodyProps) {
  const [chosen, setChosen] = useState<ChosenTrips | null>(null)
  const [first, setFirst] = useState<FirstGrouping>('strategy')
  const tags = useTripTags(history.trips, first === 'tag' || chosen?.by === 'tag')
  const today = toIstDate(history.asOf)
  const opened = history.opening?.day ?? today
  const period = useMemo(
    () => periodAround(shown.kind, shown.at ?? today, { from: opened, to: today }),
    [shown, today, opened],
  )
  const whole = useMemo(() => performanceOf(history, period), [history, period])
  const performance = useMemo(
    () =>
      chosen === null
        ? whole
        : performanceOf(history, period, (trip) =>
            groupsOfTrip(trip, chosen.by, tags.byTrip).includes(chosen.key),
          ),
    [history, period, chosen, whole, tags.byTrip],
  )
  return (
    <>
      <Title shown={shown} period={period} message={message}>
        {chosen !== null && <Filter chosen={chosen} onClear={() => setChosen(null)} />}
      </Title>
      {history.opening === null || (whole.trips.length === 0 && whole.gross === 0) ? (
        <Nothing shown={shown} />
      ) : (
        <>
          <PerformanceTiles performance={performance} />
          <Charts performance={performance} book={shown.book} />
          <div className={styles.tables}>
            <GroupsPanel
              performance={whole}
              tags={tags}
              first={first}
              onFirst={setFirst}
              chosen={chosen}
              onChoose={setChosen}
            />
          </div>
          <div className={styles.foot}>
            <ChargesPanel history={history} period={period} />
            <Later>
              <MarginPanel book={shown.book} period={period} />
            </Later>
            {shown.book === 'broker' && <ExposurePanel />}
          </div>
        </>
      )}
      <Later>
        <AutomationPanels book={shown.book} period={period} />
        {shown.book === 'broker' && <NotActedPanel period={period} />}
      </Later>
    </>
  )
}

/** Fewer days make no curve. */
const CURVE_DAYS = 2

interface ChartsProps {
  readonly performance: Performance
  readonly book: DashboardShown['book']
}

function Charts({ performance, book }: ChartsProps) {
  const { run } = useConsole()
  const openDay = (day: IstDate) => run({ command: 'journal.open', args: { range: 'day', day, book } })
  return (
    <div className={styles.charts}>
      {performance.curve.length >= CURVE_DAYS ? (
        <CurvePanel performance={performance} onDay={openDay} />
      ) : (
        <Panel title="P&L and drawdown">
          <EmptyNotice title="The curve starts with the second day">
            Until then the figures above are of today.
          </EmptyNotice>
        </Panel>
      )}
      <DaysPanel performance={performance} onDay={openDay} />
    </div>
  )
}

function Nothing({ shown }: { readonly shown: DashboardShown }) {
  const { run } = useConsole()
  return (
    <EmptyNotice icon="dashboard" title={`No trades in the ${shown.book} book in this period`}>
      {shown.book === 'broker' ? (
        <Button onPress={() => run(openLine('buy '))}>Place an order</Button>
      ) : (
        'Virtual deployments trade in it.'
      )}
    </EmptyNotice>
  )
}

function Filter({ chosen, onClear }: { readonly chosen: ChosenTrips; readonly onClear: () => void }) {
  const nameOf = useGroupName()
  return (
    <Button keys="0" data-answers="0" data-answers-title="Show the whole account" onPress={onClear}>
      Only {nameOf(chosen)}
    </Button>
  )
}

const kinds = dashboardPeriods.map((value) => ({
  value,
  label: value === 'year' ? 'FY' : periodNames[value],
}))

interface TitleProps {
  readonly shown: DashboardShown
  readonly period: Period | null
  readonly message: string | null
  readonly children?: React.ReactNode
}

function Title({ shown, period, message, children }: TitleProps) {
  const { run } = useConsole()
  return (
    <ScreenTitle
      title="Dashboard"
      actions={
        <>
          <Button
            icon="left"
            keys="["
            aria-label="Previous period"
            isDisabled={shown.kind === 'all'}
            onPress={() => run({ command: 'dashboard.step', args: { by: -1 } })}
          />
          <Button
            icon="right"
            keys="]"
            aria-label="Next period"
            isDisabled={shown.kind === 'all'}
            onPress={() => run({ command: 'dashboard.step', args: { by: 1 } })}
          />
          <Button keys="y" onPress={() => run({ command: 'parity.open', args: {} })}>
            Parity today
          </Button>
        </>
      }
    >
      <Segmented<DashboardPeriod>
        label="Period"
        value={shown.kind}
        choices={kinds}
        onChange={(of) => run({ command: 'dashboard.open', args: { period: of } })}
      />
      <Segmented
        label="Book"
        value={shown.book}
        choices={accountBooks}
        onChange={(book) => run({ command: 'dashboard.open', args: { book } })}
      />
      {period !== null && (
        <span className={text.muted}>{`${spanInWords(period.from, period.to)}, net of charges`}</span>
      )}
      {message !== null && <span className={text.down}>{message}</span>}
      {children}
    </ScreenTitle>
  )
}
