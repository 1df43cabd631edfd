import { type books, getAccountHistory } from '../../contract/analysis.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
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

export type Book = (typeof books)[number]
export type AccountHistoryReply = ReplyOf<typeof getAccountHistory>

const MINUTE_MS = 60_000

export const accountHistoryMachine = createKeptCurrentMachine<AccountHistoryReply>({
  id: 'accountHistory',
  failure: getAccountHistory.failure,
  everyMs: MINUTE_MS,
})
