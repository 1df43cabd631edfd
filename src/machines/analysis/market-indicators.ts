import type { ReplyOf } from '../../contract/call-types.ts'
import { getAdvanceDecline, type getAtmIvStraddle, type getPcr } from '../../contract/options.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Keys are instruments: `INDICES_NIFTY 50`. */
    readonly marketIndicators: KeptCurrentRequest
  }
  interface Machines {
    readonly marketIndicators: typeof marketIndicatorsMachine
  }
}

/** Each is loaded by itself, so that one that fails takes no other along. */
export type IndicatorPart<Value> =
  | { readonly kind: 'loaded'; readonly value: Value }
  /** There is none of this instrument. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }

export interface MarketIndicators {
  readonly pcr: IndicatorPart<ReplyOf<typeof getPcr>>
  readonly advanceDecline: IndicatorPart<ReplyOf<typeof getAdvanceDecline>>
  readonly straddle: IndicatorPart<ReplyOf<typeof getAtmIvStraddle>>
}

const MINUTE_MS = 60_000

export const marketIndicatorsMachine = createKeptCurrentMachine<MarketIndicators>({
  id: 'marketIndicators',
  failure: getAdvanceDecline.failure,
  everyMs: MINUTE_MS,
})
