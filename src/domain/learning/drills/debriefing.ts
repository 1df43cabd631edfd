import {
  accountThen,
  type DayRecord,
  type OrderStepThen,
  type RecordedOrder,
} from '../../analysis/journal/day-record.ts'
import { countOf, formatNumber, formatSignedPercent, formatSignedRupees } from '../../format.ts'
import { tradingSymbolOf } from '../../instruments/instrument.ts'
import { toRupees } from '../../money.ts'
import { MINUTE_MS } from '../../time.ts'
import type { DrillRun } from './drill.ts'

export interface Finding {
  readonly id: 'held' | 'pnl' | 'orders' | 'first' | 'fills' | 'stops' | 'again' | 'open' | 'back'
  readonly sentence: string
}

/** Two orders alike within this are taken for one that was sent again. */
const AGAIN_MS = 15_000

interface Window {
  readonly from: number
  readonly to: number
}

const isIn = ({ from, to }: Window, at: number): boolean => at >= from && at <= to

const sentAt = ({ steps }: RecordedOrder): number => steps[0]?.at ?? 0

const secondsIn = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** The begin, each whole minute, each trade, the end. */
const instantsOf = ({ instruments }: DayRecord, { from, to }: Window): readonly number[] => {
  const minutes: number[] = []
  for (let at = Math.ceil(from / MINUTE_MS) * MINUTE_MS; at < to; at += MINUTE_MS) minutes.push(at)
  const trades = instruments
    .flatMap((one) => one.trades.map(({ at }) => at))
    .filter((at) => at > from && at < to)
  return [...new Set([from, ...minutes, ...trades, to])].sort((one, other) => one - other)
}

const findPnl = (record: DayRecord, window: Window): Finding => {
  const totals = instantsOf(record, window).map((at) => accountThen(record, at).total)
  const [first = 0] = totals
  const last = totals.at(-1) ?? 0
  const worst = Math.min(...totals)
  return {
    id: 'pnl',
    sentence: `P&L of the day was ${formatSignedRupees(first)} at its begin, ${formatSignedRupees(worst)} at its worst and ${formatSignedRupees(last)} at its end: ${formatSignedRupees(last - first)} by the closes of whole minutes.`,
  }
}

const isStop = ({ orderType }: RecordedOrder): boolean => orderType.startsWith('SL')

const findOrders = (sent: readonly RecordedOrder[]): Finding => {
  if (sent.length === 0) return { id: 'orders', sentence: 'No order was sent.' }
  const stops = sent.filter(isStop).length
  const ofStops =
    stops === 0
      ? 'none of them a stop order'
      : `${stops} of them ${stops === 1 ? 'a stop order' : 'stop orders'}`
  return { id: 'orders', sentence: `${countOf(sent.length, 'order')} sent, ${ofStops}.` }
}

const findFirst = (record: DayRecord, window: Window): Finding => {
  const acts = record.orders.flatMap((order) => [
    { at: sentAt(order), what: 'an order' },
    ...order.steps.filter(({ status }) => status === 'CANCELLED').map(({ at }) => ({ at, what: 'a cancel' })),
  ])
  const first = acts.filter(({ at }) => isIn(window, at)).sort((one, other) => one.at - other.at)[0]
  return {
    id: 'first',
    sentence:
      first === undefined
        ? 'You sent nothing and cancelled nothing.'
        : `The first act came after ${secondsIn(first.at - window.from)}: ${first.what}.`,
  }
}

interface Fill {
  readonly order: RecordedOrder
  readonly at: number
  readonly quantity: number
}

const fillsIn = ({ orders }: DayRecord, window: Window): readonly Fill[] =>
  orders.flatMap((order) =>
    order.fills.filter(({ at }) => isIn(window, at)).map((fill) => ({ order, ...fill })),
  )

const findFills = (fills: readonly Fill[]): Finding => {
  if (fills.length === 0) return { id: 'fills', sentence: 'Nothing was filled.' }
  const orders = new Set(fills.map(({ order }) => order.id)).size
  return { id: 'fills', sentence: `${countOf(fills.length, 'fill')} of ${countOf(orders, 'order')}.` }
}

