import { useMemo } from 'react'
import { Link } from 'wouter'
import { compareRuns, pairedDays, type RunComparison } from '../../../../domain/backtests/run-comparison.ts'
import { formatNumber, formatPercent, formatSignedPercent } from '../../../../domain/format.ts'
import { pathOf } from '../../../../domain/screens.ts'
import { startOfIstDate } from '../../../../domain/time.ts'
import type { LoadedRun } from '../../../../machines/backtests/backtest-rows.ts'
import { TwoCurves, type TwoCurvesPoint } from '../../../charts/two-curves.tsx'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import text from '../../../theme/text.module.css'
import { dailyReturnsOf, type Report, reportOf } from '../report.ts'
import { type FigureColumn, FigureTable } from '../tables/figure-table.tsx'
import { comparisonInWords } from './comparison-in-words.ts'
import styles from './comparison-panel.module.css'

/** Another run on the same days beside the one on screen, over all of its symbols. Nothing unless one is compared. */
export function ComparisonPanel({ report }: { readonly report: Report }) {
  const { run, dispatch } = useConsole()
  const isOff = useSnapshot('runComparison', (comparison) => comparison.matches('off'))
  const slug = useSnapshot('runComparison', ({ context }) => context.slug)
  const other = useSnapshot('runComparison', ({ context }) => context.run)
  const message = useSnapshot('runComparison', ({ context }) => context.message)
  if (isOff) return null
  return (
    <Panel
      title="Compared"
      note={
        slug !== null && (
          <>
            with{' '}
            <Link className={text.buy ?? ''} href={pathOf('backtest', { slug })}>
              <bdi>{nameOf(other) ?? slug}</bdi>
            </Link>
          </>
        )
      }
      aside={
        <Button kind="quiet" onPress={() => run({ command: 'backtest.compareNone', args: {} })}>
          Stop comparing
        </Button>
      }
    >
      {other !== null ? (
        <Compared report={report} other={other} />
      ) : message !== null ? (
        <ErrorNotice
          message={message}
          onRetry={() => dispatch({ to: 'runComparison', event: { type: 'comparison.retry' } })}
        />
      ) : (
        <div role="status" aria-label="The other run: loading">
          <Skeleton rows={6} />
        </div>
      )}
    </Panel>
  )
}

const nameOf = (run: LoadedRun | null): string | null => {
  if (run?.params == null) return null
  const { name, strategy } = run.params
  return strategy === undefined ? name : `${name} v${strategy.version}`
}

function Compared({ report, other }: { readonly report: Report; readonly other: LoadedRun }) {
  const name = nameOf(other) ?? other.slug
  const comparison = useMemo(() => {
    const beside = reportOf(other.rows, other.cumulative, null)
    return compareRuns(pairedDays(dailyReturnsOf(report), beside === null ? [] : dailyReturnsOf(beside)))
  }, [report, other])
  const points = useMemo(() => curvesOf(comparison), [comparison])
  return (
    <div className={styles.compared}>
      <p className={styles.verdict}>{comparisonInWords(comparison, name)}</p>
      {comparison.days.length > 1 && (
        <div className={styles.halves}>
          <FigureTable
            label="Both runs on the same days"
            rows={rowsOf(comparison)}
            columns={columnsFor(name)}
            rowKey={({ figure }) => figure}
          />
          <TwoCurves points={points} names={['This run', name]} />
        </div>
      )}
    </div>
  )
}

interface FigureRow {
  readonly figure: string
  readonly one: string
  readonly other: string
  readonly difference: string
}

const columnsFor = (name: string): readonly FigureColumn<FigureRow>[] => [
  { title: 'Figure', cell: ({ figure }) => figure },
  { title: 'This run', isNumeric: true, cell: ({ one }) => one },
  { title: name, isNumeric: true, cell: ({ other }) => other },
  { title: 'Difference', isNumeric: true, cell: ({ difference }) => difference },
]

const ratio = (value: number | null): string => formatNumber(value)

const rowsOf = ({ one, other, daysAhead, daysBehind }: RunComparison): readonly FigureRow[] => {
  const row = (
    figure: string,
    [mine, theirs]: readonly [number | null, number | null],
    write: (value: number | null) => string,
    writeDifference = write,
  ): FigureRow => ({
    figure,
    one: write(mine),
    other: write(theirs),
    difference: writeDifference(mine === null || theirs === null ? null : mine - theirs),
  })
  return [
    row('Return', [one.total, other.total], formatSignedPercent),
    row('Sharpe', [one.sharpe, other.sharpe], ratio),
    row('Volatility a year', [one.volatility, other.volatility], formatPercent, formatSignedPercent),
    row('Max drawdown', [one.drawdown, other.drawdown], formatPercent, formatSignedPercent),
    row('Days ahead', [daysAhead, daysBehind], (count) => formatNumber(count, 0)),
  ]
}

const curvesOf = ({ days }: RunComparison): readonly TwoCurvesPoint[] => {
  let one = 0
  let other = 0
  return days.map((day) => {
    one += day.one
    other += day.other
    return { at: startOfIstDate(day.day), one, other }
  })
}
