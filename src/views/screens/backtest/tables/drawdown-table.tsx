import { useMemo } from 'react'
import { type DrawdownSpell, deepestDrawdowns } from '../../../../domain/backtests/report-tables/drawdowns.ts'
import { dateInWords } from '../../../../domain/dates-in-words.ts'
import { countOf, formatPercent, formatRupees } from '../../../../domain/format.ts'
import { type EpochMs, epochMs, toIstDate } from '../../../../domain/time.ts'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { equityOf } from '../equity-of.ts'
import { resultsOf } from '../report.ts'
import { below } from '../report-tiles.ts'
import { type FigureColumn, FigureTable } from './figure-table.tsx'
import type { TableProps } from './table-props.ts'

const SHOWN = 10
const day = (at: EpochMs) => dateInWords(toIstDate(at))

const columns: readonly FigureColumn<DrawdownSpell>[] = [
  { title: 'From', cell: ({ peakAt }) => day(peakAt) },
  { title: 'Trough', cell: ({ troughAt }) => day(troughAt) },
  {
    title: 'Recovered',
    cell: ({ recoveredAt }) => (recoveredAt === null ? 'not yet' : day(recoveredAt)),
    isSpare: true,
  },
  {
    title: 'Depth',
    cell: ({ depth }) => below(depth, (size) => formatRupees(size, 0)),
    isNumeric: true,
  },
  { title: 'Of peak', cell: ({ percent }) => below(percent, (size) => formatPercent(size)), isNumeric: true },
  { title: 'Fall', cell: ({ daysDown }) => countOf(daysDown, 'day'), isNumeric: true, isSpare: true },
  {
    title: 'Recovery',
    cell: ({ daysUp, recoveredAt }) =>
      recoveredAt === null ? `${countOf(daysUp, 'day')} so far` : countOf(daysUp, 'day'),
    isNumeric: true,
    isSpare: true,
  },
]

export function DrawdownTable({ report, capital }: TableProps) {
  const spells = useMemo(() => {
    const results = resultsOf(report)
    const curve = equityOf(results).map(({ at, equity }) => ({ at: epochMs(at), equity }))
    return deepestDrawdowns(curve, capital * results.length, SHOWN)
  }, [report, capital])
  return spells.length === 0 ? (
    <EmptyNotice icon="chart" title="No drawdown" />
  ) : (
    <FigureTable
      label="Deepest drawdowns"
      rows={spells}
      columns={columns}
      rowKey={({ peakAt, troughAt }) => `${peakAt}-${troughAt}`}
    />
  )
}
