import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import type { PriceRule } from '../../src/domain/scanners/price-alert.ts'
import type { ScanInterval } from '../../src/domain/scanners/scan.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Clock, Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { AlertsInput, Raised } from '../scanning/scan-input.ts'
import type { AlertProposal } from '../store/alert-proposals.ts'
import type { AlertStore, StoredAlert } from '../store/alerts.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { Raising } from '../store/raise-alerts.ts'
import type { RaisedSoFar } from '../store/raised-alerts.ts'
import type { UserId } from '../user.ts'
import type { AlertOrders } from './alert-orders.ts'
import type { PriceSeen } from './price-watch.ts'

export interface AlertParts {
  readonly store: AlertStore
  readonly raised: (input: AlertsInput, signal: AbortSignal) => Promise<Raised>
  /** Symbols of a watchlist; null for another universe. Throws Refusal. */
  readonly listedOf: (owner: UserId, universe: string) => Promise<readonly InstrumentId[] | null>
  readonly look: (id: InstrumentId) => Promise<Instrument | null>
  readonly live: LiveMarket
  readonly calendar: Calendar
  /** Market time. */
  readonly clock: Clock
  readonly wallClock: Clock
  readonly scheduler: Scheduler
  readonly notices: {
    ofHits(
      alert: StoredAlert,
      raised: { readonly hits: readonly AlertHit[]; readonly proposed: readonly AlertProposal[] },
      at: number,
    ): readonly NewNotification[]
    /** For an alert that ended by itself. */
    ofEnd(alert: StoredAlert, reason: string, at: number): readonly NewNotification[]
  }
  readonly orders: Pick<AlertOrders, 'ofHits' | 'take' | 'endOf' | 'endOfOwner'>
  readonly tell: (owner: UserId, notices: readonly NewNotification[]) => void
  readonly log: Log
}

export type NewAlert = Pick<StoredAlert, 'id' | 'owner' | 'scannerUuid' | 'slug' | 'name' | 'terms'>

export interface AlertNow extends StoredAlert, RaisedSoFar {}

export interface PriceWatch {
  readonly rule: PriceRule
  readonly id: InstrumentId
  /** Null before the first look. */
  seen: PriceSeen | null
}

export interface CandleWatch {
  readonly interval: ScanInterval
  nextCloseAt: number
  reads: number
  /** Market time as of which it is judged while candles are read: with each new close a slow server would begin anew. */
  asOf: number | null
}

export interface Running {
  alert: StoredAlert
  readonly candles: CandleWatch | null
  readonly price: PriceWatch | null
  /** Wall time before which it is not judged again; 0 unless it failed. */
  retryAt: number
  judging: Promise<void> | null
  raising: Promise<void> | null
  readonly ended: AbortController
}

export interface AlertContext extends AlertParts {
  readonly running: Map<string, Running>
  takingUp: Promise<void>
  scans: number
  /** Wall time at which alerts on candles were added that never ran; null without any. */
  addedAt: number | null
  readonly closing: AbortController
}

/** The reason why it cannot be judged; empty while it can. */
export const note = async ({ store }: AlertContext, one: Running, reason: string): Promise<void> => {
  if (one.alert.reason === reason || one.ended.signal.aborted) return
  await store.note(one.alert.id, reason)
  one.alert = { ...one.alert, reason }
}

/** After a failure of ours it is tried again, in wall time. */
const RETRY_MS = 2_000

/** It goes on at the next try: an alert ends only where its user stops it. */
export const giveUp = async (context: AlertContext, one: Running, error: unknown): Promise<void> => {
  const { log, wallClock } = context
  one.retryAt = wallClock.now() + RETRY_MS
  if (one.ended.signal.aborted) return
  const isRefused = error instanceof Refusal
  if (!isRefused) log.error({ err: error, alert: one.alert.id }, 'an alert was not judged')
  try {
    await note(context, one, isRefused ? error.message : 'It could not be judged; it is tried again')
  } catch (failure) {
    log.error({ err: failure, alert: one.alert.id }, 'the state of an alert was not stored')
  }
}

export interface Judged extends Pick<Raising, 'hits' | 'judgedAt' | 'isOver'> {
  readonly one: Running
}

const storeRaised = async (context: AlertContext, judged: readonly Judged[]): Promise<void> => {
  const raisedAt = context.clock.now()
  const raisings: Raising[] = []
  for (const { one, ...rest } of judged) {
    const { alert } = one
    const proposals = await context.orders.ofHits(alert, rest.hits, raisedAt)
    const noticesOf: Raising['noticesOf'] = (hits, proposed) =>
      context.notices.ofHits(alert, { hits, proposed }, raisedAt)
    raisings.push({ ...rest, alert, raisedAt, proposals, noticesOf })
  }
  const raised = await context.store.raise(raisings)
  for (const [index, { one, judgedAt, isOver }] of judged.entries()) {
    one.alert = { ...one.alert, judgedAt, reason: '' }
    if (isOver) context.running.delete(one.alert.id)
    const { notices, proposed } = raised[index] ?? { notices: [], proposed: [] }
    if (notices.length > 0) context.tell(one.alert.owner, notices)
    await context.orders.take(proposed)
  }
}

/** Stored in one step with what the owners are told. One that is being stopped raises before, or not at all. */
export const raise = async (context: AlertContext, judged: readonly Judged[]): Promise<void> => {
  const current = judged.filter(({ one }) => !one.ended.signal.aborted)
  if (current.length === 0) return
  const storing = storeRaised(context, current)
  for (const { one } of current) one.raising = storing.catch(() => {})
  try {
    await storing
  } finally {
    for (const { one } of current) one.raising = null
  }
}
