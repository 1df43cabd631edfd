import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { placeGtt } from '../../../src/contract/orders/gtt.ts'
import { formatNumber } from '../../../src/domain/format.ts'
import { type Instrument, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { GttTerms } from '../../../src/domain/orders/gtt/gtt.ts'
import { findGttProblem, type GttProblem } from '../../../src/domain/orders/gtt/gtt-problem.ts'
import type { Broker } from '../../broker/broker.ts'
import { termsOf } from '../../broker/instrument-terms.ts'
import type { Gtts } from '../../gtt/gtts.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { NewNotification } from '../../store/notifications.ts'
import type { StoredGtt } from '../../store/orders/gtts.ts'
import type { User } from '../../user.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { toNotificationRow } from '../notifications/notices.ts'
import { noInstrument } from './order-refusals.ts'

type Row = ReplyOf<typeof placeGtt>

export interface GttPorts {
  readonly gtts: Pick<Gtts, 'place' | 'cancel' | 'listOf'>
  readonly broker: Pick<Broker, 'marketNow'>
  readonly look: (id: Instrument['id']) => Promise<Instrument | null>
}

const toRow = (gtt: StoredGtt): Row => ({
  gttUuid: gtt.id,
  sym: gtt.sym,
  transactionType: gtt.side === 'buy' ? 'BUY' : 'SELL',
  product: gtt.product,
  quantity: gtt.quantity,
  reduceOnly: gtt.isReduceOnly === true,
  triggers: gtt.triggers.map((trigger) => ({ ...trigger })),
  status: gtt.status,
  reason: gtt.reason,
  lastPrice: gtt.lastPrice,
  triggered: gtt.triggered === null ? null : { ...gtt.triggered },
  orderId: gtt.orderId,
  createdAt: gtt.createdAt,
  expiresAt: gtt.expiresAt,
  endedAt: gtt.endedAt,
})

const wireNames = { triggerPrice: 'trigger_price', price: 'price' } as const

const pathOf = ({ field, at, which }: GttProblem): string =>
  at === null || which === null ? `body.${field}` : `body.${field}.${at}.${wireNames[which]}`

const refuseUnsound = (terms: GttTerms, instrument: Instrument, lastPrice: number | null): void => {
  const problem = findGttProblem(terms, instrument, lastPrice)
  if (problem !== null)
    throw new Refusal('MALFORMED', problem.message, { issues: [`${pathOf(problem)}: ${problem.message}`] })
}

export const createGttCalls = ({ gtts, broker, look }: GttPorts) => ({
  list: async (user: User): Promise<Row[]> => (await gtts.listOf(user.id)).map(toRow),

  async place(
    user: User,
    { gttUuid, transactionType, sym, replaces, reduceOnly = false, ...rest }: BodyOf<typeof placeGtt>,
  ): Promise<Row> {
    const id = parseInstrumentId(sym)?.id
    const instrument = id === undefined ? null : await look(id)
    if (instrument === null) throw noInstrument(sym)
    const market = broker.marketNow()
    const quote = market.quoteOf(termsOf(instrument, market.day))
    const lastPrice = quote === null ? null : toRupees(quote.lastPrice)
    const side = transactionType === 'BUY' ? 'buy' : 'sell'
    const terms: GttTerms = { ...rest, isReduceOnly: reduceOnly, sym: instrument.id, side }
    refuseUnsound(terms, instrument, lastPrice)
    const { expiry } = instrument
    return toRow(
      await gtts.place({
        ...terms,
        id: gttUuid,
        owner: user.id,
        lastPrice,
        expiry,
        replaces: replaces ?? null,
      }),
    )
  },

  cancel: async (user: User, id: string): Promise<Row> => toRow(await gtts.cancel(user.id, id)),
})

export type GttCalls = ReturnType<typeof createGttCalls>

const wordsOf = (gtt: StoredGtt, title: string): string | null => {
  const { status, triggered, side, quantity, reason } = gtt
  const order = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(quantity, 0)} ${title}`
  const at = formatNumber(triggered?.price ?? null)
  const price = formatNumber(gtt.triggers.find(({ when }) => when === triggered?.when)?.price ?? null)
  switch (status) {
    case 'triggered':
      return `GTT triggered at ${at}: ${order} at ${price}, order sent`
    case 'rejected':
      return `GTT triggered at ${at}, order rejected: ${order} at ${price}. ${reason}`
    case 'expired':
      return `GTT expired: ${order}`
    case 'cancelled':
      return `GTT cancelled: ${order}. ${reason}`
    case 'active':
    case 'sending':
      return null
    default:
      return status satisfies never
  }
}

export const createGttNotices =
  (clock: Clock) =>
  (gtt: StoredGtt, title: string): readonly NewNotification[] => {
    const text = wordsOf(gtt, title)
    if (text === null) return []
    const notice = {
      notificationUuid: uuidOfText(`gtt|${gtt.id}|${gtt.status}`),
      notificationType: 'order-webhook' as const,
      notificationMsg: text,
      deploymentUuid: null,
      deploymentType: 'order' as const,
      algoName: null,
      algoUuid: null,
      slug: 'gtt',
      actionType: gtt.side,
      scannerName: null,
      alertType: null,
      orderStatus: null,
      // With the id of its order, a notification of that order would replace this one on screen.
      orderId: null,
      triggerTime: new Date(gtt.endedAt ?? gtt.createdAt).toISOString(),
      isRead: false,
    }
    return [toNotificationRow({ owner: gtt.owner, at: clock.now(), notice })]
  }
