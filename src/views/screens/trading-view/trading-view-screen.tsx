import { useEffect, useState } from 'react'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import { ChartPanel } from '../../charts/candle-chart/chart-panel.tsx'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Later } from '../../kit/deferred.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { SymbolField } from '../../kit/instrument/symbol-field.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import styles from './trading-view-screen.module.css'

/** The address restores only the first chart. */
export function TradingViewScreen() {
  const { setFocus } = useConsole()
  const run = useCommand()
  const instrument = useSnapshot('charts', ({ context }) => context.charts.first.instrument)
  const interval = useSnapshot('charts', ({ context }) => context.charts.first.interval)
  const second = useSnapshot('charts', ({ context }) => context.charts.second.instrument)
  const [isSplit, setSplit] = useState(false)
  useKeptCurrent('alerts')
  useEffect(() => setFocus({ kind: 'symbol', key: instrument, instrument }), [setFocus, instrument])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const symbol = parseInstrumentId(instrument)?.tradingSymbol ?? instrument
  const show = (place: 'first' | 'second') => (id: InstrumentId) =>
    run({ command: 'chart.instrument', args: { instrument: id, chart: place } })
  return (
    <div className={styles.page}>
      <ScreenTitle
        title={symbol}
        documentTitle={`${symbol} ${intervalLabels[interval]} Chart`}
        actions={
          <>
            <SymbolField label="Symbol" chosen={instrument} onChange={show('first')} />
            {isSplit && <SymbolField label="Second symbol" chosen={second} onChange={show('second')} />}
            <span className={styles.split}>
              <Button icon="chart" onPress={() => setSplit(!isSplit)} aria-pressed={isSplit}>
                {isSplit ? 'One chart' : 'Two charts'}
              </Button>
            </span>
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
      <div className={styles.charts} data-split={isSplit ? '' : undefined}>
        <Later>
          <ChartPanel place="first" isCompact={isSplit} canShowImported canDraw className={styles.chart} />
        </Later>
        {isSplit && <ChartPanel place="second" isCompact canShowImported canDraw className={styles.chart} />}
      </div>
    </div>
  )
}
