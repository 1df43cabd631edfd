import { useMemo } from 'react'
import {
  isComputed,
  rowOfFigures,
  type SweepFigureName,
  type SweepFigures,
} from '../../../domain/backtests/sweep/figures.ts'
import {
  combinationInWords,
  countOfPlan,
  numbersOf,
  type SweepPlan,
} from '../../../domain/backtests/sweep/sweep-plan.ts'
import { countOf, formatNumber, formatSigned } from '../../../domain/format.ts'
import { useConsole } from '../../kit/console.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../kit/table/data-table.tsx'
import { measureInWords, measureNames } from './figure-words.ts'
import type { FiguresProps } from './grid-panel.tsx'
import styles from './sweep-screen.module.css'

/** An index into the columns; cells read their own figures. */
interface CombinationRow {
  readonly at: number
}

export function CombinationsPanel({ plan, figures, measure, onOpen }: FiguresProps) {
  const { setFocus } = useConsole()
  const rows = useMemo(
    () =>
      Array.from({ length: countOfPlan(plan) }, (_, at): CombinationRow => ({ at })).filter(({ at }) =>
        isComputed(figures, at),
      ),
    [plan, figures],
  )
  const columns = useMemo(() => columnsOf(plan, figures), [plan, figures])
  const phone = ({ at }: CombinationRow): PhoneRow => {
    const row = rowOfFigures(figures, at)
    return {
      title: combinationInWords(plan, at),
      value: <Signed value={row.finalPnl} format={whole} />,
      note: `${measureNames[measure]} ${measureInWords(measure, row[measure])}`,
      detail: row.trades === null ? '' : countOf(row.trades, 'trade'),
    }
  }
  return (
    <Panel
      title="Combinations"
      className={styles.combinations}
      note={<Badge>{formatNumber(rows.length, 0)}</Badge>}
      aside={<PressOrTap press="Enter runs one" tap="Tap one to run it" />}
    >
      <DataTable
        label="Combinations"
        rows={rows}
        columns={columns}
        rowKey={({ at }) => String(at)}
        nameOf={({ at }) => combinationInWords(plan, at)}
        phone={phone}
        initialSort={{ column: measure, direction: measure === 'maxDraw' ? 'ascending' : 'descending' }}
        onRowAction={({ at }) => onOpen(at)}
        onRowFocus={(row) =>
          setFocus(row === null ? { kind: '', key: '' } : { kind: 'combination', key: String(row.at) })
        }
        empty={<EmptyNotice title="No combinations tested" />}
      />
    </Panel>
  )
}

const whole = (value: number | null) => formatSigned(value, 0)

const AXES_MAX = 4
/** Approximate widths in pixels. */
const LETTER_WIDTH = 6.6
const DIGIT_WIDTH = 8
const CELL_PADDING = 22

const axisWidth = (label: string): number =>
  Math.max(64, Math.ceil(label.length * LETTER_WIDTH) + CELL_PADDING)

const columnsOf = (plan: SweepPlan, figures: SweepFigures): readonly ColumnOf<CombinationRow>[] => {
  const value =
    (name: SweepFigureName) =>
    ({ at }: CombinationRow) =>
      rowOfFigures(figures, at)[name]
  const figure = (
    name: SweepFigureName,
    title: string,
    decimals: number,
    more: Partial<ColumnOf<CombinationRow>> = {},
  ): ColumnOf<CombinationRow> => ({
    id: name,
    title,
    isNumeric: true,
    minWidth: 64,
    cell: (row) => formatNumber(value(name)(row), decimals),
    sortBy: value(name),
    ...more,
  })
  const pnl = value('finalPnl')
  const axes = plan.axes.slice(0, AXES_MAX)
  const numberWidth = String(countOfPlan(plan)).length * DIGIT_WIDTH + CELL_PADDING
  const taken = axes.reduce((sum, { label }) => sum + axisWidth(label), numberWidth)
  return [
    {
      id: 'number',
      title: '#',
      isRowHeader: true,
      minWidth: numberWidth,
      width: '0.6fr',
      cell: ({ at }) => at + 1,
      sortBy: ({ at }) => at,
    },
    ...axes.map(
      ({ label }, axis): ColumnOf<CombinationRow> => ({
        id: `axis${axis}`,
        title: label,
        isNumeric: true,
        minWidth: axisWidth(label),
        cell: ({ at }) => numbersOf(plan, at)[axis],
        sortBy: ({ at }) => numbersOf(plan, at)[axis] ?? null,
      }),
    ),
    figure('finalPnl', 'P&L', 0, { minWidth: 90, cell: (row) => <Signed value={pnl(row)} format={whole} /> }),
    figure('return', 'Return %', 2, { minWidth: 74, showFrom: taken + 356 }),
    figure('sharpe', 'Sharpe', 2),
    figure('maxDraw', 'DD %', 2),
    figure('trades', 'Trades', 0),
    figure('winRate', 'Win %', 1, { showFrom: taken + 420 }),
    figure('profitFactor', 'PF', 2, { showFrom: taken + 484 }),
    figure('chargesPaid', 'Charges', 0, { minWidth: 74, showFrom: taken + 558 }),
  ]
}
