import {
  isTrailAlone,
  type Protection,
  type ProtectionKind,
  type StopLoss,
} from '../../../../domain/orders/order-draft.ts'
import { Select } from '../../../kit/control/field.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import styles from './ticket.module.css'

export type ProtectionChoice = ProtectionKind | 'trailPercent' | 'trailPoints'

interface ProtectionFieldProps {
  readonly label: 'Stop' | 'Target'
  readonly value: StopLoss | null
  readonly tickSize: number
  readonly lastPrice: number | null
  readonly problem?: string | undefined
  readonly onChange: (value: StopLoss | null) => void
  readonly choice: ProtectionChoice
  readonly onChoice: (choice: ProtectionChoice) => void
}

const choices = [
  { value: 'price', label: 'price ₹' },
  { value: 'percent', label: '% away' },
  { value: 'points', label: 'points' },
  { value: 'rupees', label: '₹ total' },
] as const satisfies readonly { value: ProtectionChoice; label: string }[]

const stopChoices = [
  ...choices,
  { value: 'trailPercent', label: 'trail %' },
  { value: 'trailPoints', label: 'trail pts' },
] as const satisfies readonly { value: ProtectionChoice; label: string }[]

/** A stop that begins elsewhere than its trailing distance shows where it begins. */
export const choiceOf = (protection: StopLoss): ProtectionChoice => {
  const { kind } = protection
  if (!isTrailAlone(protection)) return kind
  return kind === 'percent' ? 'trailPercent' : 'trailPoints'
}

const protectionAt = (choice: ProtectionChoice, value: number, before: StopLoss | null): StopLoss => {
  if (choice === 'trailPercent' || choice === 'trailPoints') {
    const distance = { kind: choice === 'trailPercent' ? 'percent' : 'points', value } as const
    return { ...distance, trail: distance }
  }
  const trail = before !== null && choiceOf(before) === choice ? before.trail : undefined
  const protection: Protection = { kind: choice, value }
  return trail === undefined ? protection : { ...protection, trail }
}

/** A price, or a distance from the average fill. */
export function ProtectionField({
  label,
  value,
  tickSize,
  lastPrice,
  problem,
  onChange,
  choice,
  onChoice,
}: ProtectionFieldProps) {
  const step = {
    price: tickSize,
    percent: 0.5,
    points: tickSize,
    rupees: 100,
    trailPercent: 0.5,
    trailPoints: tickSize,
  }[choice]
  const change = (next: ProtectionChoice) => {
    onChoice(next)
    if (value !== null) onChange(protectionAt(next, value.value, value))
  }
  return (
    <div className={styles.protection}>
      <StepField
        label={label}
        value={value?.value ?? null}
        step={step}
        from={choice === 'price' ? lastPrice : step}
        decimals={2}
        placeholder="none"
        problem={problem}
        onChange={(number) => onChange(number === null ? null : protectionAt(choice, number, value))}
      />
      <Select
        label={`${label} as`}
        value={choice}
        choices={label === 'Stop' ? stopChoices : choices}
        onChange={change}
      />
    </div>
  )
}
