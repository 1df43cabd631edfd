import { lazy, Suspense, useMemo } from 'react'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { candlesEndedBy } from '../../../domain/analysis/journal/trip-candles.ts'
import type { Excursion, PathStep } from '../../../domain/analysis/journal/trip-path.ts'
import { formatCompact, formatSignedCompact, formatSignedRupees } from '../../../domain/format.ts'
import { toIstClock } from '../../../domain/time.ts'
import type { PriceLine } from '../../charts/candle-chart/lines/price-line.ts'
import type { ChartSpan, TradeMarker } from '../../charts/candle-chart/paint.ts'
import { LineChart } from '../../charts/options/line-chart.tsx'
import { timeTicks } from '../../charts/time-ticks.ts'
import { useConsole } from '../../kit/console.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { excursionInWords } from './excursion-bar.tsx'
import styles from './trip-panel.module.css'
import type { LegsFound } from './use-excursions.ts'

const CandleChart = lazy(() =>
  import('../../charts/candle-chart/candle-chart.tsx').then((module) => ({ default: module.CandleChart })),
)

interface TripChartProps {
  readonly entry: JournalEntry
  readonly found: LegsFound & { readonly kind: 'found' }
  readonly path: readonly PathStep[]
  readonly excursion: Excursion | null
  /** Market time at which the chart ends; null shows all of it. */
  readonly until: number | null
}

export function TripChart(props: TripChartProps) {
  return (
    <div className={styles.chart}>
      {props.entry.legs.length > 1 ? <PathChart {...props} /> : <PriceChart {...props} />}
    </div>
  )
}

function PriceChart({ entry, found, excursion, until }: TripChartProps) {
  const { instruments } = useConsole()
  const [leg] = entry.legs
  const whole = found.legs[0]?.candles
  const candles = useMemo(
    () => (whole === undefined || until === null ? whole : candlesEndedBy(whole, until)),
    [whole, until],
  )
  const markers = useMemo(
    () =>
      (leg?.fills ?? []).filter(({ at }) => until === null || at <= until).map((fill): TradeMarker => fill),
    [leg, until],
  )
  const spans = useMemo((): readonly ChartSpan[] => {
    const { openedAt: from, closedAt, pnl } = entry
    if (until === null) return [{ from, to: closedAt, tone: pnl < 0 ? 'down' : 'up' }]
    return from > until
      ? []
      : [{ from, to: closedAt !== null && closedAt <= until ? closedAt : null, tone: 'up' }]
  }, [entry, until])
  const lines = useMemo(() => (until === null ? linesOf(excursion) : []), [excursion, until])
  if (leg === undefined || candles === undefined) return null
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <CandleChart
        label={`${leg.sym}, the trip`}
        seriesKey={String(entry.id)}
        startsWhole
        hasLastPrice={false}
        candles={candles}
        markers={markers}
        spans={spans}
        priceLines={lines}
        tickSize={instruments()?.find(leg.sym)?.tickSize ?? 0.05}
      />
    </Suspense>
  )
}

const linesOf = (excursion: Excursion | null): readonly PriceLine[] => {
  if (excursion === null) return []
  const { worst, best } = excursion
  return [
    ...(worst.price === null || worst.gained === 0
      ? []
      : [
          {
            id: 'worst',
            kind: 'stop' as const,
            price: worst.price,
            label: `MAE ${toIstClock(worst.at)}`,
          },
        ]),
    ...(best.price === null || best.gained === 0
      ? []
      : [
          {
            id: 'best',
            kind: 'target' as const,
            price: best.price,
            label: `MFE ${toIstClock(best.at)}`,
          },
        ]),
  ]
}

/** Several legs are drawn by their combined gain: their prices share no axis. */
function PathChart({ path, excursion, until }: TripChartProps) {
  const lines = useMemo(() => {
    const shown = path.filter(({ at }, index) => index === 0 || until === null || at <= until)
    return [{ name: 'P&L', points: shown.map(({ at, close }) => ({ x: at, y: close })) }]
  }, [path, until])
  return (
    <LineChart
      label="P&L of all legs"
      lines={lines}
      levels={[{ y: 0, label: '0' }]}
      uprights={[]}
      ticksOf={({ x, width }) => {
        const [from = 0, until = 0] = x.domain()
        return timeTicks(from, until, Math.max(2, Math.floor(width / 64))).map(({ at }) => at)
      }}
      formatX={toIstClock}
      formatTick={toIstClock}
      formatY={formatSignedRupees}
      formatLevel={(y) => (y === 0 ? formatCompact(0) : formatSignedCompact(y))}
      summary={`P&L of all legs. ${excursion === null ? '' : excursionInWords(excursion)}`}
    />
  )
}
