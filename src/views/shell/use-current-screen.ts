import { type ScreenId, screens } from '../../commands/screens.ts'
import { useSnapshot } from '../kit/console.tsx'

/** The screen a path leads to: the one whose path and query it has, else the first with its path. */
export const screenAt = (path: string): ScreenId | null => {
  const bare = path.split('?')[0]
  const found =
    screens.find((screen) => screen.path === path) ??
    screens.find((screen) => screen.path.split('?')[0] === bare)
  return found?.id ?? null
}

export function useCurrentScreen(): ScreenId | null {
  return useSnapshot('navigation', (navigation) => screenAt(navigation.context.path))
}
