import type { KeyboardEvent, PointerEvent } from 'react'
import { formatNumber } from '../../../../domain/format.ts'
import { Button } from '../../../kit/control/button.tsx'
import type { MovedTo, PriceLine } from './price-line.ts'
import styles from './price-lines.module.css'

/** A press on the card is not one on the chart below it. */
const stop = (event: PointerEvent) => event.stopPropagation()

const onEscape = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  act()
}

interface MoveCardProps {
  readonly line: PriceLine
  readonly moved: MovedTo
  readonly onSend: () => void
  readonly onPutBack: () => void
}

export function MoveCard({ line, moved, onSend, onPutBack }: MoveCardProps) {
  const { price, isSent, cost, problem } = moved
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that the line's label already is
    <div
      role="group"
      className={styles.card}
      aria-label={`${line.label}: change`}
      data-own-escape=""
      onPointerDown={stop}
      onKeyDown={onEscape(onPutBack)}
    >
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
    </div>
  )
}

interface RemoveCardProps {
  readonly line: PriceLine
  readonly onRemove: () => void
  readonly onKeep: () => void
}

export function RemoveCard({ line, onRemove, onKeep }: RemoveCardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="group"
      className={styles.card}
      aria-label={`${line.label}: remove`}
      data-own-escape=""
      onPointerDown={stop}
      onKeyDown={onEscape(onKeep)}
    >
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
    </div>
  )
}
