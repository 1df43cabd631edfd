import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { nextTrading } from '../../src/domain/calendar/next-trading.ts'
import { intervalMinutes } from '../../src/domain/charts/interval.ts'
import { signOf } from '../../src/domain/deployments/levels.ts'
import { formatNumber } from '../../src/domain/format.ts'
import {
  type Instrument,
  type InstrumentId,
  tradingSymbolOf,
} from '../../src/domain/instruments/instrument.ts'
import { roundToPaisa, toRupees } from '../../src/domain/money.ts'
import type { Product } from '../../src/domain/orders/order.ts'
import { acceptsMarketOrders, touchPrice } from '../../src/domain/orders/order-types.ts'
import type { Quote } from '../../src/domain/quotes/quote.ts'
import {
  type AlertHit,
  type AlertTerms,
  closeOf,
  isOnCandles,
  sendsByItself,
} from '../../src/domain/scanners/alert.ts'
import { type AlertBasket, type AlertLeg, findLegProblem } from '../../src/domain/scanners/alert-basket.ts'
import {
  type AlertOrder,
  AUTO_ORDERS_PER_DAY,
  findAlertOrderProblem,
  orderLateAfterMs,
  orderProposedForMs,
  PROPOSED_AT_ONCE,
  unitsOfOrder,
} from '../../src/domain/scanners/alert-order.ts'
import { SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE, toIstClock } from '../../src/domain/time.ts'
import { sessionGroupOf } from '../broker/instrument-terms.ts'
import type { AlertProposal } from '../store/alert-proposals.ts'
import type { StoredAlert } from '../store/alerts.ts'
import { uuidOfText } from '../uuid-of-text.ts'

type Proposal = AlertProposal['proposal']

export interface HitParts {
  readonly look: (id: InstrumentId) => Promise<Instrument | null>
  readonly quoteOf: (instrument: Instrument) => Quote | null
  readonly calendar: Calendar
  readonly countAuto: (alertId: string) => Promise<number>
}

export const idOfOrder = (alertId: string, { bar, segSym }: Pick<AlertHit, 'bar' | 'segSym'>): string =>
  uuidOfText(`alert order|${alertId}|${bar}|${segSym}`)

const SESSION_MINUTES = SESSION_CLOSE_MINUTE - SESSION_OPEN_MINUTE

const isOfDays = (terms: AlertTerms): boolean =>
  isOnCandles(terms) && (intervalMinutes(terms.interval) ?? Number.POSITIVE_INFINITY) >= SESSION_MINUTES

interface Sized extends Pick<Proposal, 'contract' | 'intent' | 'side' | 'product' | 'legs'> {
  readonly why: string | null
  readonly quantity: number
  readonly price: number
  readonly limitPrice: number | null
  /** The session in which it is sent is that of this instrument; null where it is not listed. */
  readonly instrument: Instrument | null
}

const pricesOf = (quote: Quote | null) =>
  quote && {
    lastPrice: toRupees(quote.lastPrice),
    bid: quote.bid === null ? null : toRupees(quote.bid),
    ask: quote.ask === null ? null : toRupees(quote.ask),
  }

/** At market where that is accepted, else a limit at the touch; null without a price. */
const pricedFor = (
  quoteOf: HitParts['quoteOf'],
  instrument: Instrument,
  { side, limitPrice }: Pick<AlertLeg, 'side' | 'limitPrice'>,
) => {
  const price = limitPrice ?? touchPrice(side, pricesOf(quoteOf(instrument)))
  if (price === null) return null
  return { price, limitPrice: limitPrice ?? (acceptsMarketOrders(instrument) ? null : price) }
}

const notListed = (id: InstrumentId): string => `${tradingSymbolOf(id)} is no longer listed`

const sizedOrder = async (
  { look, quoteOf }: HitParts,
  order: AlertOrder,
  { segSym, price: raisedAt }: AlertHit,
): Promise<Sized> => {
  const { side, product, limitPrice, quantity } = order
  const contract = order.segSym ?? segSym
  const instrument = await look(contract)
  const base = {
    contract,
    intent: order.isReduceOnly ? 'exit' : 'entry',
    ...{ side, product, legs: [], instrument, limitPrice },
  } as const
  const not = (why: string): Sized => ({ ...base, why, quantity: 0, price: raisedAt })
  if (instrument === null) return not(notListed(contract))
  const problem = findAlertOrderProblem(order, instrument)
  if (problem !== null) return not(problem.problem)
  const priced = pricedFor(quoteOf, instrument, order)
  if (priced === null) return not('It had no price')
  const units = unitsOfOrder(quantity, instrument, priced.price)
  if (units === 0) return not('Its rupees were not enough for one lot')
  return { ...base, ...priced, why: null, quantity: units }
}

type SizedLeg = { readonly instrument: Instrument | null } & (
  | { readonly why: string }
  | { readonly why: null; readonly leg: Proposal['legs'][number] }
)

const sizedLeg = async (
  { look, quoteOf }: HitParts,
  leg: AlertLeg,
  of: { readonly product: Product; readonly index: number },
): Promise<SizedLeg> => {
  const { segSym: contract, side, quantity } = leg
  const instrument = await look(contract)
  if (instrument === null) return { instrument, why: notListed(contract) }
  const problem = findLegProblem(leg, of.product, instrument)
  if (problem !== null) return { instrument, why: problem }
  const priced = pricedFor(quoteOf, instrument, leg)
  if (priced === null) return { instrument, why: `${instrument.tradingSymbol} had no price` }
  return { instrument, why: null, leg: { leg: of.index + 1, contract, side, quantity, ...priced } }
}

