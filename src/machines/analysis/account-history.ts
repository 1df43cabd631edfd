import { getAccountHistory } from '../../contract/analysis.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { AccountDay, AccountHistory } from '../../domain/analysis/performance.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly accountHistory: KeptCurrentRequest
  }
  interface Machines {
    readonly accountHistory: typeof accountHistoryMachine
  }
}

type Reply = ReplyOf<typeof getAccountHistory>
type ByKind = Pick<Reply['days'][number], 'byKind' | 'cash'>

export interface LoadedHistory extends AccountHistory, Pick<Reply, 'asOf'> {
  readonly days: readonly (AccountDay & ByKind)[]
}

const MINUTE_MS = 60_000

export const accountHistoryMachine = createKeptCurrentMachine<LoadedHistory>({
  id: 'accountHistory',
  failure: getAccountHistory.failure,
  everyMs: MINUTE_MS,
})
