import { useEffect, useState } from 'react'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { ChartSlot } from '../../../machines/charts/chart.ts'
import { ChartPanel } from '../../charts/candle-chart/chart-panel.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Later } from '../../kit/deferred.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { SymbolField } from '../../kit/instrument/symbol-field.tsx'
import { HiddenTitle } from '../../kit/layout/hidden-title.tsx'
import { ChainPanel } from './chain-panel.tsx'
import { QuickOrder } from './quick-order.tsx'
import { ScalperPositions } from './scalper-positions.tsx'
import styles from './scalper-screen.module.css'

const WIDE = '(min-width: 1900px)'

const tabs = [
  { value: 'chart', label: 'Chart' },
  { value: 'chain', label: 'Chain' },
  { value: 'order', label: 'Order' },
  { value: 'positions', label: 'Positions' },
] as const

type Tab = (typeof tabs)[number]['value']

export function ScalperScreen() {
  const underlying = useSnapshot('scalper', ({ context }) => context.underlying)
  const isPhone = useMedia(PHONE)
  return (
    <div className={styles.screen}>
      <HiddenTitle title={`${tradingSymbolOf(underlying)} Scalper`} />
      {isPhone ? <Tabs underlying={underlying} /> : <Columns underlying={underlying} />}
    </div>
  )
}

interface UnderlyingProps {
  readonly underlying: InstrumentId
}

function Columns({ underlying }: UnderlyingProps) {
  const isWide = useMedia(WIDE)
  const [isSplit, setSplit] = useState<boolean | null>(null)
  const hasTwo = isSplit ?? isWide
  const toggle = (
    <Button kind="quiet" aria-pressed={hasTwo} onPress={() => setSplit(!hasTwo)}>
      {hasTwo ? '1 chart' : '2 charts'}
    </Button>
  )
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <div className={styles.charts} data-split={hasTwo ? '' : undefined}>
          <Later>
            <UnderlyingChart underlying={underlying} isCompact aside={toggle} />
          </Later>
          {hasTwo && (
            <Later turn={5}>
              <TradedChart />
            </Later>
          )}
        </div>
        <Later turn={4}>
          <ScalperPositions />
        </Later>
      </div>
      <div className={styles.right}>
        <Later turn={3}>
          <ChainPanel />
        </Later>
        <Later turn={2}>
          <QuickOrder />
        </Later>
      </div>
    </div>
  )
}

function Tabs({ underlying }: UnderlyingProps) {
  const [tab, setTab] = useState<Tab>('chain')
  return (
    <>
      <div className={styles.tabs}>
        <Segmented label="Part of the Scalper" value={tab} choices={tabs} onChange={setTab} />
      </div>
      {tab === 'chart' && <UnderlyingChart underlying={underlying} isCompact />}
      {tab === 'chain' && <ChainPanel />}
      {tab === 'order' && <QuickOrder />}
      {tab === 'positions' && <ScalperPositions />}
    </>
  )
}

interface UnderlyingChartProps extends UnderlyingProps {
  readonly isCompact?: boolean
  readonly aside?: React.ReactNode
}

function UnderlyingChart({ underlying, isCompact = false, aside }: UnderlyingChartProps) {
  const { run } = useConsole()
  useChartOf('first', underlying)
  return (
    <ChartPanel
      slot="first"
      isCompact={isCompact}
      aside={
        <>
          <span className={styles.underlying}>
            <SymbolField
              label="Underlying"
              chosen={underlying}
              onChange={(instrument) => run({ command: 'scalper.open', args: { instrument } })}
            />
          </span>
          {aside}
        </>
      }
    />
  )
}

function TradedChart() {
  const instrument = useSnapshot('scalper', ({ context }) => context.instrument)
  useChartOf('second', instrument)
  return <ChartPanel slot="second" isCompact />
}

function useChartOf(slot: ChartSlot, instrument: InstrumentId | null): void {
  const { actors, dispatch } = useConsole()
  useEffect(() => {
    const shown = actors.charts.getSnapshot().context.charts[slot].instrument
    if (instrument !== null && instrument !== shown)
      dispatch({ to: 'charts', event: { type: 'chart.instrument', slot, instrument } })
  }, [actors, dispatch, slot, instrument])
}
