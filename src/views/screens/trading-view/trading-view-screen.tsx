import { useEffect, useMemo, useRef } from 'react'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import {
  type ChartLink,
  type ChartSlot,
  chartLinkNames,
  chartLinks,
  chartSlots,
  shownSlots,
} from '../../../domain/charts/layout.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { ChartPanel } from '../../charts/candle-chart/chart-panel.tsx'
import { ChartBusContext, createChartBus } from '../../charts/candle-chart/linked-charts.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { capOf, keysFor } from '../../kit/control/keys-for.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Later } from '../../kit/deferred.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { SymbolField } from '../../kit/instrument/symbol-field.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { LayoutsMenu } from './layouts-menu.tsx'
import styles from './trading-view-screen.module.css'

/** The address restores only the first chart. */
export function TradingViewScreen() {
  const { setFocus } = useConsole()
  const run = useCommand()
  const active = useSnapshot('chartLayout', ({ context }) => context.active)
  const instrument = useSnapshot('charts', ({ context }) => context.charts[active].instrument)
  const interval = useSnapshot('charts', ({ context }) => context.charts[active].interval)
  useKeptCurrent('alerts')
  useEffect(() => setFocus({ kind: 'symbol', key: instrument, instrument }), [setFocus, instrument])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const symbol = tradingSymbolOf(instrument)
  return (
    <div className={styles.page}>
      <ScreenTitle
        title={symbol}
        documentTitle={`${symbol} ${intervalLabels[interval]} Chart`}
        actions={
          <>
            <LayoutTools />
            <SymbolField
              label="Symbol"
              chosen={instrument}
              onChange={(id: InstrumentId) => run({ command: 'chart.instrument', args: { instrument: id } })}
            />
            <Button
              kind="primary"
              onPress={() => run({ command: 'order.ticket', args: { instrument, side: 'buy' } })}
            >
              Buy
            </Button>
            <Button
              kind="sell"
              onPress={() => run({ command: 'order.ticket', args: { instrument, side: 'sell' } })}
            >
              Sell
            </Button>
          </>
        }
      />
      <Charts />
    </div>
  )
}

const counts = chartSlots.map((_, index) => ({ value: String(index + 1), label: String(index + 1) }))

/** A phone shows the active chart alone. */
function LayoutTools() {
  const run = useCommand()
  const count = useSnapshot('chartLayout', ({ context }) => context.count)
  const links = useSnapshot('chartLayout', ({ context }) => context.links)
  const isMaximised = useSnapshot('chartLayout', ({ context }) => context.isMaximised)
  const more = keysFor({ command: 'layout.count', args: {} })
  const alone = { command: 'layout.maximise', args: {} } as const
  return (
    <div className={styles.tools}>
      <Segmented
        label="Number of charts"
        value={String(count)}
        choices={counts}
        onChange={(value) => run({ command: 'layout.count', args: { count: Number(value) } })}
      />
      {more !== null && <KeyCap keys={more} />}
      {count > 1 && (
        <>
          <LinkChoice links={links} />
          <Button kind="quiet" aria-pressed={isMaximised} onPress={() => run(alone)} {...capOf(alone)}>
            {isMaximised ? 'All charts' : 'Maximise'}
          </Button>
        </>
      )}
      <LayoutsMenu />
    </div>
  )
}

function LinkChoice({ links }: { readonly links: readonly ChartLink[] }) {
  const run = useCommand()
  return (
    <fieldset className={styles.links}>
      <legend>Link</legend>
      {chartLinks.map((link) => (
        <Button
          key={link}
          kind="quiet"
          aria-pressed={links.includes(link)}
          onPress={() => run({ command: 'layout.link', args: { link } })}
        >
          {chartLinkNames[link]}
        </Button>
      ))}
    </fieldset>
  )
}

function Charts() {
  const { actors } = useConsole()
  const isPhone = useMedia(PHONE)
  const count = useSnapshot('chartLayout', ({ context }) => context.count)
  const active = useSnapshot('chartLayout', ({ context }) => context.active)
  const isMaximised = useSnapshot('chartLayout', ({ context }) => context.isMaximised)
  const bus = useMemo(
    () =>
      createChartBus(() => {
        const { links } = actors.chartLayout.getSnapshot().context
        return { crosshair: links.includes('crosshair'), range: links.includes('range') }
      }),
    [actors],
  )
  const isAlone = count === 1 || isMaximised || isPhone
  const slots = isAlone ? [active] : shownSlots({ count })
  return (
    <ChartBusContext value={bus}>
      <div className={styles.charts} data-count={slots.length}>
        {slots.map((slot, index) => (
          <Later key={slot} turn={index + 1}>
            <OneOf slot={slot} isActive={slot === active} isAlone={isAlone} />
          </Later>
        ))}
      </div>
    </ChartBusContext>
  )
}

interface OneOfProps {
  readonly slot: ChartSlot
  readonly isActive: boolean
  readonly isAlone: boolean
}

/** Whatever is pressed or focused in a chart makes it the one that keys and lines act on; the focus goes along with it. */
function OneOf({ slot, isActive, isAlone }: OneOfProps) {
  const { dispatch } = useConsole()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focused = document.activeElement?.closest('[data-slot]') ?? null
    if (isActive && focused !== null && focused !== box.current)
      box.current?.querySelector<HTMLElement>('[data-chart]')?.focus({ preventScroll: true })
  }, [isActive])
  const activate = () => {
    if (!isActive) dispatch({ to: 'chartLayout', event: { type: 'layout.focus', slot } })
  }
  return (
    <div
      ref={box}
      className={styles.one}
      data-slot={slot}
      data-active={isActive && !isAlone ? '' : undefined}
      data-idle={isActive || isAlone ? undefined : ''}
      onPointerDownCapture={activate}
      onFocusCapture={activate}
    >
      <ChartPanel
        slot={slot}
        isCompact={!isAlone}
        isWhole
        className={styles.chart}
        {...(isAlone ? {} : { number: chartSlots.indexOf(slot) + 1 })}
      />
    </div>
  )
}
