import { randomUUID } from 'node:crypto'
import type { BodyOf, QueryOf } from '../../../src/contract/call-types.ts'
import type { getAlertHistory, setAlert } from '../../../src/contract/scanners/alerts.ts'
import {
  ALERT_LOG_PAGE,
  type AlertHit,
  type AlertTerms,
  alertInWords,
  checkAlert,
  TOLD_APART_MAX,
  TOLD_PER_MINUTE_MAX,
} from '../../../src/domain/scanners/alert.ts'
import { priceInWords } from '../../../src/domain/scanners/price-alert.ts'
import { MINUTE_MS } from '../../../src/domain/time.ts'
import type { Alerts } from '../../alerts/alerts.ts'
import type { AlertNow } from '../../alerts/world.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { StoredAlert } from '../../store/alerts.ts'
import type { Store } from '../../store/database/database.ts'
import type { NewNotification } from '../../store/notifications.ts'
import { findScanner, parseScanner } from '../../store/scanners.ts'
import type { User } from '../../user.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { toNotificationRow } from '../notifications/notices.ts'
import { noScanner } from './saving.ts'

const NAME_MAX = 60
const LOG_PAGE_MAX = 200

interface AlertPorts {
  readonly store: Store
  readonly alerts: Alerts
}

const toAlert = (alert: AlertNow) => ({
  alertUuid: alert.id,
  scannerUuid: alert.scannerUuid,
  slug: alert.slug,
  scannerName: alert.name,
  ...alert.terms,
  status: alert.status,
  reason: alert.reason,
  startedAt: alert.startedAt,
  stoppedAt: alert.stoppedAt,
  judgedAt: alert.judgedAt,
  raisedToday: alert.raisedToday.hits,
  symbolsToday: alert.raisedToday.symbols,
  timesToday: [...alert.timesToday],
  raised: alert.raised,
  lastRaisedAt: alert.lastHits[0]?.raisedAt ?? null,
  lastSymbols: alert.lastHits.map(({ segSym }) => segSym),
})

const nameOf = ({ logic, universe, interval }: AlertTerms): string => {
  const rule = interval === 'tick' ? priceInWords(universe, logic) : logic
  return rule.length <= NAME_MAX ? rule : `${rule.slice(0, NAME_MAX - 1)}…`
}

const refuseUnsound = (terms: AlertTerms): void => {
  const [fault] = checkAlert(terms)
  if (fault !== undefined)
    throw new Refusal('MALFORMED', fault.problem, { issues: [`body.scan.${fault.field}: ${fault.problem}`] })
}

const termsOf = async ({ store }: AlertPorts, user: User, { scannerUuid, scan }: BodyOf<typeof setAlert>) => {
  if (scannerUuid !== undefined) {
    const row = await findScanner(store.db, user.id, scannerUuid)
    if (row === undefined || row.deleted_at !== null) throw noScanner()
    const { logic, universe, interval } = parseScanner(row.body)
    return { name: row.name, scannerUuid, slug: row.slug, terms: { logic, universe, interval } }
  }
  if (scan === undefined)
    throw new Refusal('MALFORMED', 'An alert needs a scanner or a rule', {
      issues: ['body: expected scanner_uuid or scan'],
    })
  refuseUnsound(scan)
  return { name: nameOf(scan), scannerUuid: null, slug: null, terms: scan }
}

export const createAlertCalls = (ports: AlertPorts) => ({
  /** A scanner has one alert: that which runs is the answer. */
  async set(user: User, body: BodyOf<typeof setAlert>) {
    const { alerts } = ports
    const alert = await termsOf(ports, user, body)
    const known = alert.scannerUuid === null ? undefined : alerts.ofScanners(user.id).get(alert.scannerUuid)
    if (known !== undefined) return { alertUuid: known }
    const id = body.alertUuid ?? randomUUID()
    await alerts.set({ id, owner: user.id, ...alert })
    return { alertUuid: id }
  },

  stop: (user: User, id: string) => ports.alerts.stop(user.id, id),

  list: async (user: User) => (await ports.alerts.of(user.id)).map(toAlert),

  async history(user: User, { alertUuid, page: asked, limit: most }: QueryOf<typeof getAlertHistory>) {
    const limit = Math.min(LOG_PAGE_MAX, Math.max(1, Number(most ?? ALERT_LOG_PAGE)))
    const page = Math.max(1, Number(asked ?? 1))
    const offset = (page - 1) * limit
    const { alert, hits } = await ports.alerts.history(user.id, alertUuid, { limit, offset })
    return {
      alert: toAlert(alert),
      currentPage: page,
      data: hits.map(({ segSym, bar, raisedAt, price, values }) => ({
        segSym,
        bar,
        raisedAt,
        price: Number.isNaN(price) ? null : price,
        values: [...values],
      })),
      perPage: limit,
      total: alert.raised,
      totalPages: Math.ceil(alert.raised / limit),
    }
  },
})

export type AlertCalls = ReturnType<typeof createAlertCalls>

/** Few symbols of one candle are told of one by one, many in one; all that comes within a minute is bounded too. */
export const createAlertNotices = (
  clock: Clock,
): ((alert: StoredAlert, hits: readonly AlertHit[], at: number) => readonly NewNotification[]) => {
  const told = new Map<string, number[]>()
  const countOf = (owner: string, now: number): number[] => {
    const recent = (told.get(owner) ?? []).filter((at) => at > now - MINUTE_MS)
    told.set(owner, recent)
    return recent
  }
  return (alert, hits, at) => {
    const now = clock.now()
    const recent = countOf(alert.owner, now)
    const isApart = hits.length <= TOLD_APART_MAX && recent.length + hits.length <= TOLD_PER_MINUTE_MAX
    const groups = isApart ? hits.map((hit) => [hit]) : [hits]
    recent.push(...groups.map(() => now))
    return groups.map((group) => {
      const key = isApart ? `${group[0]?.bar}|${group[0]?.segSym}` : `${at}`
      const notice = {
        notificationUuid: uuidOfText(`alert|${alert.id}|${key}`),
        notificationType: 'scanner' as const,
        notificationMsg: alertInWords(group, alert.terms, at),
        deploymentUuid: null,
        deploymentType: 'scanner' as const,
        algoName: null,
        algoUuid: alert.id,
        slug: alert.slug,
        actionType: null,
        scannerName: alert.name,
        alertType: null,
        orderStatus: null,
        orderId: null,
        triggerTime: new Date(at).toISOString(),
        isRead: false,
      }
      return toNotificationRow({ owner: alert.owner, at: now, notice })
    })
  }
}
