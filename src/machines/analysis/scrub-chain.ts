import type { getOptionChainThen } from '../../contract/analysis/option-chain-then.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { failures } from '../../contract/failures.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly scrubChain: KeptCurrentRequest
  }
  interface Machines {
    readonly scrubChain: typeof scrubChainMachine
  }
}

export type ChainThen = ReplyOf<typeof getOptionChainThen>

const MINUTE_MS = 60_000

/** `key` is the day and what to show of it, such as `2026-11-20 INDICES_NIFTY 50`; the instant is that of the scrub. */
export const scrubChainMachine = createKeptCurrentMachine<ChainThen>({
  id: 'scrubChain',
  failure: failures.optionChainThen,
  everyMs: MINUTE_MS,
})
