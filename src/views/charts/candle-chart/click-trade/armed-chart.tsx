import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { LOTS_MAX } from '../../../../domain/options/scalper-trade.ts'
import type { Product } from '../../../../domain/orders/order.ts'
import { productsFor, productWords } from '../../../../domain/orders/resolve-order.ts'
import { ArmingBar } from '../../../kit/arming/arming-bar.tsx'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Select } from '../../../kit/control/field.tsx'
import { PressOrTap } from '../../../kit/control/press-or-tap.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import styles from './armed-chart.module.css'

export function ArmedChart({ instrument: id }: { readonly instrument: InstrumentId }) {
  const { run } = useConsole()
  const lots = useSnapshot('scalper', ({ context }) => context.lots)
  const product = useSnapshot('scalper', ({ context }) => context.product)
  const instrument = useSnapshot('instruments', ({ context }) => context.index?.find(id) ?? null)
  if (instrument === null) return null
  const products = productsFor(instrument)
  const sizeLabel = instrument.lotSize > 1 ? 'Lots' : 'Quantity'
  const chosen: Product = products.includes(product) ? product : 'MIS'
  return (
    <section className={styles.bar} aria-label="Trade by clicks">
      <div className={styles.arming}>
        <ArmingBar said="Armed: a click below the last price buys, a click above it sells, at once">
          <PressOrTap
            press={
              <>
                a click <b>below</b> the last price buys, <b>above</b> it sells, at that price, at once
              </>
            }
            tap="Clicks of a mouse trade; a finger moves the chart"
          />
        </ArmingBar>
      </div>
      <div className={styles.size}>
        <span aria-hidden="true">{sizeLabel}</span>
        <StepField
          label={sizeLabel}
          isLabelHidden
          value={lots}
          step={1}
          min={1}
          onChange={(value) => {
            if (value !== null && value >= 1 && value <= LOTS_MAX)
              run({ command: 'scalper.setLots', args: { lots: value } })
          }}
        />
        <Select
          label="Product"
          isLabelHidden
          value={chosen}
          choices={products.map((value) => ({ value, label: productWords[value] }))}
          onChange={(value) => run({ command: 'scalper.product', args: { product: value } })}
        />
      </div>
    </section>
  )
}
