import type { Side } from '../../../../domain/orders/order.ts'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import styles from './side-switch.module.css'

interface SideSwitchProps {
  readonly side: Side
  readonly onChange: (side: Side) => void
}

const choices = [
  { side: 'buy', label: 'Buy', key: 'b' },
  { side: 'sell', label: 'Sell', key: 's' },
] as const

export function SideSwitch({ side, onChange }: SideSwitchProps) {
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Side</legend>
      {choices.map((choice) => (
        <button
          key={choice.side}
          type="button"
          className={`${styles.side} ${styles[choice.side]}`}
          aria-pressed={choice.side === side}
          data-answers={choice.key}
          onClick={() => onChange(choice.side)}
        >
          {choice.label}
          <KeyCap keys={choice.key} />
        </button>
      ))}
    </fieldset>
  )
}

export function SideLetter({ side }: { readonly side: Side }) {
  return (
    <span
      className={`${styles.letter} ${styles[side]}`}
      role="img"
      aria-label={side === 'buy' ? 'Buy' : 'Sell'}
    >
      {side === 'buy' ? 'B' : 'S'}
    </span>
  )
}
