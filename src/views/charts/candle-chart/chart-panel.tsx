import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Candles, emptyCandles } from '../../../domain/charts/candle.ts'
import { type ImportedSpan, importedIntervals } from '../../../domain/charts/chart-history.ts'
import { type Interval, intervalLabels, intervals } from '../../../domain/charts/interval.ts'
import { parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import type { ChartContext, ChartReplay, ChartSlot } from '../../../machines/charts/chart.ts'
import { candleAt } from '../../../market/candle-series.ts'
import { type LiveCandle, watchLiveCandle } from '../../../market/live-candle.ts'
import { useIsArmed } from '../../kit/arming/use-is-armed.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import { CandleChart, type ChartLineView } from './candle-chart.tsx'
import styles from './chart-panel.module.css'
import { DrawingsMenu } from './drawings/drawings-menu.tsx'
import { useChartDrawing } from './drawings/use-chart-drawing.ts'
import { CandleClock } from './head/candle-clock.tsx'
import { IndicatorChips } from './head/chips.tsx'
import { LookMenu } from './head/look-menu.tsx'
import { HistorySwitch, NothingImported, sourceOf, useImported } from './imported-history.tsx'
import { shortIntervals } from './interval-labels.ts'
import { useDaysPainter } from './lines/load-days-painter.ts'
import { useChartTrades } from './lines/use-chart-trades.tsx'
import { useLevelLines } from './lines/use-level-lines.ts'
import { useLineMovement } from './lines/use-line-movement.ts'
import { replayed } from './replay/replayed.ts'

const DrawingBar = lazy(() =>
  import('./drawings/drawing-bar.tsx').then((module) => ({ default: module.DrawingBar })),
)

const ArmedChart = lazy(() =>
  import('./click-trade/armed-chart.tsx').then((module) => ({ default: module.ArmedChart })),
)

const ReplayBar = lazy(() =>
  import('./replay/replay-bar.tsx').then((module) => ({ default: module.ReplayBar })),
)

interface ChartPanelProps {
  readonly slot: ChartSlot
  readonly isCompact?: boolean
  /** The whole screen is the chart: imported history, alerts, drawings and trading by click, which the Scalper leaves out. */
  readonly isWhole?: boolean
  /** Shown in the head where there are several charts. */
  readonly number?: number
  readonly className?: string | undefined
  readonly aside?: ReactNode
}

const compactIntervals: readonly Interval[] = ['min', '5min', '15min', 'hour', 'day']
const nothing = emptyCandles(0)
const noLines: readonly ChartLineView[] = []
/** Below this width the switch does not fit beside twelve intervals and a few indicators. */
const NARROW = '(max-width: 1500px)'

export function ChartPanel(props: ChartPanelProps) {
  const { slot, isCompact = false, isWhole = false, number } = props
  const { dispatch } = useConsole()
  const chart = useSnapshot('charts', ({ context }) => context.charts[slot])
  const [isTable, setTable] = useState(false)
  const isPhone = useMedia(PHONE)
  const isNarrow = useMedia(NARROW)
  const isOneOf = number !== undefined
  useEffect(() => {
    dispatch({ to: 'charts', event: { type: 'charts.watch', slot } })
    return () => dispatch({ to: 'charts', event: { type: 'charts.unwatch', slot } })
  }, [dispatch, slot])
  const imported = useImported(chart.instrument)
  const isImported = chart.history === 'imported'
  const symbol = parseInstrumentId(chart.instrument)?.tradingSymbol ?? chart.instrument
  const choice = isWhole && (isImported || imported.length > 0) && (
    <HistorySwitch slot={slot} history={chart.history} />
  )
  return (
    <Panel
      className={props.className}
      title={
        <>
          {isOneOf && <span className={styles.number}>{number}</span>} <bdi>{symbol}</bdi>
        </>
      }
      isNoteWhole
      note={!isImported && chart.replay === null && <LastPrice of={chart.instrument} hasPercent />}
      aside={
        <>
          {props.aside}
          {!isNarrow && choice}
          <Intervals
            isList={isPhone || isOneOf}
            slot={slot}
            interval={chart.interval}
            offered={
              isImported
                ? importedIntervals(imported)
                : isCompact && !isPhone && !isOneOf
                  ? compactIntervals
                  : intervals
            }
          />
          {!isPhone && <Tools chart={chart} hasDrawings={isWhole && !(isNarrow && isOneOf)} />}
          <TableSwitch isTable={isTable} onChange={setTable} />
        </>
      }
    >
      {(isPhone || (isNarrow && choice)) && (
        <div className={styles.phoneRow}>
          {choice}
          {isPhone && <Tools chart={chart} hasDrawings={isWhole} />}
        </div>
      )}
      <ChartBody
        slot={slot}
        chart={chart}
        imported={imported}
        label={`${symbol}, ${intervalLabels[chart.interval]}${isImported ? `, ${sourceOf(imported)}` : ''}`}
        isTable={isTable}
        isWhole={isWhole}
        hasBar={isWhole && !isCompact && !isPhone}
      />
    </Panel>
  )
}

interface ToolsProps {
  readonly chart: ChartContext
  readonly hasDrawings: boolean
}

function Tools({ chart, hasDrawings }: ToolsProps) {
  return (
    <>
      <IndicatorChips slot={chart.slot} chart={chart} />
      <LookMenu slot={chart.slot} look={chart.look} indicators={chart.indicators} />
      {hasDrawings && <DrawingsMenu instrument={chart.instrument} />}
    </>
  )
}

interface SlotProps {
  readonly slot: ChartSlot
}

function Intervals({
  slot,
  interval,
  offered,
  isList,
}: SlotProps & {
  readonly interval: Interval
  readonly offered: readonly Interval[]
  readonly isList: boolean
}) {
  const run = useCommand()
  const isPhone = useMedia(PHONE)
  const set = (value: Interval) => run({ command: 'chart.interval', args: { interval: value, chart: slot } })
  const choices = withChosen(offered, interval)
  if (isList) {
    return (
      <select
        aria-label="Interval"
        className={styles.select}
        value={interval}
        onChange={(event) => set(event.target.value as Interval)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {isPhone ? intervalLabels[one] : shortIntervals[one]}
          </option>
        ))}
      </select>
    )
  }
  return (
    <Segmented
      label="Interval"
      value={interval}
      choices={choices.map((value) => ({ value, label: shortIntervals[value] }))}
      onChange={set}
    />
  )
}

