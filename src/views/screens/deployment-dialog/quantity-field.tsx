import type { StrategyQuantity } from '../../../domain/strategies/strategy.ts'
import { Select } from '../../kit/control/field.tsx'
import { StepField } from '../../kit/control/step-field.tsx'
import styles from './deploy.module.css'
import type { DeployForm } from './use-form.ts'

interface QuantityFieldProps {
  readonly form: DeployForm
  readonly choices: readonly { readonly value: StrategyQuantity['by']; readonly label: string }[]
}

export function QuantityField({ form: { draft, change, problemOf }, choices }: QuantityFieldProps) {
  const { quantity } = draft
  return (
    <div className={styles.pair}>
      <StepField
        label="Quantity"
        value={quantity.value}
        step={quantity.by === 'rupees' || quantity.by === 'risk' ? 1000 : 1}
        decimals={Number.isInteger(quantity.value) ? 0 : 2}
        problem={problemOf('quantity')}
        onChange={(value) => change({ quantity: { ...quantity, value: value ?? 0 } })}
      />
      <Select
        label="In"
        value={quantity.by}
        choices={choices}
        onChange={(by) => change({ quantity: { ...quantity, by } })}
      />
    </div>
  )
}
