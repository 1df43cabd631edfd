import type { ReplyOf } from '../contract/call-types.ts'
import { type getAtmIvStraddle, getPcr } from '../contract/options.ts'
import { createKeptCurrentMachine } from './kept-current.ts'

/** The histories have a point every five minutes; the last one moves in between. */
export const OPTION_DAY_RELOAD_MS = 60_000

/** Put-call ratio and straddle of one expiry in steps of five minutes since the session began, oldest first. */
export interface OptionDay {
  readonly pcr: ReplyOf<typeof getPcr>
  readonly straddle: ReplyOf<typeof getAtmIvStraddle>
}

/** How one option chain has gone through the day. Keys as in `getPcr`. */
export const optionDayMachine = createKeptCurrentMachine<OptionDay>({
  id: 'optionDay',
  failure: getPcr.failure,
  everyMs: OPTION_DAY_RELOAD_MS,
})
