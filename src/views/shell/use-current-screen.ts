import { scannerAt } from '../../domain/scanners/scan-address.ts'
import { type ScreenId, screenAt } from '../../domain/screens.ts'
import { useSnapshot } from '../kit/console.tsx'

/** A saved scanner is one of the user's, not a new one. */
const screenOfPath = (path: string): ScreenId | null =>
  scannerAt(path)?.slug == null ? screenAt(path) : 'my-scanners'

export function useCurrentScreen(): ScreenId | null {
  return useSnapshot('navigation', (navigation) => screenOfPath(navigation.context.path))
}
