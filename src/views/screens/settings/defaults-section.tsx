import { useState } from 'react'
import { spanLimitDays } from '../../../domain/backtests/span-limits.ts'
import { products } from '../../../domain/orders/order.ts'
import { SLIPPAGE_BPS_MAX } from '../../../machines/shell/preferences.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Field, Select, Switch } from '../../kit/control/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './settings-screen.module.css'

const productChoices = [
  { value: '', label: 'By interval and instrument' },
  ...products.map((product) => ({ value: product, label: product })),
] as const

export function DefaultsSection() {
  const run = useCommand()
  const product = useSnapshot('preferences', ({ context }) => context.product ?? '')
  const isLifted = useSnapshot('preferences', ({ context }) => context.liftSpanLimits)
  const limits = `Minute candles ${spanLimitDays('min')} days, hours ${spanLimitDays('hour')}, days ${spanLimitDays('day')}, others ${spanLimitDays('5min')}.`
  return (
    <Panel title="Backtest defaults" note="used when a command omits them">
      <div className={styles.body}>
        <SlippageField />
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

function SlippageField() {
  const run = useCommand()
  const slippage = useSnapshot('preferences', ({ context }) => context.slippageBps)
  const [typed, setTyped] = useState(String(slippage))
  const isFair = /^\d{1,4}(\.\d{1,2})?$/.test(typed) && Number(typed) <= SLIPPAGE_BPS_MAX
  const change = (text: string) => {
    setTyped(text)
    if (/^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) <= SLIPPAGE_BPS_MAX)
      run({ command: 'slippage.set', args: { bps: Number(text) } })
  }
  return (
    <Field
      className={styles.narrow}
      label="Slippage, basis points"
      inputMode="decimal"
      value={typed}
      help="Applied against you on every fill"
      problem={isFair ? undefined : `A number from 0 to ${SLIPPAGE_BPS_MAX}`}
      onChange={change}
    />
  )
}
