import { useMemo } from 'react'
import type { ReviewedTrade } from '../../../../machines/backtests/trade-review.ts'
import { CandleChart, type ChartLineView } from '../../../charts/candle-chart/candle-chart.tsx'

interface ReviewChartProps {
  readonly reviewed: ReviewedTrade
  readonly symbol: string
}

export function ReviewChart({ reviewed, symbol }: ReviewChartProps) {
  const { key, candles, lines, marks } = reviewed
  const drawn = useMemo(
    () =>
      lines.map(
        ({ label, values, draw }, colour): ChartLineView => ({
          label,
          values,
          draw,
          colour,
          pane: 'price',
          tone: null,
          levels: [],
        }),
      ),
    [lines],
  )
  return (
    <CandleChart
      label={`${symbol} around the trade`}
      seriesKey={key}
      startsWhole
      candles={candles}
      lines={drawn}
      markers={marks}
      hasLastPrice={false}
    />
  )
}
