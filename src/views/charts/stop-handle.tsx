import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './stop-handle.module.css'

export interface StopControl {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly words: string
  readonly onChange: (value: number) => void
}

interface StopHandleProps extends StopControl {
  /** Pixels from the left of the chart. */
  readonly slot: (value: number) => number
  readonly valueAt: (pixel: number) => number
}

export function StopHandle({ slot, valueAt, onChange, words, ...range }: StopHandleProps) {
  const { value, min, max } = range
  const set = (wanted: number) => onChange(onStep(wanted, range))
  const press = (event: KeyboardEvent) => {
    const next = valueAfter(event, range)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.parentElement
    if (event.buttons !== 1 || box === null) return
    set(valueAt(event.clientX - box.getBoundingClientRect().left))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Stop"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={words}
      className={styles.handle}
      style={{ left: slot(value) }}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  )
}

type Range = Pick<StopControl, 'value' | 'min' | 'max' | 'step'>

const onStep = (wanted: number, { min, max, step }: Range): number =>
  Number(Math.min(max, Math.max(min, Math.round(wanted / step) * step)).toFixed(2))

const valueAfter = (event: KeyboardEvent, { value, min, max, step }: Range): number | null => {
  const reach = event.shiftKey ? 10 * step : step
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return value - reach
    case 'ArrowRight':
    case 'ArrowUp':
      return value + reach
    case 'PageDown':
      return value - 10 * step
    case 'PageUp':
      return value + 10 * step
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return null
  }
}
