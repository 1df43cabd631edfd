import { spanLimitDays } from '../../../domain/backtests/span-limits.ts'
import { products } from '../../../domain/orders/order.ts'
import { SLIPPAGE_BPS_MAX } from '../../../machines/shell/preferences.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Select, Switch } from '../../kit/control/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { NumberPreference } from './number-preference.tsx'
import styles from './settings-screen.module.css'

const productChoices = [
  { value: '', label: 'By interval and instrument' },
  ...products.map((product) => ({ value: product, label: product })),
] as const

export function DefaultsSection() {
  const run = useCommand()
  const product = useSnapshot('preferences', ({ context }) => context.product ?? '')
  const slippage = useSnapshot('preferences', ({ context }) => context.slippageBps)
  const isLifted = useSnapshot('preferences', ({ context }) => context.liftSpanLimits)
  const limits = `Minute candles ${spanLimitDays('min')} days, hours ${spanLimitDays('hour')}, days ${spanLimitDays('day')}, others ${spanLimitDays('5min')}.`
  return (
    <Panel title="Backtest defaults" note="used when a command omits them">
      <div className={styles.body}>
        <NumberPreference
          label="Slippage, basis points"
          value={slippage}
          inputMode="decimal"
          max={SLIPPAGE_BPS_MAX}
          format={/^\d{1,4}(\.\d{1,2})?$/}
          help="Applied against you on every fill"
          problem={`A number from 0 to ${SLIPPAGE_BPS_MAX}`}
          onChange={(bps) => run({ command: 'slippage.set', args: { bps } })}
        />
        <Select
          className={styles.narrow}
          label="Product"
          value={product}
          choices={productChoices}
          help="Intraday candles use MIS, daily stock candles cash, everything else NRML"
          onChange={(value) => run({ command: 'preference.backtestProduct', args: { value } })}
        />
        <Switch
          label="Remove span limits"
          isOn={isLifted}
          help={`${limits} Runs on simulated candles are cut to this span, and the report shows it. Imported candles are never cut. On: no run is cut.`}
          onChange={(isOn) => run({ command: isOn ? 'spanLimits.lift' : 'spanLimits.keep', args: {} })}
        />
      </div>
    </Panel>
  )
}