const withChosen = (offered: readonly Interval[], chosen: Interval): readonly Interval[] =>
  intervals.filter((one) => one === chosen || offered.includes(one))

interface ChartBodyProps extends SlotProps {
  readonly chart: ChartContext
  readonly imported: readonly ImportedSpan[]
  readonly label: string
  readonly isTable: boolean
  readonly isWhole: boolean
  readonly hasBar: boolean
}

function ChartBody(props: ChartBodyProps) {
  const { slot, chart, imported, label, isTable, isWhole, hasBar } = props
  const { instrument, interval, replay, candles, message, isLoading } = chart
  const isImported = chart.history === 'imported'
  const isNow = !isImported && replay === null
  const shown = useShown(chart, isWhole)
  const isClicked = useIsClicked(slot, isWhole)
  const drawing = useChartDrawing({ slot, instrument, interval, canDraw: isWhole && !isClicked })
  const { retry, arrived, share, askOlder } = useChartActs(slot)
  if (candles === null && message !== null) return <ErrorNotice message={message} onRetry={retry} />
  if (candles !== null && candles.time.length === 0 && !isLoading) {
    if (isImported) return <NothingImported slot={slot} chart={chart} imported={imported} />
    return (
      <EmptyNotice icon="chart" title={`No candles: ${label}`}>
        No data for this interval yet. Try another interval.
      </EmptyNotice>
    )
  }
  const picture = (
    <CandleChart
      label={label}
      slot={slot}
      seriesKey={`${chart.instrument} ${chart.interval} ${chart.history}`}
      {...shown}
      drawing={drawing}
      tickSize={drawing.tickSize}
      isTable={isTable}
      hasLastPrice={!isImported}
      look={chart.look}
      chosenPane={chart.pane}
      onPaneShare={share}
      clock={isNow && <CandleClock instrument={instrument} interval={interval} />}
      clicked={isClicked ? instrument : null}
      goal={chart.goal?.isLoaded === true ? chart.goal.at : null}
      onArrived={arrived}
      onOlder={chart.isWhole || chart.isLoadingOlder ? undefined : askOlder}
    >
      {candles === null && <Waiting label={label} />}
      {isImported && (
        <p className={styles.source}>
          <Badge tone="amber">{sourceOf(imported)}</Badge>
        </p>
      )}
      {replay !== null && <Replay candles={shown.candles} replay={replay} />}
      {candles !== null && message !== null && <Trouble slot={slot} message={message} />}
    </CandleChart>
  )
  const armed = isClicked && (
    <Suspense fallback={null}>
      <ArmedChart instrument={instrument} />
    </Suspense>
  )
  return (
    <>
      {armed}
      {!hasBar || isTable ? picture : <WithBar>{picture}</WithBar>}
    </>
  )
}