const priceOf = ({ instruments }: DayRecord, { order, at, quantity }: Fill): number | null => {
  const trades = instruments.find(({ key }) => key === order.sym)?.trades ?? []
  const trade = trades.find((one) => one.at === at && one.side === order.side && one.quantity === quantity)
  return trade === undefined ? null : toRupees(trade.value) / trade.quantity
}

const triggerAt = (steps: readonly OrderStepThen[], at: number): number | null =>
  steps.findLast((step) => step.at <= at && step.triggerPrice !== null)?.triggerPrice ?? null

/** Below 0 where the fill was better than the trigger. */
const findSlippage = (record: DayRecord, fill: Fill): Finding | null => {
  const trigger = triggerAt(fill.order.steps, fill.at)
  const price = priceOf(record, fill)
  if (trigger === null || trigger === 0 || price === null) return null
  const beyond = fill.order.side === 'sell' ? trigger - price : price - trigger
  const name = tradingSymbolOf(fill.order.sym)
  const where =
    beyond === 0
      ? 'at it'
      : `${formatNumber(Math.abs(beyond))} ${beyond > 0 ? 'beyond' : 'better than'} it (${formatSignedPercent((-100 * beyond) / trigger)})`
  return {
    id: 'stops',
    sentence: `The stop of ${name} at ${formatNumber(trigger)} filled at ${formatNumber(price)}, ${where}.`,
  }
}

const isAlike = (one: RecordedOrder, other: RecordedOrder): boolean =>
  one.sym === other.sym &&
  one.side === other.side &&
  one.product === other.product &&
  one.steps[0]?.quantity === other.steps[0]?.quantity

const findAgain = (sent: readonly RecordedOrder[]): Finding | null => {
  if (sent.length === 0) return null
  const again = sent.filter((order, index) =>
    sent
      .slice(0, index)
      .some((before) => isAlike(before, order) && sentAt(order) - sentAt(before) <= AGAIN_MS),
  )
  return {
    id: 'again',
    sentence:
      again.length === 0
        ? 'No order was sent a second time.'
        : `${countOf(again.length, 'order')} within ${secondsIn(AGAIN_MS)} of one alike: sent a second time?`,
  }
}

const findOpen = (record: DayRecord, { to }: Window): Finding | null => {
  const open = accountThen(record, to).openOrders.length
  return open === 0 ? null : { id: 'open', sentence: `${countOf(open, 'order')} still open at its end.` }
}

const findBack = ({ kind, begunAt, endedAt }: DrillRun): readonly Finding[] =>
  kind !== 'session' || endedAt === null
    ? []
    : [{ id: 'back', sentence: `You were signed in again after ${secondsIn(endedAt - begunAt)}.` }]

const heldNothing = 'You held nothing and had no order open: it could not hurt. Try again with a position.'

/** In the order in which they are read. `record` is of the drill's day; null without a session on it. */
export const debriefingOf = (drill: DrillRun, record: DayRecord | null): readonly Finding[] => {
  const back = findBack(drill)
  if (record === null || drill.marketFrom >= record.closesAt || drill.marketTo <= record.opensAt)
    return [...back, { id: 'held', sentence: 'The market was closed: no price could move.' }]
  const window = { from: drill.marketFrom, to: Math.min(drill.marketTo, record.until) }
  const sent = record.orders
    .filter((order) => isIn(window, sentAt(order)))
    .sort((one, other) => sentAt(one) - sentAt(other))
  const atBegin = accountThen(record, window.from)
  const fills = fillsIn(record, window)
  const isExposed = atBegin.positions.some(({ quantity }) => quantity !== 0) || atBegin.openOrders.length > 0
  if (!isExposed && sent.length === 0) return [...back, { id: 'held', sentence: heldNothing }]
  return [
    ...back,
    findPnl(record, window),
    findOrders(sent),
    findFirst(record, window),
    findFills(fills),
    ...fills.map((fill) => findSlippage(record, fill)),
    findAgain(sent),
    findOpen(record, window),
  ].filter((finding) => finding !== null)
}
