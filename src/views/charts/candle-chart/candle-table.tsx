import { useEffect, useState } from 'react'
import type { Candles } from '../../../domain/charts/candle.ts'
import { formatCompact, formatNumber, formatSignedPercent } from '../../../domain/format.ts'
import { candleAt } from '../../../market/candle-series.ts'
import { fullInstant } from '../../kit/instants.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import type { CandlePlot, ReadCandle } from './candle-plot.ts'
import { percentOf } from './chart-words.ts'

const priceColumn = (id: 'open' | 'high' | 'low' | 'close', title: string): ColumnOf<ReadCandle> => ({
  id,
  title,
  isNumeric: true,
  cell: (candle) => formatNumber(candle[id]),
  sortBy: (candle) => candle[id],
})

const columns: readonly ColumnOf<ReadCandle>[] = [
  {
    id: 'time',
    title: 'Time (IST)',
    isRowHeader: true,
    minWidth: 130,
    cell: ({ time }) => fullInstant(time),
    sortBy: ({ time }) => time,
  },
  priceColumn('open', 'Open'),
  priceColumn('high', 'High'),
  priceColumn('low', 'Low'),
  priceColumn('close', 'Close'),
  {
    id: 'change',
    title: 'Change',
    isNumeric: true,
    cell: (candle) => <Signed value={percentOf(candle)} format={formatSignedPercent} />,
    sortBy: percentOf,
  },
  {
    id: 'volume',
    title: 'Volume',
    isNumeric: true,
    cell: ({ volume }) => (volume > 0 ? formatCompact(volume) : ''),
    sortBy: ({ volume }) => volume,
  },
]

interface CandleTableProps {
  readonly label: string
  readonly plot: CandlePlot
  readonly seriesKey: string
  readonly candles: Candles
}

export function CandleTable({ label, plot, seriesKey, candles }: CandleTableProps) {
  const [rows, setRows] = useState<readonly ReadCandle[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after the plot has other candles
  useEffect(() => {
    const frameId = requestAnimationFrame(() => setRows(visibleRows(plot)))
    return () => cancelAnimationFrame(frameId)
  }, [plot, seriesKey, candles])
  return (
    <DataTable
      label={`${label}: visible candles`}
      rows={rows}
      columns={columns}
      rowKey={({ time }) => String(time)}
      phone={(candle) => ({
        title: fullInstant(candle.time),
        value: formatNumber(candle.close),
        note: `${formatNumber(candle.low)} to ${formatNumber(candle.high)}`,
        detail: <Signed value={percentOf(candle)} format={formatSignedPercent} />,
      })}
      empty={<EmptyNotice icon="chart" title="No candles in view" />}
    />
  )
}

const visibleRows = (plot: CandlePlot): readonly ReadCandle[] => {
  const { from, to } = plot.visibleRows()
  const candles = plot.series().candles()
  return Array.from({ length: to - from }, (_, index) => {
    const row = to - 1 - index
    return { ...candleAt(candles, row), row, closeBefore: candles.close[row - 1] ?? null }
  })
}
