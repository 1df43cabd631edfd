import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Key, Selection } from 'react-aria-components/Table'
import { flushSync } from 'react-dom'

export interface SelectedKeys {
  /** A plain click only focuses its row; with `Ctrl` or `Shift` it selects. */
  readonly beforePointer: (event: PointerEvent) => void
  /** The first step of an extension also selects its own row. */
  readonly beforeKey: (event: KeyboardEvent, key: string) => void
  readonly props: {
    readonly selectionMode: 'multiple'
    readonly selectionBehavior: 'toggle'
    readonly selectedKeys: Iterable<Key>
    readonly onSelectionChange: (selection: Selection) => void
  }
}

export function useSelectedKeys({
  selected,
  onSelect,
  allKeys,
}: {
  readonly selected: readonly string[]
  readonly onSelect: ((keys: readonly string[]) => void) | undefined
  readonly allKeys: () => readonly string[]
}): SelectedKeys {
  // The grid's own Set remembers where an extension began, so it must be passed back unchanged.
  const [held, setHeld] = useState<ReadonlySet<Key>>(new Set())
  const keys = useMemo(
    () =>
      held.size === selected.length && selected.every((key) => held.has(key)) ? held : new Set(selected),
    [held, selected],
  )
  const isMeant = useRef(true)
  const choose = (chosen: ReadonlySet<Key>) => {
    setHeld(chosen)
    onSelect?.([...chosen].map(String))
  }
  return {
    beforePointer: ({ ctrlKey, metaKey, shiftKey }) => {
      isMeant.current = ctrlKey || metaKey || shiftKey
    },
    beforeKey: ({ key: pressed, shiftKey }, key) => {
      isMeant.current = true
      const isExtending = shiftKey && (pressed === 'ArrowDown' || pressed === 'ArrowUp')
      if (isExtending && keys.size === 0) flushSync(() => choose(new Set([key])))
    },
    props: {
      selectionMode: 'multiple',
      selectionBehavior: 'toggle',
      selectedKeys: keys,
      onSelectionChange: (chosen) => {
        if (isMeant.current) choose(chosen === 'all' ? new Set(allKeys()) : chosen)
      },
    },
  }
}
