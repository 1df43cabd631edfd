import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import type { PriceRule } from '../../src/domain/scanners/price-alert.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Clock, Log } from '../ports.ts'
import type { AlertInput, Raised } from '../scanning/scan-input.ts'
import type { AlertStore, RaisedSoFar, Raising, StoredAlert } from '../store/alerts.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { UserId } from '../user.ts'
import type { PriceSeen } from './price-watch.ts'

export interface AlertParts {
  readonly store: AlertStore
  readonly raised: (owner: UserId, input: AlertInput, signal: AbortSignal) => Promise<Raised>
  /** Symbols of a watchlist; null for another universe. Throws Refusal. */
  readonly listedOf: (owner: UserId, universe: string) => Promise<readonly InstrumentId[] | null>
  readonly look: (id: InstrumentId) => Promise<Instrument | null>
  readonly live: LiveMarket
  readonly calendar: Calendar
  /** Market time. */
  readonly clock: Clock
  readonly wallClock: Clock
  readonly scheduler: Scheduler
  readonly noticesOf: (
    alert: StoredAlert,
    hits: readonly AlertHit[],
    at: number,
  ) => readonly NewNotification[]
  readonly tell: (owner: UserId, notices: readonly NewNotification[]) => void
  readonly log: Log
}

export type NewAlert = Pick<StoredAlert, 'id' | 'owner' | 'scannerUuid' | 'slug' | 'name' | 'terms'>

export interface AlertNow extends StoredAlert, RaisedSoFar {}

/** The price that an alert on ticks watches. */
export interface PriceWatch {
  readonly rule: PriceRule
  readonly id: InstrumentId
  /** Null before the first look. */
  seen: PriceSeen | null
}

export interface Running {
  alert: StoredAlert
  /** Market time; of a price there is none. */
  nextCloseAt: number
  /** Null where candles are judged. */
  readonly price: PriceWatch | null
  /** Wall time before which it is not judged again; 0 unless it failed. */
  retryAt: number
  judging: Promise<void> | null
  readonly ended: AbortController
}

export interface World extends AlertParts {
  readonly running: Map<string, Running>
  takingUp: Promise<void>
  isClosing: boolean
}

/** The reason why it cannot be judged; empty while it can. */
export const note = async ({ store }: World, one: Running, reason: string): Promise<void> => {
  if (one.alert.reason === reason) return
  await store.note(one.alert.id, reason)
  one.alert = { ...one.alert, reason }
}

/** Stored in one step with what its owner is told. */
export const raise = async (
  world: World,
  one: Running,
  { hits, judgedAt, isOver }: Pick<Raising, 'hits' | 'judgedAt' | 'isOver'>,
): Promise<void> => {
  const { alert } = one
  const raisedAt = world.clock.now()
  const { notices } = await world.store.raise({
    alert,
    hits,
    raisedAt,
    judgedAt,
    isOver,
    noticesOf: (fresh) => world.noticesOf(alert, fresh, raisedAt),
  })
  one.alert = { ...alert, judgedAt, reason: '' }
  if (isOver) world.running.delete(alert.id)
  if (notices.length > 0) world.tell(alert.owner, notices)
}
