import { alertCommands } from './alerts.ts'
import { runningAlertCommands } from './running-alerts.ts'
import { scanCommands } from './scans.ts'

export const scannerCommands = [...scanCommands, ...alertCommands, ...runningAlertCommands] as const
