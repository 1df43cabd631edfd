import type { ReplyOf } from '../contract/call-types.ts'
import { getAdvanceDecline } from '../contract/options.ts'
import { getDayPnl } from '../contract/positions.ts'
import { createKeptCurrentMachine } from './kept-current.ts'

export type DayPnl = ReplyOf<typeof getDayPnl>
export type Breadth = ReplyOf<typeof getAdvanceDecline>

const MINUTE_MS = 60_000

/** The day's gain minute by minute; asked again when positions change too. */
export const dayPnlMachine = createKeptCurrentMachine<DayPnl>({
  id: 'dayPnl',
  failure: getDayPnl.failure,
  everyMs: MINUTE_MS,
})

/** Advances and declines of the indices, in the order they are shown in. */
export const breadthMachine = createKeptCurrentMachine<readonly Breadth[]>({
  id: 'breadth',
  failure: getAdvanceDecline.failure,
  everyMs: MINUTE_MS,
})
