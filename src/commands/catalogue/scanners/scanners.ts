import { alertCommands } from './alerts.ts'
import { runningAlertCommands } from './running-alerts.ts'
import { savedScannerCommands } from './saved-scanners.ts'
import { scanCommands } from './scans.ts'

export const scannerCommands = [
  ...scanCommands,
  ...savedScannerCommands,
  ...alertCommands,
  ...runningAlertCommands,
] as const
