import * as z from 'zod/mini'
import { drillKinds } from '../domain/learning/drills/drill.ts'
import { endpoint } from './endpoint.ts'

export const DRILLS_LISTED = 50

const Drill = z.strictObject({
  id: z.string(),
  kind: z.enum(drillKinds),
  /** Null where the drill is not of one share. */
  share: z.nullable(z.string()),
  /** Wall time, ms since the epoch, as `ends_at` and `ended_at`. */
  begun_at: z.number(),
  /** Null for drills of the market, which end at `market_to`. */
  ends_at: z.nullable(z.number()),
  market_from: z.number(),
  market_to: z.number(),
  /** Null while it runs. */
  ended_at: z.nullable(z.number()),
})

export const beginDrill = endpoint({
  name: 'beginDrill',
  method: 'POST',
  path: '/drills',
  body: z.strictObject({
    kind: z.enum(drillKinds),
    share: z.nullable(z.string().check(z.minLength(1), z.maxLength(60))),
  }),
  reply: Drill,
  failure: 'The drill could not be started',
  summary:
    'Starts a drill: quotes, broker or session for this user alone; circuit, crash or gap in the simulated market, unless others trade there. 409 while another one runs.',
})

export const endDrill = endpoint({
  name: 'endDrill',
  method: 'POST',
  path: '/drills/end',
  reply: Drill,
  failure: 'The drill could not be ended',
  summary: 'Ends the running drill of this user early. 409 for a drill of the market, which runs its course.',
})

export const listDrills = endpoint({
  name: 'listDrills',
  method: 'GET',
  path: '/drills',
  reply: z.array(Drill),
  failure: 'Error loading drills',
  summary: 'The last 50 drills of the user, newest first; the running one has no `ended_at`.',
})
