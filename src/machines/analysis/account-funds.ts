import type { ReplyOf } from '../../contract/call-types.ts'
import type { getFunds } from '../../contract/positions/funds.ts'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'
import { createRequestMachine, type RequestEvent } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly accountFunds: KeptCurrentRequest
    readonly capital: Extract<RequestEvent<CapitalMove>, { readonly type: 'request.send' }>
  }
  interface Machines {
    readonly accountFunds: typeof accountFundsMachine
    readonly capital: typeof capitalMachine
  }
}

export type AccountFunds = ReplyOf<typeof getFunds>

/** Whole rupees; below 0 is withdrawn. */
export interface CapitalMove {
  readonly book: DashboardBook
  readonly amount: number
}

const EVERY_MS = 5_000

export const accountFundsMachine = createKeptCurrentMachine<AccountFunds>({
  id: 'accountFunds',
  failure: 'Error loading funds',
  everyMs: EVERY_MS,
})

export const capitalMachine = createRequestMachine<CapitalMove, CapitalMove>({
  id: 'capital',
  failure: 'Error moving capital',
})
