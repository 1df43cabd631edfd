import type { PointerEvent, ReactNode } from 'react'
import { formatNumber } from '../../../../domain/format.ts'
import { Button } from '../../../kit/control/button.tsx'
import type { MovedTo, PriceLine } from './price-line.ts'
import styles from './price-lines.module.css'

/** A press on the card is not one on the chart below it. */
const stop = (event: PointerEvent) => event.stopPropagation()

interface CardProps {
  readonly label: string
  readonly onEscape: () => void
  readonly children: ReactNode
}

const Card = ({ label, onEscape, children }: CardProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that the line's label already is
  <div
    role="group"
    className={styles.card}
    aria-label={label}
    data-own-escape=""
    onPointerDown={stop}
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }}
  >
    {children}
  </div>
)

interface MoveCardProps {
  readonly line: PriceLine
  readonly moved: MovedTo
  readonly onSend: () => void
  readonly onPutBack: () => void
}

export function MoveCard({ line, moved, onSend, onPutBack }: MoveCardProps) {
  const { price, isSent, cost, problem } = moved
  return (
    <Card label={`${line.label}: change`} onEscape={onPutBack}>
      <span className={styles.change}>
        <s>{formatNumber(line.price)}</s> → <b>{formatNumber(price)}</b>
      </span>
      <Button kind="primary" keys="↵" isDisabled={isSent} onPress={onSend}>
        {isSent ? 'Sending' : 'Send'}
      </Button>
      <span className={problem === null ? styles.cost : styles.problem} role="status">
        {problem ?? cost}
      </span>
      <Button kind="quiet" keys="Esc" isDisabled={isSent} onPress={onPutBack}>
        Put back
      </Button>
    </Card>
  )
}

interface RemoveCardProps {
  readonly line: PriceLine
  readonly onRemove: () => void
  readonly onKeep: () => void
}

export const RemoveCard = ({ line, onRemove, onKeep }: RemoveCardProps) => (
  <Card label={`${line.label}: remove`} onEscape={onKeep}>
    <span className={styles.change} role="status">
      {line.removal}
    </span>
    <Button kind="primary" keys="↵" onPress={onRemove}>
      Yes
    </Button>
    <span />
    <Button kind="quiet" keys="Esc" onPress={onKeep}>
      No
    </Button>
  </Card>
)
