import { scannerAt, shownAt } from '../../domain/scanners/scan-address.ts'
import { pathOfScanner } from '../../domain/screens.ts'
import type { ContextKeys } from './context-key.ts'

export const scannerKeys = {
  /** A rule is on screen, of a scan or of a scanner. */
  'scan.shown': ({ navigation, scanner }): boolean => {
    const path = navigation?.context.path ?? ''
    const saved = scanner?.context.output ?? null
    const isOf = saved !== null && path.split(/[?#]/)[0] === pathOfScanner(saved.slug)
    return (shownAt(path, isOf ? saved : null)?.scan.logic ?? '') !== ''
  },
  'scanner.editing': ({ navigation }): boolean => scannerAt(navigation?.context.path ?? '') !== null,
} satisfies ContextKeys