const WithBar = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>
    <Suspense fallback={<div className={styles.barRoom} />}>
      <DrawingBar />
    </Suspense>
    {children}
  </div>
)

const useIsClicked = (slot: ChartSlot, isLarge: boolean): boolean => {
  const isArmed = useIsArmed()
  const isActive = useSnapshot('chartLayout', ({ context }) => context.active === slot)
  return isLarge && isArmed && isActive
}

function useChartActs(slot: ChartSlot) {
  const { dispatch } = useConsole()
  const retry = () => dispatch({ to: 'charts', event: { type: 'chart.retry', slot } })
  const arrived = useCallback(
    () => dispatch({ to: 'charts', event: { type: 'chart.arrived', slot } }),
    [dispatch, slot],
  )
  const share = useCallback(
    (pane: string, share: number) =>
      dispatch({ to: 'charts', event: { type: 'chart.paneShare', slot, pane, share } }),
    [dispatch, slot],
  )
  const askOlder = useCallback(
    () => dispatch({ to: 'charts', event: { type: 'chart.older', slot } }),
    [dispatch, slot],
  )
  return { retry, arrived, share, askOlder }
}

function Trouble({ slot, message }: SlotProps & { readonly message: string }) {
  const { dispatch } = useConsole()
  return (
    <p className={styles.trouble} role="status">
      <Icon name="warning" size={12} /> <bdi>{message}</bdi>
      <Button kind="quiet" onPress={() => dispatch({ to: 'charts', event: { type: 'chart.grown', slot } })}>
        Retry
      </Button>
    </p>
  )
}

function useShown(chart: ChartContext, hasAlerts: boolean) {
  const { slot, instrument, candles, lines: computed, replay } = chart
  const isImported = chart.history === 'imported'
  const isNow = !isImported && replay === null
  const { priceLines, termsOf, markers } = useChartTrades(isImported ? null : instrument, hasAlerts)
  const movement = useLineMovement(termsOf)
  const levelLines = useLevelLines(isNow ? instrument : null, chart.look.levels)
  const series = useMemo(() => replayed({ candles, lines: computed }, replay), [candles, computed, replay])
  const known = useMemo(
    () => (replay === null ? markers : markers.filter(({ at }) => at < replay.until)),
    [markers, replay],
  )
  return {
    candles: series.candles ?? nothing,
    watchLive: useLive(slot, chart),
    ...useLines({ ...chart, lines: series.lines }),
    priceLines: useMemo(() => (isNow ? [...levelLines, ...priceLines] : []), [isNow, levelLines, priceLines]),
    movement,
    markers: known,
    days: useDaysPainter(chart),
  }
}

