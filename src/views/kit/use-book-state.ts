import { useCallback, useMemo } from 'react'
import { useConsole, useSnapshot } from './console.tsx'
import type { ListState } from './data-table.tsx'

type Book = 'orderBook' | 'positions' | 'holdings'

/** Whether a book is there. One that has been loaded stays on screen when it cannot be loaded again. */
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
