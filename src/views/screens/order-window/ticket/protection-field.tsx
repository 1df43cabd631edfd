import type { Protection, ProtectionKind } from '../../../../domain/orders/order-draft.ts'
import { Select } from '../../../kit/control/field.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import styles from './ticket.module.css'

interface ProtectionFieldProps {
  readonly label: 'Stop' | 'Target'
  readonly value: Protection | null
  readonly tickSize: number
  readonly lastPrice: number | null
  readonly problem?: string | undefined
  readonly onChange: (value: Protection | null) => void
  readonly kind: ProtectionKind
  readonly onKind: (kind: ProtectionKind) => void
}

const kinds = [
  { value: 'price', label: 'price ₹' },
  { value: 'percent', label: '% away' },
  { value: 'points', label: 'points' },
  { value: 'rupees', label: '₹ total' },
] as const satisfies readonly { value: ProtectionKind; label: string }[]

/** A price, or a distance from the average fill. */
export function ProtectionField({
  label,
  value,
  tickSize,
  lastPrice,
  problem,
  onChange,
  kind,
  onKind,
}: ProtectionFieldProps) {
  const step = { price: tickSize, percent: 0.5, points: tickSize, rupees: 100 }[kind]
  const change = (next: ProtectionKind) => {
    onKind(next)
    if (value !== null) onChange({ kind: next, value: value.value })
  }
  return (
    <div className={styles.protection}>
      <StepField
        label={label}
        value={value?.value ?? null}
        step={step}
        from={kind === 'price' ? lastPrice : step}
        decimals={2}
        placeholder="none"
        problem={problem}
        onChange={(number) => onChange(number === null ? null : { kind, value: number })}
      />
      <Select label={`${label} as`} value={kind} choices={kinds} onChange={change} />
    </div>
  )
}
