import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { type Scheduler, systemScheduler } from '../broker/runtime/scheduler.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scanning } from '../scanning/scanning.ts'
import { publishProposals } from '../services/deployments/deployment-notices.ts'
import { publishNotices } from '../services/notifications/publish-notices.ts'
import type { StreamHub } from '../services/notifications/stream-hub.ts'
import { createAlertNotices } from '../services/scanners/alerts.ts'
import { createScanInputs } from '../services/scanners/scans.ts'
import { createWatchlists } from '../services/watchlists.ts'
import { createAlertProposalStore } from '../store/alert-proposals.ts'
import { createAlertStore } from '../store/alerts.ts'
import type { Store } from '../store/database/database.ts'
import type { AlertParts } from './alert-context.ts'
import { type AlertOrderParts, type AlertOrders, createAlertOrders } from './alert-orders.ts'
import { type Alerts, createAlerts } from './alerts.ts'

export interface ComposedAlerts {
  readonly store: Store
  /** Wall time. */
  readonly clock: Clock
  readonly market: { readonly clock: Clock; readonly calendar: Calendar } & Pick<AlertParts, 'live'>
  readonly trading: { readonly look: AlertParts['look']; readonly broker: AlertOrderParts['broker'] }
  readonly scanning: Scanning
  readonly streams: StreamHub
  readonly log: Log
  readonly scheduler?: Scheduler
}

export interface AlertsWithOrders extends Alerts {
  readonly orders: AlertOrders
}

export const composeAlerts = (parts: ComposedAlerts): AlertsWithOrders => {
  const { store, clock, market, trading, scanning, streams, log } = parts
  const { look } = trading
  const scheduler = parts.scheduler ?? systemScheduler
  const notices = createAlertNotices(clock)
  const tell: AlertParts['tell'] = (owner, told) => publishNotices(streams, owner, told)
  const alertStore = createAlertStore(store)
  const orders = createAlertOrders({
    store: createAlertProposalStore(store),
    alerts: alertStore,
    broker: trading.broker,
    look,
    calendar: market.calendar,
    clock: market.clock,
    scheduler,
    noticesOf: notices.ofOrder,
    tell,
    changed: (owner) => publishProposals(streams, owner),
    log,
  })
  const alerts = createAlerts({
    store: alertStore,
    raised: (input, signal) => scanning.raised(input, { user: 'alerts', signal }),
    listedOf: createScanInputs({ watchlists: createWatchlists({ store }) }).listedOf,
    look,
    live: market.live,
    calendar: market.calendar,
    clock: market.clock,
    wallClock: clock,
    scheduler,
    notices,
    orders,
    tell,
    log,
  })
  return {
    ...alerts,
    orders,
    async start() {
      await orders.start()
      await alerts.start()
    },
    async settle() {
      await alerts.settle()
      await orders.settle()
    },
    async close() {
      await alerts.close()
      await orders.close()
    },
  }
}
