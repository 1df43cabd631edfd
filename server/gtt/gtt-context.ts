import {
  type Instrument,
  type InstrumentId,
  tradingSymbolOf,
} from '../../src/domain/instruments/instrument.ts'
import { instrumentTitle } from '../../src/domain/instruments/instrument-names.ts'
import type { Broker } from '../broker/broker.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Clock, Log } from '../ports.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { GttStore, StoredGtt } from '../store/orders/gtts.ts'
import type { UserId } from '../user.ts'

export interface GttParts {
  readonly store: GttStore
  readonly broker: Pick<Broker, 'place' | 'marketNow' | 'findByClientId' | 'refuseBeforeStart'>
  readonly look: (id: InstrumentId) => Promise<Instrument | null>
  readonly live: Pick<LiveMarket, 'prints' | 'quote'>
  /** Market time. */
  readonly clock: Clock
  readonly wallClock: Clock
  readonly scheduler: Scheduler
  readonly noticesOf: (gtt: StoredGtt, title: string) => readonly NewNotification[]
  readonly tell: (owner: UserId, notices: readonly NewNotification[]) => void
  readonly log: Log
}

export interface Watched {
  gtt: StoredGtt
  /** Wall time before which it is not looked at again; 0 unless it failed. */
  retryAt: number
  working: Promise<void> | null
}

export interface GttContext extends GttParts {
  readonly watched: Map<string, Watched>
  isClosing: boolean
}

export const end = async (context: GttContext, one: Watched, ended: StoredGtt): Promise<void> => {
  const instrument = await context.look(ended.sym)
  const title = instrument === null ? tradingSymbolOf(ended.sym) : instrumentTitle(instrument)
  const notices = context.noticesOf(ended, title)
  await context.store.update(ended, notices)
  one.gtt = ended
  context.watched.delete(ended.id)
  context.tell(ended.owner, notices)
}
