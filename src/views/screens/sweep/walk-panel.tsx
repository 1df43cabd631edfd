import { useMemo } from 'react'
import { combinationInWords, type SweepPlan } from '../../../domain/backtests/sweep/sweep-plan.ts'
import { type DayCurve, type WalkStep, walkFiguresOf } from '../../../domain/backtests/sweep/walk-figures.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import {
  countOf,
  formatCompactRupees,
  formatNumber,
  formatPercent,
  formatSigned,
  formatSignedRupees,
} from '../../../domain/format.ts'
import { startOfIstDate, toIstDate } from '../../../domain/time.ts'
import { EquityChart, type EquityPoint } from '../../charts/equity-chart.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Tiles } from '../../kit/layout/tiles.tsx'
import { Signed, toneOf } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './sweep-screen.module.css'

interface WalkPanelProps {
  readonly of: string
  readonly steps: readonly WalkStep[]
  readonly plan: SweepPlan
  readonly onOpen: (combination: number) => void
}

export function WalkPanel({ of, steps, plan, onOpen }: WalkPanelProps) {
  const walk = useMemo(() => walkFiguresOf(steps, plan.base.capital), [steps, plan])
  const points = useMemo(() => pointsOf(walk.curve), [walk])
  const columns = useMemo(() => columnsOf(plan), [plan])
  const tiles = [
    {
      label: 'Out-of-sample P&L',
      value: formatSignedRupees(walk.finalPnl, 0),
      detail: countOf(walk.trades, 'trade'),
      tone: toneOf(walk.finalPnl),
    },
    {
      label: 'Efficiency',
      value: formatPercent(walk.efficiency, 0),
      detail: walk.efficiency === null ? 'no profit in sample' : 'daily profit, out of sample / in sample',
    },
    { label: 'Max drawdown', value: formatPercent(walk.maxDraw), detail: 'of the stitched curve' },
    {
      label: 'Profitable windows',
      value: `${walk.profitableWindows} / ${walk.testedWindows}`,
      detail: `of ${countOf(steps.length, 'window')}`,
    },
  ]
  const summary = `${of}: ${formatSignedRupees(walk.finalPnl, 0)} over ${countOf(walk.testedWindows, 'window')}`
  return (
    <div className={styles.walk}>
      <Tiles label="Out of sample" tiles={tiles} />
      <Panel title={`Out of sample, ${of}`} className={styles.curve}>
        {points.length === 0 ? (
          <EmptyNotice title="No window could be tested">See the list below for the reason.</EmptyNotice>
        ) : (
          <EquityChart
            points={points}
            summary={summary}
            format={(value) => formatSignedRupees(value, 0)}
            formatShort={formatCompactRupees}
            formatInstant={(at) => toIstDate(at)}
          />
        )}
      </Panel>
      <Panel
        title="Windows"
        className={styles.windows}
        aside={
          <PressOrTap
            press="Enter backtests the chosen parameters over the full span"
            tap="Tap one to backtest the chosen parameters over the full span"
          />
        }
      >
        <DataTable
          label="Windows"
          rows={steps}
          columns={columns}
          rowKey={({ outFrom }) => outFrom}
          phone={(step) => onPhone(plan, step)}
          wordsFor={({ message }) =>
            message === null ? null : <span className={text.muted}>{message}</span>
          }
          onRowAction={({ chosen }) => {
            if (chosen !== null) onOpen(chosen)
          }}
          empty={<EmptyNotice title="No window has been tested" />}
        />
      </Panel>
    </div>
  )
}

const whole = (value: number | null) => formatSigned(value, 0)

const columnsOf = (plan: SweepPlan): readonly ColumnOf<WalkStep>[] => [
  {
    id: 'tested',
    title: 'Test period',
    isRowHeader: true,
    width: '2fr',
    minWidth: 150,
    cell: ({ outFrom, outTo }) => spanInWords(outFrom, outTo),
    sortBy: ({ outFrom }) => outFrom,
  },
  {
    id: 'chosenIn',
    title: 'Training period',
    width: '2fr',
    minWidth: 150,
    showFrom: 980,
    cell: ({ inFrom, inTo }) => spanInWords(inFrom, inTo),
  },
  {
    id: 'choice',
    title: 'Chosen',
    width: '3fr',
    minWidth: 140,
    showFrom: 640,
    cell: ({ chosen }) => (
      <span className={text.cut}>{chosen === null ? '' : combinationInWords(plan, chosen)}</span>
    ),
    sortBy: ({ chosen }) => chosen,
  },
  {
    id: 'inPnl',
    title: 'In sample',
    isNumeric: true,
    minWidth: 88,
    cell: ({ inSample }) => <Signed value={inSample?.finalPnl ?? null} format={whole} />,
    sortBy: ({ inSample }) => inSample?.finalPnl ?? null,
  },
  {
    id: 'inSharpe',
    title: 'Sharpe',
    isNumeric: true,
    minWidth: 62,
    showFrom: 760,
    cell: ({ inSample }) => formatNumber(inSample?.sharpe ?? null),
    sortBy: ({ inSample }) => inSample?.sharpe ?? null,
  },
  {
    id: 'outPnl',
    title: 'Out of sample',
    isNumeric: true,
    minWidth: 104,
    cell: ({ outOfSample }) => <Signed value={outOfSample?.finalPnl ?? null} format={whole} />,
    sortBy: ({ outOfSample }) => outOfSample?.finalPnl ?? null,
  },
  {
    id: 'outSharpe',
    title: 'Sharpe',
    isNumeric: true,
    minWidth: 62,
    showFrom: 760,
    cell: ({ outOfSample }) => formatNumber(outOfSample?.sharpe ?? null),
    sortBy: ({ outOfSample }) => outOfSample?.sharpe ?? null,
  },
  {
    id: 'trades',
    title: 'Trades',
    isNumeric: true,
    minWidth: 62,
    showFrom: 480,
    cell: ({ outOfSample }) => formatNumber(outOfSample?.trades ?? null, 0),
    sortBy: ({ outOfSample }) => outOfSample?.trades ?? null,
  },
]

const onPhone = (plan: SweepPlan, step: WalkStep): PhoneRow => ({
  title: spanInWords(step.outFrom, step.outTo),
  value: <Signed value={step.outOfSample?.finalPnl ?? null} format={whole} />,
  note: step.chosen === null ? (step.message ?? '') : combinationInWords(plan, step.chosen),
  detail: `in sample ${whole(step.inSample?.finalPnl ?? null)}`,
})

const pointsOf = ({ days, cumulative }: DayCurve): readonly EquityPoint[] => {
  let peak = 0
  return days.map((day, index) => {
    const equity = cumulative[index] ?? 0
    peak = Math.max(peak, equity)
    return { at: startOfIstDate(day), equity, drawdown: equity - peak }
  })
}
