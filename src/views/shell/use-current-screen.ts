import { type ScreenId, screenAt } from '../../domain/screens.ts'
import { useSnapshot } from '../kit/console.tsx'

export function useCurrentScreen(): ScreenId | null {
  return useSnapshot('navigation', (navigation) => screenAt(navigation.context.path))
}
