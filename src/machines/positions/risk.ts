import { getPositionRisk } from '../../contract/positions/position-risk.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { RiskGroup } from '../../domain/positions/risk.ts'
import type { IstDate } from '../../domain/time.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'
import { createRequestMachine, type RequestEvent } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly positionRisk: KeptCurrentRequest
    readonly hedge: Extract<RequestEvent<HedgeAsked>, { readonly type: 'request.send' }>
  }
  interface Machines {
    readonly positionRisk: typeof positionRiskMachine
    readonly hedge: typeof hedgeMachine
  }
}

export interface UnderlyingRisk extends RiskGroup {
  /** Rupees; null where it needs none, or is not known. */
  readonly margin: number | null
  /** The nearest among the legs; null for shares only. */
  readonly expiry: IstDate | null
}

export interface PositionRisk {
  readonly groups: readonly UnderlyingRisk[]
  readonly rate: number
  readonly unpriced: readonly string[]
  readonly asOf: number
}

export const RISK_RELOAD_MS = 5_000

export const positionRiskMachine = createKeptCurrentMachine<PositionRisk>({
  id: 'positionRisk',
  failure: getPositionRisk.failure,
  everyMs: RISK_RELOAD_MS,
})

export interface HedgeAsked {
  /** Null: the underlying with most delta in rupees. */
  readonly underlying: InstrumentId | null
  /** Null: what leaves least delta. */
  readonly contract: InstrumentId | null
}

/** The order as a line, which the user sees priced before it is sent; or why there is none. */
export type Hedging =
  | { readonly line: string; readonly reason: null }
  | { readonly line: null; readonly reason: string }

export const hedgeMachine = createRequestMachine<HedgeAsked, Hedging>({
  id: 'hedge',
  failure: 'No hedge could be found',
})
