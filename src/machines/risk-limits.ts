import type { BodyOf, ReplyOf } from '../contract/call-types.ts'
import { getRiskLimits, setRiskLimits } from '../contract/risk-limits.ts'
import { createReloadMachine } from './reload.ts'
import { createRequestMachine } from './request.ts'

export type RiskLimits = ReplyOf<typeof getRiskLimits>

export interface LimitsChanged {
  readonly before: RiskLimits
  readonly after: RiskLimits
}

/** The limits of the account and how much of them is used, loaded while somebody looks at them. */
export const riskLimitsMachine = createReloadMachine<RiskLimits, RiskLimits>({
  id: 'riskLimits',
  failure: getRiskLimits.failure,
  isQuiet: true,
  merge: (_, changed) => changed,
})

/** What is not named stays as it is. */
export const limitsChangeMachine = createRequestMachine<BodyOf<typeof setRiskLimits>, LimitsChanged>({
  id: 'limitsChange',
  failure: setRiskLimits.failure,
})
