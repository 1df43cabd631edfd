import type { ReplyOf } from '../../contract/call-types.ts'
import { getAdvanceDecline } from '../../contract/options.ts'
import { getDayPnl } from '../../contract/positions/positions.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly dayPnl: KeptCurrentRequest
    readonly breadth: KeptCurrentRequest
  }
  interface Machines {
    readonly dayPnl: typeof dayPnlMachine
    readonly breadth: typeof breadthMachine
  }
}

export type DayPnl = ReplyOf<typeof getDayPnl>
export type Breadth = ReplyOf<typeof getAdvanceDecline>

const MINUTE_MS = 60_000

export const dayPnlMachine = createKeptCurrentMachine<DayPnl>({
  id: 'dayPnl',
  failure: getDayPnl.failure,
  everyMs: MINUTE_MS,
})

export const breadthMachine = createKeptCurrentMachine<readonly Breadth[]>({
  id: 'breadth',
  failure: getAdvanceDecline.failure,
  everyMs: MINUTE_MS,
})
