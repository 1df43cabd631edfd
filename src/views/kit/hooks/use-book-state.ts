import { useCallback, useMemo } from 'react'
import { useConsole, useSnapshot } from '../console.tsx'
import type { ListState } from '../table/data-table.tsx'

type Book = 'orderBook' | 'positions' | 'holdings'

/** A loaded list stays on screen if a reload fails. */
export function useBookState(name: Book): ListState {
  const { dispatch } = useConsole()
  const isKnown = useSnapshot(name, ({ context }) => context.output !== null)
  const message = useSnapshot(name, (book) => (book.matches('failed') ? (book.context.message ?? '') : null))
  const retry = useCallback(() => dispatch({ to: name, event: { type: 'reload.now' } }), [dispatch, name])
  return useMemo(() => {
    if (isKnown) return { kind: 'ready' }
    return message === null ? { kind: 'loading' } : { kind: 'failed', message, retry }
  }, [isKnown, message, retry])
}
