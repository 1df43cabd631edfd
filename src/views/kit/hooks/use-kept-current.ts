import { useCallback, useEffect } from 'react'
import { useConsole } from '../console.tsx'

/** Current while the calling view is mounted. Returns its reload. */
export const useKeptCurrent = (
  name: 'dayPnl' | 'breadth' | 'optionDay' | 'deploymentChart',
  key = '',
): (() => void) => {
  const { dispatch } = useConsole()
  useEffect(() => {
    dispatch({ to: name, event: { type: 'current.watch', key } })
    return () => dispatch({ to: name, event: { type: 'current.unwatch' } })
  }, [dispatch, name, key])
  return useCallback(() => dispatch({ to: name, event: { type: 'current.ask' } }), [dispatch, name])
}
