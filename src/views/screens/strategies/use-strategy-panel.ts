import { useCallback, useEffect } from 'react'
import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useMedia } from '../../kit/hooks/use-media.ts'

/** Without room beside the list the panel lies over it. */
const NARROW = '(max-width: 1199px)'

interface Panel {
  readonly isOpen: boolean
  readonly isOver: boolean
  readonly toggle: () => void
}

export function useStrategyPanel(current: StrategyEntry | null): Panel {
  const { dispatch } = useConsole()
  const isNarrow = useMedia(NARROW)
  const chosen = useSnapshot('strategyPanel', ({ context }) => context.isOpen)
  const isOpen = chosen ?? !isNarrow
  const read = isOpen && current !== null && !current.isSample ? current : null
  const slug = read?.slug ?? null
  const version = read?.version ?? 0
  useEffect(() => {
    const event =
      slug === null ? ({ type: 'panel.leave' } as const) : ({ type: 'panel.show', slug, version } as const)
    dispatch({ to: 'strategyPanel', event })
  }, [dispatch, slug, version])
  useEffect(() => () => dispatch({ to: 'strategyPanel', event: { type: 'panel.leave' } }), [dispatch])
  const toggle = useCallback(
    () => dispatch({ to: 'strategyPanel', event: { type: 'panel.set', isOpen: !isOpen } }),
    [dispatch, isOpen],
  )
  return { isOpen, isOver: isOpen && isNarrow, toggle }
}