interface ReplayProps {
  readonly candles: Candles
  readonly replay: ChartReplay
}

function Replay({ candles, replay }: ReplayProps) {
  return (
    <div className={styles.replay}>
      <Suspense fallback={null}>
        <ReplayBar replay={replay} candles={candles} />
      </Suspense>
    </div>
  )
}

function useLines({ lines: computed, indicators, history, replay }: ChartContext) {
  const lines = useMemo(() => viewsOf({ lines: computed, indicators }), [computed, indicators])
  const problems = useMemo(
    () => computed.filter((line) => line.message !== null).map((line) => `${line.label}: ${line.message}`),
    [computed],
  )
  const watchLines = useFollowed(history === 'market' && replay === null ? lines : noLines)
  return { lines, problems, watchLines }
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div className={styles.waiting} role="status" aria-label={`${label}: loading`}>
      {Array.from({ length: 40 }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
          key={index}
          className={styles.waitingBar}
          style={{ height: `${14 + ((index * 7) % 17)}%`, marginBottom: `${12 + ((index * 11) % 23)}%` }}
        />
      ))}
    </div>
  )
}

const viewsOf = ({
  lines,
  indicators,
}: Pick<ChartContext, 'lines' | 'indicators'>): readonly ChartLineView[] => {
  const drawn = lines.filter(({ message }) => message === null)
  return drawn.map((line) => ({
    label: line.label,
    values: line.values,
    pane: line.pane,
    draw: line.draw,
    tone: line.tone,
    levels: line.levels,
    edge: line.edge,
    isRelative: line.of !== null && line.pane === 'price',
    follows: line.isPrice ? line.of : null,
    // Lines of one indicator take consecutive colours; levels share one.
    colour:
      indicators.indexOf(line.indicator) +
      (line.draw === 'steps'
        ? 0
        : drawn.filter(({ indicator }) => indicator === line.indicator).indexOf(line)),
  }))
}

function useFollowed(lines: readonly ChartLineView[]) {
  const { quotes } = useConsole()
  return useMemo(() => {
    const followed = lines.flatMap(({ follows }, index) => (follows ? [{ follows, index }] : []))
    if (followed.length === 0) return undefined
    return (tell: (index: number, price: number) => void) => {
      const ends = followed.map(({ follows, index }) => {
        const take = (): void => {
          const quote = quotes.quote(follows)
          if (quote !== null && quote.freshness !== 'noData' && quote.lastPrice > 0)
            tell(index, quote.lastPrice)
        }
        take()
        return quotes.watch(follows, take)
      })
      return () => {
        for (const end of ends) end()
      }
    }
  }, [quotes, lines])
}

/** Ticks bypass the machine and React; a new candle tells the machine that the one before has closed. */
function useLive(slot: ChartSlot, { instrument, interval, candles, history, replay }: ChartContext) {
  const { quotes, dispatch } = useConsole()
  const toldOf = useRef(0)
  const isOfThisMarket = candles !== null && history === 'market' && replay === null
  return useMemo(() => {
    // Imported history and a replay have no current price.
    if (!isOfThisMarket) return undefined
    const rows = candles.time.length
    const last = rows === 0 ? null : candleAt(candles, rows - 1)
    return (tell: (candle: LiveCandle) => void) =>
      watchLiveCandle(quotes, { instrument, interval, last }, (candle) => {
        tell(candle)
        if (candle.time <= (last?.time ?? 0) || candle.time <= toldOf.current) return
        toldOf.current = candle.time
        dispatch({ to: 'charts', event: { type: 'chart.grown', slot } })
      })
  }, [isOfThisMarket, quotes, dispatch, slot, instrument, interval, candles])
}
