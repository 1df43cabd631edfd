import type { ReplyOf } from '../../contract/call-types.ts'
import type { listGtts } from '../../contract/orders/gtt.ts'
import { gttFailures } from '../../domain/orders/gtt/gtt.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly gtts: KeptCurrentRequest
  }
  interface Machines {
    readonly gtts: typeof gttsMachine
  }
}

export type Gtt = ReplyOf<typeof listGtts>[number]

/** Triggers and own changes reload at once; this covers the rest. */
const RELOAD_MS = 30_000

export const gttsMachine = createKeptCurrentMachine<readonly Gtt[]>({
  id: 'gtts',
  failure: gttFailures.list,
  everyMs: RELOAD_MS,
})