/** The net premium is of as many units as its smallest leg has. */
const sizedBasket = async (
  parts: HitParts,
  { product, legs: wanted }: AlertBasket,
  { segSym, price: raisedAt }: AlertHit,
): Promise<Sized> => {
  const sized: SizedLeg[] = []
  for (const [index, leg] of wanted.entries()) sized.push(await sizedLeg(parts, leg, { product, index }))
  const legs = sized.flatMap((one) => (one.why === null ? [one.leg] : []))
  const why = sized.find((one) => one.why !== null)?.why ?? null
  const quantity = Math.min(...wanted.map((leg) => leg.quantity))
  const paid = legs.reduce((sum, { side, quantity: units, price }) => sum + signOf(side) * units * price, 0)
  return {
    ...{ contract: segSym, intent: 'entry', product, legs, why, quantity, limitPrice: null },
    side: paid < 0 ? 'sell' : 'buy',
    price: why === null ? roundToPaisa(Math.abs(paid) / quantity) : raisedAt,
    instrument: sized[0]?.instrument ?? null,
  }
}

interface When {
  readonly endsAt: number
  readonly lateAt: number | null
}

/** The signal of a day is of use when trading begins next, that of some minutes is over by then. */
const whenOf = (
  { terms }: StoredAlert,
  closeAt: number,
  instrument: Instrument,
  calendar: Calendar,
): When => {
  const group = sessionGroupOf(instrument)
  const begins = isOfDays(terms) ? nextTrading(closeAt, group, calendar) : closeAt
  const isTraded = nextTrading(closeAt, group, calendar) === closeAt
  return {
    endsAt: begins + orderProposedForMs(terms.interval),
    lateAt: isTraded ? closeAt + orderLateAfterMs(terms.interval) : null,
  }
}

/** The candle is that of the symbol that raised: its session may end at another time than that of the contract. */
const closeOfHit = async (
  { look, calendar }: HitParts,
  { terms }: StoredAlert,
  { bar, segSym }: AlertHit,
): Promise<number> => {
  const raised = isOnCandles(terms) ? await look(segSym) : null
  if (!isOnCandles(terms) || raised === null) return bar
  return closeOf(bar, { interval: terms.interval, calendar, group: sessionGroupOf(raised) })
}

/** The name of an alert is its rule. */
const whyOf = ({ terms }: StoredAlert, { price }: AlertHit, closeAt: number): string =>
  isOnCandles(terms) ? `became true at ${toIstClock(closeAt)}` : `traded at ${formatNumber(price)}`

const proposalOf = async (
  parts: HitParts,
  alert: StoredAlert,
  hit: AlertHit,
  raisedAt: number,
): Promise<AlertProposal | null> => {
  const { order, basket } = alert.terms
  const sized =
    order !== undefined
      ? await sizedOrder(parts, order, hit)
      : basket !== undefined
        ? await sizedBasket(parts, basket, hit)
        : null
  if (sized === null) return null
  const { why: problem, instrument, ...what } = sized
  const closeAt = await closeOfHit(parts, alert, hit)
  const { endsAt, lateAt } =
    instrument === null
      ? { endsAt: raisedAt, lateAt: null }
      : whenOf(alert, closeAt, instrument, parts.calendar)
  const why = problem ?? (endsAt <= raisedAt ? 'It came too late' : null)
  return {
    owner: alert.owner,
    alertId: alert.id,
    lateAt:
      sendsByItself(alert.terms) && why === null && lateAt !== null && raisedAt <= lateAt ? lateAt : null,
    proposal: {
      proposalUuid: idOfOrder(alert.id, hit),
      deploymentUuid: null,
      alertUuid: alert.id,
      algoName: alert.name,
      slug: alert.slug ?? '',
      segSym: hit.segSym,
      ...what,
      legs: [...what.legs],
      exitCause: null,
      why: whyOf(alert, hit, closeAt),
      values: [...hit.values],
      bar: hit.bar,
      madeAt: raisedAt,
      endsAt,
      status: why === null ? 'waiting' : 'ended',
      outcome: why ?? '',
      endedAt: why === null ? null : raisedAt,
      orderId: null,
    },
  }
}

/** An automatic alert sends the first orders of a day by itself; the rest are proposed. */
export const ordersOfHits = async (
  parts: HitParts,
  alert: StoredAlert,
  hits: readonly AlertHit[],
  raisedAt: number,
): Promise<readonly AlertProposal[]> => {
  let left = sendsByItself(alert.terms) ? AUTO_ORDERS_PER_DAY - (await parts.countAuto(alert.id)) : 0
  const made: AlertProposal[] = []
  for (const hit of hits.slice(0, PROPOSED_AT_ONCE)) {
    const one = await proposalOf(parts, alert, hit, raisedAt)
    if (one === null) return []
    const isAuto = one.lateAt !== null && left > 0
    if (isAuto) left--
    made.push(isAuto ? one : { ...one, lateAt: null })
  }
  return made
}
