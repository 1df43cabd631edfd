import type { ReplyOf } from '../../contract/call-types.ts'
import { getTermStructure } from '../../contract/options.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Keys are underlyings. */
    readonly termStructure: KeptCurrentRequest
  }
  interface Machines {
    readonly termStructure: typeof termStructureMachine
  }
}

export type TermStructure = ReplyOf<typeof getTermStructure>

export const termStructureMachine = createKeptCurrentMachine<TermStructure>({
  id: 'termStructure',
  failure: getTermStructure.failure,
  everyMs: 30_000,
})
