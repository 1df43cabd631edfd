import { getMarketMap } from '../../contract/analysis.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Keys are universes as on the wire: `NIFTY500`. */
    readonly marketMap: KeptCurrentRequest
  }
  interface Machines {
    readonly marketMap: typeof marketMapMachine
  }
}

export type MarketMap = ReplyOf<typeof getMarketMap>

const MINUTE_MS = 60_000
/** While days are still being read. */
const LOADING_MS = 4_000

export const marketMapMachine = createKeptCurrentMachine<MarketMap>({
  id: 'marketMap',
  failure: getMarketMap.failure,
  everyMs: (output) => (output !== null && output.loading > 0 ? LOADING_MS : MINUTE_MS),
})
