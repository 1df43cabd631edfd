import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { pathOf, screenAt } from '../../../domain/screens.ts'
import {
  printStrategyQuery,
  readStrategyQuery,
  type StrategyQuery,
  usualQuery,
} from '../../../machines/strategies/strategy-query.ts'
import { useConsole } from '../../kit/console.tsx'
import { type StrategyList, viewOf } from './my-and-discover.ts'

/** Typed text reaches the address, and with it the server, after this pause. */
const SEARCH_PAUSE_MS = 200

export interface StrategyAddress {
  readonly query: StrategyQuery
  /** Text of the search field, which may be ahead of `query`. */
  readonly typed: string
  readonly type: (text: string) => void
  readonly change: (part: Partial<StrategyQuery>) => void
  readonly clear: () => void
}

/** The filters are those of the address; the console loads what the address says. */
export function useStrategyAddress(list: StrategyList): StrategyAddress {
  const { actors, dispatch } = useConsole()
  const address = useSearch()
  const view = viewOf[list]
  const query = useMemo(() => readStrategyQuery(address), [address])
  const [typed, setTyped] = useState(query.search)
  const written = useRef(query.search)
  const change = useCallback(
    (part: Partial<StrategyQuery>) => {
      const { path } = actors.navigation.getSnapshot().context
      // A pause may end on the next screen.
      if (screenAt(path) !== view) return
      const next = { ...readStrategyQuery(path.split('?')[1] ?? ''), ...part }
      written.current = next.search
      const replaced = pathOf(view, printStrategyQuery(next))
      dispatch({ to: 'navigation', event: { type: 'view.replace', path: replaced } })
    },
    [actors, dispatch, view],
  )
  useEffect(() => {
    if (query.search === written.current) return
    written.current = query.search
    setTyped(query.search)
  }, [query.search])
  useEffect(() => {
    if (typed.trim() === written.current) return
    const timer = setTimeout(() => change({ search: typed.trim() }), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, change])
  const clear = useCallback(() => {
    setTyped('')
    const { search, trend, subCategories } = usualQuery
    change({ search, trend, subCategories })
  }, [change])
  return { query, typed, type: setTyped, change, clear }
}
