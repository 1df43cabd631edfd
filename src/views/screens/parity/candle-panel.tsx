import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { type Candles, firstRowFrom, sliceCandles } from '../../../domain/charts/candle.ts'
import { intervalLabels, intervalMinutes } from '../../../domain/charts/interval.ts'
import type { ParityRow } from '../../../domain/deployments/parity/parity.ts'
import type { ParityReport } from '../../../domain/deployments/parity/report.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/time.ts'
import type { PriceLine } from '../../charts/candle-chart/lines/price-line.ts'
import type { ChartSpan, TradeMarker } from '../../charts/candle-chart/paint.ts'
import { useConsole } from '../../kit/console.tsx'
import { useInstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import styles from './parity.module.css'
import { clockOf, isBuy, isOfIndex, tradedIn } from './parity-words.ts'

const CandleChart = lazy(() =>
  import('../../charts/candle-chart/candle-chart.tsx').then((module) => ({ default: module.CandleChart })),
)

interface CandlePanelProps {
  readonly row: ParityRow
  readonly report: ParityReport
}

/** The candle of a row with those around it; the price that was expected and the one that was had are lines. */
export function CandlePanel({ row, report }: CandlePanelProps) {
  const { instruments } = useConsole()
  const { interval } = report.of
  const start = useRef<HTMLSpanElement>(null)
  // Where it stands below the rows, the key that opens it would seem to do nothing.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no cleanup.
    start.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const all = report.candles.get(tradedIn(row)) ?? null
  const candles = useMemo(() => (all === null ? null : aroundRow(all, row)), [all, row])
  const lines = useMemo(() => linesOf(row), [row])
  const markers = useMemo(() => markersOf(row), [row])
  const spans = useMemo(
    () => spansOf(row, (intervalMinutes(interval) ?? 0) * MINUTE_MS || DAY_MS),
    [row, interval],
  )
  const nameOfTraded = useInstrumentName()
  const title = `Candle ${clockOf(row.candle)}, ${nameOfTraded(tradedIn(row))}`
  return (
    <Panel
      title={<span ref={start}>{title}</span>}
      aside={intervalLabels[interval]}
      className={styles.curvePanel}
    >
      {candles === null || candles.time.length === 0 ? (
        <p className={styles.quiet}>There are no candles of this day.</p>
      ) : (
        <div className={styles.curve}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <CandleChart
              label={title}
              seriesKey={row.key}
              startsWhole
              hasLastPrice={false}
              candles={candles}
              priceLines={lines}
              markers={markers}
              spans={spans}
              tickSize={instruments()?.find(tradedIn(row))?.tickSize ?? 0.05}
            />
          </Suspense>
        </div>
      )}
    </Panel>
  )
}

/** Candles; more after it, so that the labels of the prices do not cover it. */
const BEFORE = 20
const AFTER = 26

const aroundRow = (candles: Candles, { candle, doneAt }: ParityRow): Candles => {
  const [first, last] = doneAt === null || doneAt > candle ? [candle, doneAt ?? candle] : [doneAt, candle]
  const from = Math.max(0, firstRowFrom(candles.time, first) - BEFORE)
  return sliceCandles(candles, from, firstRowFrom(candles.time, last) + AFTER)
}

const linesOf = (row: ParityRow): readonly PriceLine[] => {
  const { expected, done } = row
  if (expected !== null && done?.price === expected.price)
    return [{ id: 'both', kind: 'position', price: expected.price, label: 'Expected and actual' }]
  return [
    ...(expected === null
      ? []
      : [{ id: 'expected', kind: 'position' as const, price: expected.price, label: 'Expected' }]),
    ...(done === null || isOfIndex(row)
      ? []
      : [
          {
            id: 'done',
            kind: isBuy(row) ? ('buy' as const) : ('sell' as const),
            price: done.price,
            label: 'Actual',
          },
        ]),
  ]
}

const isFill = ({ intent }: ParityRow): boolean => intent === 'enter' || intent === 'exit'

const markersOf = (row: ParityRow): readonly TradeMarker[] =>
  row.done === null || !isFill(row) || isOfIndex(row)
    ? []
    : [{ at: row.doneAt ?? row.candle, ...row.done, side: isBuy(row) ? 'buy' : 'sell' }]

const spansOf = ({ candle, money }: ParityRow, length: number): readonly ChartSpan[] => [
  { from: candle, to: candle + length, tone: money.signals + money.prices < 0 ? 'down' : 'up' },
]
