import type { BodyOf, ReplyOf } from '../../contract/call-types.ts'
import { getRiskLimits, setRiskLimits } from '../../contract/orders/risk-limits.ts'
import type { OwnLimits } from '../../domain/orders/own-limits.ts'
import { createReloadMachine } from '../reload.ts'
import { createRequestMachine } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly riskLimits: { readonly type: 'reload.now' }
    /** Rupees. Absent limits stay as they are. */
    readonly limitsChange: { readonly type: 'request.send'; readonly input: Partial<OwnLimits> }
  }
  interface Machines {
    readonly riskLimits: typeof riskLimitsMachine
    readonly limitsChange: typeof limitsChangeMachine
  }
}

export type RiskLimits = ReplyOf<typeof getRiskLimits>

export interface LimitsChanged {
  readonly before: RiskLimits
  readonly after: RiskLimits
}

export const riskLimitsMachine = createReloadMachine<RiskLimits, RiskLimits>({
  id: 'riskLimits',
  failure: getRiskLimits.failure,
  isQuiet: true,
  merge: (_, changed) => changed,
})

export const limitsChangeMachine = createRequestMachine<BodyOf<typeof setRiskLimits>, LimitsChanged>({
  id: 'limitsChange',
  failure: setRiskLimits.failure,
})
