import { type KeyboardEvent, useState } from 'react'

export interface Cursor {
  /** Null while hidden. */
  readonly at: number | null
  readonly set: (at: number | null) => void
  /** Arrows step, Shift by ten, Page keys by a tenth, Home and End to the ends; Esc hides the cursor. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export function useCursor(
  length: number,
  steps: { readonly across: number; readonly along: number },
): Cursor {
  const [at, setAt] = useState<number | null>(null)
  const clamp = (index: number) => Math.min(length - 1, Math.max(0, index))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event, at, length, steps)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAt(next === null ? null : clamp(next))
  }
  return { at: at === null || length === 0 ? null : clamp(at), set: setAt, onKeyDown }
}

const indexAfter = (
  event: KeyboardEvent,
  at: number | null,
  length: number,
  { across, along }: { readonly across: number; readonly along: number },
): number | null | undefined => {
  const from = at ?? length
  const reach = event.shiftKey ? 10 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return from - across * reach
    case 'ArrowRight':
      return from + across * reach
    case 'ArrowUp':
      return from - along * reach
    case 'ArrowDown':
      return from + along * reach
    case 'PageUp':
      return from - Math.ceil(length / 10)
    case 'PageDown':
      return from + Math.ceil(length / 10)
    case 'Home':
      return 0
    case 'End':
      return length - 1
    case 'Escape':
      return at === null ? undefined : null
    default:
      return undefined
  }
}
