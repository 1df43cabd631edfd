import { type Scheduler, systemScheduler } from '../broker/runtime/scheduler.ts'
import type { Trading } from '../compose-broker.ts'
import type { Clock, Log } from '../ports.ts'
import { publishNotices } from '../services/notifications/publish-notices.ts'
import type { StreamHub } from '../services/notifications/stream-hub.ts'
import { createGttCalls, createGttNotices, type GttCalls } from '../services/orders/gtts.ts'
import type { Store } from '../store/database/database.ts'
import { createGttStore } from '../store/orders/gtts.ts'
import type { GttParts } from './gtt-context.ts'
import { createGtts, type Gtts } from './gtts.ts'

export interface ComposedGtts {
  readonly store: Store
  /** Wall time. */
  readonly clock: Clock
  readonly market: { readonly clock: Clock; readonly live: GttParts['live'] }
  readonly trading: Pick<Trading, 'broker' | 'look'>
  readonly streams: StreamHub
  readonly log: Log
  readonly scheduler?: Scheduler
}

export interface GttOrders extends Gtts {
  readonly calls: GttCalls
}

export const composeGtts = (parts: ComposedGtts): GttOrders => {
  const { store, clock, market, trading, streams, log } = parts
  const gtts = createGtts({
    store: createGttStore(store),
    broker: trading.broker,
    look: trading.look,
    live: market.live,
    clock: market.clock,
    wallClock: clock,
    scheduler: parts.scheduler ?? systemScheduler,
    noticesOf: createGttNotices(clock),
    tell: (owner, notices) => publishNotices(streams, owner, notices),
    log,
  })
  return { ...gtts, calls: createGttCalls({ ...trading, gtts }) }
}
