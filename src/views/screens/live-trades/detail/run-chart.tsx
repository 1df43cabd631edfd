import { useMemo, useRef } from 'react'
import type { Candles } from '../../../../domain/charts/candle.ts'
import { intervalLabels } from '../../../../domain/charts/interval.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import type { ChartSeries } from '../../../../machines/deployments/deployment-chart.ts'
import type { OrderLogLine } from '../../../../machines/deployments/deployment-log.ts'
import type { DeploymentRun } from '../../../../machines/deployments/deployments.ts'
import { candleAt } from '../../../../market/candle-series.ts'
import { type LiveCandle, watchLiveCandle } from '../../../../market/live-candle.ts'
import { CandleChart } from '../../../charts/candle-chart/candle-chart.tsx'
import type { PriceLine } from '../../../charts/candle-chart/lines/price-line.ts'
import type { ChartSpan, TradeMarker } from '../../../charts/candle-chart/paint.ts'
import { useConsole } from '../../../kit/console.tsx'
import { heldInWords } from '../deployment-row.ts'
import { linesOfRun, spansOfLog } from './log-entries.ts'

interface RunChartProps {
  readonly run: DeploymentRun
  readonly series: ChartSeries
  readonly candles: Candles
  readonly lines: readonly OrderLogLine[]
  /** A candle closed, so that those loaded are no longer all. */
  readonly onGrown: () => void
}

export function RunChart({ run, series, candles, lines, onGrown }: RunChartProps) {
  const { instruments } = useConsole()
  const { instrument, interval } = series
  const watchLive = useLiveCandle(series, candles, onGrown)
  const priceLines = useMemo(() => priceLinesOf(run), [run])
  const { segSym, leg, contract } = run
  const mine = useMemo(() => linesOfRun(lines, { segSym, leg, contract }), [lines, segSym, leg, contract])
  const markers = useMemo(() => markersOf(mine), [mine])
  const spans = useMemo(() => spansOf(mine, run), [mine, run])
  return (
    <CandleChart
      label={`${tradingSymbolOf(instrument)}, ${intervalLabels[interval]}`}
      seriesKey={`${instrument} ${interval}`}
      candles={candles}
      watchLive={watchLive}
      priceLines={priceLines}
      markers={markers}
      spans={spans}
      tickSize={instruments()?.find(instrument)?.tickSize ?? 0.05}
    />
  )
}

const priceLinesOf = (run: DeploymentRun): readonly PriceLine[] => {
  const { averagePrice, stopPrice, targetPrice } = run
  const line = (id: 'stop' | 'target', price: number | null): readonly PriceLine[] =>
    price === null ? [] : [{ id, kind: id, price, label: id === 'stop' ? 'Stop' : 'Target' }]
  return [
    ...(averagePrice === null
      ? []
      : [{ id: 'entry', kind: 'position' as const, price: averagePrice, label: heldInWords(run) }]),
    ...line('stop', stopPrice),
    ...line('target', targetPrice),
  ]
}

const markersOf = (lines: readonly OrderLogLine[]): readonly TradeMarker[] =>
  lines.flatMap(({ kind, at, price, side, quantity }) =>
    (kind === 'entered' || kind === 'exited') && price !== null && side !== null && quantity !== null
      ? [{ at, price, side, quantity }]
      : [],
  )

/** While it is held, in the colour of what it would make at the server's last price. */
const spansOf = (
  lines: readonly OrderLogLine[],
  { pnlToday, realisedToday }: DeploymentRun,
): readonly ChartSpan[] =>
  spansOfLog(lines).map(({ from, to, pnl }) => ({
    from,
    to,
    tone: (pnl ?? pnlToday - realisedToday) < 0 ? 'down' : 'up',
  }))

/** Ticks bypass React; the first one of a new candle says that the one before has closed. */
function useLiveCandle({ instrument, interval }: ChartSeries, candles: Candles, onGrown: () => void) {
  const { quotes } = useConsole()
  const toldOf = useRef(0)
  return useMemo(() => {
    const rows = candles.time.length
    const last = rows === 0 ? null : candleAt(candles, rows - 1)
    return (tell: (candle: LiveCandle) => void) =>
      watchLiveCandle(quotes, { instrument, interval, last }, (candle) => {
        tell(candle)
        if (candle.time <= (last?.time ?? 0) || candle.time <= toldOf.current) return
        toldOf.current = candle.time
        onGrown()
      })
  }, [quotes, instrument, interval, candles, onGrown])
}
