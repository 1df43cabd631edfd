import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { useConsole } from '../console.tsx'

interface Attention {
  readonly kind: string
  readonly key: string
  readonly instrument?: InstrumentId
}

interface CurrentRow<Item> {
  readonly current: Item | null
  /** Leaving the table keeps the current row. */
  readonly watch: (row: Item | null) => void
  readonly leave: () => void
}

/** Stays current while the palette or a button has the focus, so that keys act on what the screen shows. */
export function useCurrentRow<Item>(
  rows: readonly Item[],
  /** Must be stable. */
  attentionOf: (row: Item) => Attention,
): CurrentRow<Item> {
  const { setFocus } = useConsole()
  const [key, setKey] = useState<string | null>(null)
  const current = useMemo(
    () => (key === null ? null : (rows.find((row) => attentionOf(row).key === key) ?? null)),
    [rows, key, attentionOf],
  )
  // At once, so that it never overtakes what `watch` says of a later row.
  useLayoutEffect(() => {
    setFocus(current === null ? { kind: '', key: '' } : attentionOf(current))
  }, [current, attentionOf, setFocus])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const watch = useCallback(
    (row: Item | null) => {
      if (row === null) return
      const attention = attentionOf(row)
      setKey(attention.key)
      // Before rendering, because the next key may arrive first.
      setFocus(attention)
    },
    [attentionOf, setFocus],
  )
  const leave = useCallback(() => setKey(null), [])
  return { current, watch, leave }
}

export const focusRow = (key: string): void => {
  document.querySelector<HTMLElement>(`main [role=row][data-key="${CSS.escape(key)}"]`)?.focus()
}
