import { Notification } from '../../src/contract/notifications/notifications.ts'
import { toWire } from '../../src/contract/wire.ts'
import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { type Scheduler, systemScheduler } from '../broker/runtime/scheduler.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scanning } from '../scanning/scanning.ts'
import { fromNotificationRow } from '../services/notifications/notices.ts'
import type { StreamHub } from '../services/notifications/stream-hub.ts'
import { createAlertNotices } from '../services/scanners/alerts.ts'
import { createScanInputs } from '../services/scanners/scans.ts'
import { createWatchlists } from '../services/watchlists.ts'
import { createAlertStore } from '../store/alerts.ts'
import type { Store } from '../store/database/database.ts'
import { type Alerts, createAlerts } from './alerts.ts'
import type { AlertParts } from './world.ts'

export interface ComposedAlerts {
  readonly store: Store
  /** Wall time. */
  readonly clock: Clock
  readonly market: { readonly clock: Clock; readonly calendar: Calendar } & Pick<AlertParts, 'live'>
  readonly look: AlertParts['look']
  readonly scanning: Scanning
  readonly streams: StreamHub
  readonly log: Log
  readonly scheduler?: Scheduler
}

export const composeAlerts = (parts: ComposedAlerts): Alerts => {
  const { store, clock, market, look, scanning, streams, log } = parts
  return createAlerts({
    store: createAlertStore(store),
    raised: (user, input, signal) => scanning.raised(input, { user, signal }),
    listedOf: createScanInputs({ watchlists: createWatchlists({ store }) }).listedOf,
    look,
    live: market.live,
    calendar: market.calendar,
    clock: market.clock,
    wallClock: clock,
    scheduler: parts.scheduler ?? systemScheduler,
    noticesOf: createAlertNotices(clock),
    tell: (owner, notices) => {
      if (!streams.isListening(owner)) return
      for (const row of notices) {
        const notice = fromNotificationRow({ ...row, isRead: false })
        streams.publish(owner, { id: row.id, data: toWire(Notification, notice) })
      }
    },
    log,
  })
}
