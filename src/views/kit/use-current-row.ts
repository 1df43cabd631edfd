import { useCallback, useEffect, useMemo, useState } from 'react'
import type { InstrumentId } from '../../domain/instrument.ts'
import { useConsole } from './console.tsx'

interface Attention {
  readonly kind: string
  readonly key: string
  readonly instrument: InstrumentId
}

interface CurrentRow<Item> {
  readonly current: Item | null
  /** For `onRowFocus` of the table. Leaving the table changes nothing: the row stays what keys are about. */
  readonly watch: (row: Item | null) => void
  readonly leave: () => void
}

/**
 * The row the screen is about: the one under the cursor last. It stays current while the palette is open or a button
 * beside the table has the focus, and is told to the console, so that keys and lines mean what the screen shows.
 */
export function useCurrentRow<Item>(
  rows: readonly Item[],
  /** The same function every time. */
  attentionOf: (row: Item) => Attention,
): CurrentRow<Item> {
  const { setFocus } = useConsole()
  const [key, setKey] = useState<string | null>(null)
  const current = useMemo(
    () => (key === null ? null : (rows.find((row) => attentionOf(row).key === key) ?? null)),
    [rows, key, attentionOf],
  )
  useEffect(() => {
    setFocus(current === null ? { kind: '', key: '' } : attentionOf(current))
  }, [current, attentionOf, setFocus])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const watch = useCallback(
    (row: Item | null) => {
      if (row === null) return
      const attention = attentionOf(row)
      setKey(attention.key)
      // At once: the next key may come before the screen has been drawn.
      setFocus(attention)
    },
    [attentionOf, setFocus],
  )
  const leave = useCallback(() => setKey(null), [])
  return { current, watch, leave }
}

/** Puts the focus back on a row of the table on screen. */
export const focusRow = (key: string): void => {
  document.querySelector<HTMLElement>(`main [role=row][data-key="${CSS.escape(key)}"]`)?.focus()
}
