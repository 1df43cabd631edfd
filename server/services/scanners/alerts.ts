import { randomUUID } from 'node:crypto'
import type { BodyOf, QueryOf } from '../../../src/contract/call-types.ts'
import type { changeAlert, getAlertHistory, setAlert } from '../../../src/contract/scanners/alerts.ts'
import { orderWords } from '../../../src/domain/deployments/log-words.ts'
import { tradingSymbolOf } from '../../../src/domain/instruments/instrument.ts'
import { PROPOSED } from '../../../src/domain/notifications/notice.ts'
import {
  ALERT_LOG_PAGE,
  type AlertHit,
  type AlertTerms,
  alertInWords,
  checkAlert,
  hasOrders,
  TOLD_APART_MAX,
  TOLD_PER_MINUTE_MAX,
} from '../../../src/domain/scanners/alert.ts'
import { priceInWords } from '../../../src/domain/scanners/price-alert.ts'
import { shortText } from '../../../src/domain/strategies/definitions/written.ts'
import { type EpochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import type { AlertContext, AlertNow } from '../../alerts/alert-context.ts'
import type { AlertOrderParts, AlertOrders } from '../../alerts/alert-orders.ts'
import type { Alerts } from '../../alerts/alerts.ts'
import { idOfOrder } from '../../alerts/orders-of-hits.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { AlertProposal } from '../../store/alert-proposals.ts'
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
const NOT_PROPOSED = 'Not proposed'

interface AlertPorts {
  readonly store: Store
  readonly alerts: Alerts
  readonly orders: Pick<AlertOrders, 'outcomesOf'>
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
  const rule = interval === 'tick' ? priceInWords(universe, logic) : shortText(logic)
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

const ordersOf = async (
  { orders }: AlertPorts,
  { id, terms }: AlertNow,
  hits: readonly Pick<AlertHit, 'bar' | 'segSym'>[],
): Promise<ReadonlyMap<string, string> | null> => {
  if (!hasOrders(terms)) return null
  const ids = hits.map((hit) => idOfOrder(id, hit))
  const known = await orders.outcomesOf(ids)
  return new Map(
    ids.map((one) => {
      const proposal = known.get(one)
      if (proposal === undefined) return [one, NOT_PROPOSED]
      return [one, proposal.outcome === '' ? 'Proposed' : proposal.outcome]
    }),
  )
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

  change: (user: User, { alertUuid, logic }: BodyOf<typeof changeAlert>) =>
    ports.alerts.change(user.id, alertUuid, { logic, nameOf }),

  stop: (user: User, id: string) => ports.alerts.stop(user.id, id),

  list: async (user: User) => (await ports.alerts.of(user.id)).map(toAlert),

  async history(user: User, { alertUuid, page: asked, limit: most }: QueryOf<typeof getAlertHistory>) {
    const limit = Math.min(LOG_PAGE_MAX, Math.max(1, Number(most ?? ALERT_LOG_PAGE)))
    const page = Math.max(1, Number(asked ?? 1))
    const offset = (page - 1) * limit
    const { alert, hits } = await ports.alerts.history(user.id, alertUuid, { limit, offset })
    const orders = await ordersOf(ports, alert, hits)
    return {
      alert: toAlert(alert),
      currentPage: page,
      data: hits.map(({ segSym, bar, raisedAt, price, values }) => ({
        segSym,
        bar,
        raisedAt,
        price: Number.isNaN(price) ? null : price,
        values: [...values],
        order: orders?.get(idOfOrder(alert.id, { bar, segSym })) ?? null,
      })),
      perPage: limit,
      total: alert.raised,
      totalPages: Math.ceil(alert.raised / limit),
    }
  },
})

export type AlertCalls = ReturnType<typeof createAlertCalls>

interface ToldOf {
  /** Shared by all notifications of one alert. */
  readonly key: string
  readonly isProposed?: boolean
  readonly text: string
  /** Market time. */
  readonly at: number
  /** Wall time. */
  readonly toldAt: EpochMs
}

const noticeOf = (
  alert: Pick<StoredAlert, 'id' | 'owner' | 'slug' | 'name'>,
  { key, text, at, toldAt, isProposed = false }: ToldOf,
): NewNotification =>
  toNotificationRow({
    owner: alert.owner,
    at: toldAt,
    notice: {
      notificationUuid: uuidOfText(`alert|${alert.id}|${key}`),
      notificationType: 'scanner',
      notificationMsg: text,
      deploymentUuid: null,
      deploymentType: 'scanner',
      algoName: null,
      algoUuid: alert.id,
      slug: alert.slug,
      actionType: isProposed ? PROPOSED : null,
      scannerName: alert.name,
      alertType: null,
      orderStatus: null,
      orderId: null,
      triggerTime: new Date(at).toISOString(),
      isRead: false,
    },
  })

const orderInWords = ({ proposal: { side, quantity, contract, legs } }: AlertProposal): string =>
  legs.length > 0 ? `Basket of ${legs.length}` : orderWords(side, quantity, tradingSymbolOf(contract))

/** ` · proposed: Buy 20 INFY`, ` · 3 orders proposed, 2 sent by the alert`; empty without an order. */
const proposedInWords = (proposed: readonly AlertProposal[]): string => {
  const waiting = proposed.filter(({ proposal }) => proposal.status === 'waiting')
  const [first, ...others] = waiting
  if (first === undefined) return ''
  if (others.length === 0) return ` · ${first.lateAt === null ? 'proposed' : 'sent'}: ${orderInWords(first)}`
  const asked = waiting.filter(({ lateAt }) => lateAt === null).length
  const parts = [
    ...(asked === 0 ? [] : [`${asked} orders proposed`]),
    ...(asked === waiting.length ? [] : [`${waiting.length - asked} sent by the alert`]),
  ]
  return ` · ${parts.join(', ')}`
}

/** Few symbols of one candle are told of one by one, many in one; all that comes within a minute is bounded too. */
export const createAlertNotices = (
  clock: Clock,
): AlertContext['notices'] & { readonly ofOrder: AlertOrderParts['noticesOf'] } => {
  const told = new Map<string, number[]>()
  const countOf = (owner: string, now: number): number[] => {
    const recent = (told.get(owner) ?? []).filter((at) => at > now - MINUTE_MS)
    told.set(owner, recent)
    return recent
  }
  return {
    ofHits: (alert, { hits, proposed }, at) => {
      const toldAt = clock.now()
      const recent = countOf(alert.owner, toldAt)
      const isApart = hits.length <= TOLD_APART_MAX && recent.length + hits.length <= TOLD_PER_MINUTE_MAX
      const groups = isApart ? hits.map((hit) => [hit]) : [hits]
      recent.push(...groups.map(() => toldAt))
      return groups.map((group) => {
        const key = isApart ? `${group[0]?.bar}|${group[0]?.segSym}` : `${at}`
        const orders = proposed.filter(({ proposal }) =>
          group.some(({ bar, segSym }) => bar === proposal.bar && segSym === proposal.segSym),
        )
        return noticeOf(alert, {
          key,
          text: `${alertInWords(group, alert.terms, at)}${proposedInWords(orders)}`,
          at,
          toldAt,
          isProposed: orders.some(({ lateAt, proposal }) => lateAt === null && proposal.status === 'waiting'),
        })
      })
    },

    ofOrder: (ended) => {
      const { owner, alertId, proposal } = ended
      const { algoName: name, slug, outcome, madeAt } = proposal
      const told = { id: alertId, owner, name, slug: slug === '' ? null : slug }
      const text = `${orderInWords(ended)}. ${outcome}`
      return [
        noticeOf(told, { key: `order|${proposal.proposalUuid}`, text, at: madeAt, toldAt: clock.now() }),
      ]
    },

    ofEnd: (alert: StoredAlert, reason: string, at: number): readonly NewNotification[] => [
      noticeOf(alert, { key: 'end', text: `Alert ended: ${reason}`, at, toldAt: clock.now() }),
    ],
  }
}
