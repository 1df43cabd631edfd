import { scannerAt, shownAt } from '../../domain/scanners/scan-address.ts'
import type { ContextKeys } from './context-key.ts'

export const scannerKeys = {
  /** A rule is on screen, of a scan or of a scanner. */
  'scan.shown': ({ navigation, scanner }): boolean =>
    (shownAt(navigation?.context.path ?? '', scanner?.context.output ?? null)?.scan.logic ?? '') !== '',
  'scanner.editing': ({ navigation }): boolean => scannerAt(navigation?.context.path ?? '') !== null,
} satisfies ContextKeys
