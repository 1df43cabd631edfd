import type { ReplyOf } from '../../contract/call-types.ts'
import type { getTaxReport } from '../../contract/tax.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly taxReport: KeptCurrentRequest
  }
  interface Machines {
    readonly taxReport: typeof taxReportMachine
  }
}

export type TaxReport = ReplyOf<typeof getTaxReport>
export type TaxTrade = TaxReport['trades'][number]

const MINUTE_MS = 60_000

export const taxReportMachine = createKeptCurrentMachine<TaxReport>({
  id: 'taxReport',
  failure: 'Error loading the tax report',
  everyMs: MINUTE_MS,
})
