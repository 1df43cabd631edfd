import type { getMarginByDay } from '../../contract/analysis/margin-by-day.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { failures } from '../../contract/failures.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly marginByDay: KeptCurrentRequest
  }
  interface Machines {
    readonly marginByDay: typeof marginByDayMachine
  }
}

export type MarginByDay = ReplyOf<typeof getMarginByDay>

export const marginByDayMachine = createKeptCurrentMachine<MarginByDay>({
  id: 'marginByDay',
  failure: failures.marginByDay,
  everyMs: 60_000,
})
