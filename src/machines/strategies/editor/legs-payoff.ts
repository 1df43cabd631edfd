import type { BodyOf, ReplyOf } from '../../../contract/call-types.ts'
import { payoffGraph } from '../../../contract/options.ts'
import { createRequestMachine } from '../../request.ts'

declare module '../../requests.ts' {
  interface Machines {
    readonly legsPayoff: typeof legsPayoffMachine
  }
}

export type LegsPayoffInput = BodyOf<typeof payoffGraph>
export type LegsPayoff = ReplyOf<typeof payoffGraph>

export const legsPayoffMachine = createRequestMachine<LegsPayoffInput, LegsPayoff>({
  id: 'legsPayoff',
  failure: payoffGraph.failure,
  isQuiet: true,
})
