import { readScan } from '../../domain/scanners/scan-address.ts'
import { screenAt } from '../../domain/screens.ts'
import type { ContextKeys } from './context-key.ts'

export const scannerKeys = {
  'scan.shown': ({ navigation }): boolean => {
    const path = navigation?.context.path ?? ''
    return (
      screenAt(path) === 'scanner-result' && readScan(new URLSearchParams(path.split('?')[1] ?? '')) !== null
    )
  },
} satisfies ContextKeys
