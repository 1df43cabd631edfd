import { useCallback, useEffect } from 'react'
import { useConsole } from '../console.tsx'
import type { KeptCurrentName } from '../view-dispatch.ts'

/** Current while the calling view is mounted, unless the key is null. Returns its reload. */
export const useKeptCurrent = (name: KeptCurrentName, key: string | null = ''): (() => void) => {
  const { dispatch } = useConsole()
  useEffect(() => {
    if (key === null) return
    dispatch({ to: name, event: { type: 'current.watch', key } })
    return () => dispatch({ to: name, event: { type: 'current.unwatch' } })
  }, [dispatch, name, key])
  return useCallback(() => dispatch({ to: name, event: { type: 'current.ask' } }), [dispatch, name])
}
