import type { getAutomationHistory } from '../../contract/analysis/automation-history.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { NotActedReport } from '../../domain/analysis/automation/not-acted.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly automationHistory: KeptCurrentRequest
    readonly notActed: KeptCurrentRequest
  }
  interface Machines {
    readonly automationHistory: typeof automationHistoryMachine
    readonly notActed: typeof notActedMachine
  }
}

export type AutomationHistory = ReplyOf<typeof getAutomationHistory>

export interface NotActedLoaded extends NotActedReport {
  readonly isWhole: boolean
  /** Deployments whose backtest could not be run, or was one too many. */
  readonly uncompared: number
  readonly asOf: number
}

const MINUTE_MS = 60_000

export const automationHistoryMachine = createKeptCurrentMachine<AutomationHistory>({
  id: 'automationHistory',
  failure: 'Error loading deployments',
  everyMs: MINUTE_MS,
})

/** Runs backtests. */
export const notActedMachine = createKeptCurrentMachine<NotActedLoaded>({
  id: 'notActed',
  failure: 'Error loading proposals',
  everyMs: 10 * MINUTE_MS,
})
