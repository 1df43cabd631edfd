import { shownAt } from '../../domain/scanners/scan-address.ts'
import type { ContextKeys } from './context-key.ts'

export const scannerKeys = {
  'scan.shown': ({ navigation }): boolean => shownAt(navigation?.context.path ?? '') !== null,
} satisfies ContextKeys
