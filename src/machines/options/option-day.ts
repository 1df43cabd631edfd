import type { ReplyOf } from '../../contract/call-types.ts'
import { type getAtmIvStraddle, getPcr } from '../../contract/options.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Keys such as `INDICES_NIFTY 50:2026-12-01`. */
    readonly optionDay: KeptCurrentRequest
  }
  interface Machines {
    readonly optionDay: typeof optionDayMachine
  }
}

/** The histories have a point every five minutes; the last one moves in between. */
export const OPTION_DAY_RELOAD_MS = 60_000

/** In steps of five minutes since the session began, oldest first. */
export interface OptionDay {
  readonly pcr: ReplyOf<typeof getPcr>
  readonly straddle: ReplyOf<typeof getAtmIvStraddle>
}

export const optionDayMachine = createKeptCurrentMachine<OptionDay>({
  id: 'optionDay',
  failure: getPcr.failure,
  everyMs: OPTION_DAY_RELOAD_MS,
})
