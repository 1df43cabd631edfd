import type { Calendar, SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import type { OrderId } from '../../../src/domain/orders/order.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs, MINUTE_MS, toIstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { isPlausiblePrint } from '../../market/live/plausible-print.ts'
import type { ExchangeOrder, FillModel, Report } from '../exchange.ts'
import { matchAuction, meetsOwnInAuction } from './auction.ts'
import { exchangeOrderIdOf } from './identifiers.ts'
import { latencyOf } from './latency.ts'
import { createMatching } from './matching.ts'
import { createOrderRemovals, type Ending } from './order-removals.ts'
import { allowedInAuction } from './participation.ts'
import { findChangeRefusal, findEntryRefusal, isAuction, nextPhaseEdge } from './phase-rules.ts'
import { createRequests, type Request } from './requests.ts'
import { createRestingOrders } from './resting-orders.ts'
import {
  changeStanding,
  crosses,
  isMarketType,
  keepsPriority,
  type StandingOrder,
  toStanding,
} from './standing-order.ts'
import { describeStanding } from './standing-words.ts'
import {
  CANCELLED,
  goneWords,
  LAPSED,
  NO_LAST_PRICE,
  NOT_IN_CLOSING_AUCTION,
  priceText,
  SELF_TRADE,
  TTL_LAPSED,
  UNEXECUTED_IN_AUCTION,
  UNMATCHED,
  UNMATCHED_RAW,
} from './words.ts'

/** Longest span of one query, so that the busiest contract's prints fit `PRINTS_MAX`. */
const PRINTS_SPAN_MS = MINUTE_MS

export interface InstrumentMatcherParts {
  readonly seed: number
  readonly instrument: Instrument
  readonly group: SessionGroup
  readonly market: LiveMarket
  readonly model: FillModel
  readonly phaseOf: (group: SessionGroup, at: EpochMs) => MarketPhase
  readonly calendar: Calendar
  readonly onEnded: (id: OrderId, ending: Ending) => void
  readonly endingOf: (id: OrderId) => Ending | null
}

export interface InstrumentMatcher {
  submit(request: Request, now: number): void
  run(to: number, gridMs: number): readonly Report[]
  noteOf(id: OrderId): string | null
  readonly resting: number
  readonly isIdle: boolean
  readonly time: number
}

export const createInstrumentMatcher = (parts: InstrumentMatcherParts): InstrumentMatcher => {
  const { seed, instrument, group, market, phaseOf, calendar } = parts
  const requests = createRequests()
  const restingOrders = createRestingOrders()
  let reports: Report[] = []
  const emit = (report: Report): void => {
    reports.push(report)
  }
  const matching = createMatching({ seed, instrument, market, model: parts.model, emit })
  let time = 0
  let phase: MarketPhase = 'closed'
  let edge = 0
  let ranks = 0
  const nextRank = (): number => {
    ranks += 1
    return ranks
  }

  const { end, reject, cancel, removeFilled } = createOrderRemovals({
    restingOrders,
    emit,
    onEnded: parts.onEnded,
  })

  const restAt = (order: StandingOrder, price: Paise, at: number): void => {
    order.orderType = 'LIMIT'
    order.limit = price
    restingOrders.changed()
    emit({ kind: 'rests', id: order.id, at: epochMs(at), price })
  }

  /** A market order has its protection price as limit by now. */
  const begin = (order: StandingOrder, at: number): void => {
    const own = restingOrders.findOwnOpposite(order)
    order.stage = 'active'
    restingOrders.changed()
    matching.meet(order, own, at)
    if (order.remaining === 0) end(order, 'filled')
    else if (own !== null && order.limit !== null && crosses(order.side, order.limit, own.limit)) {
      cancel(order, at, SELF_TRADE)
    } else if (order.validity === 'IOC') cancel(order, at, order.note ?? UNMATCHED, UNMATCHED_RAW)
    else if (isMarketType(order) && order.limit !== null) restAt(order, order.limit, at)
  }

  /** Gives a market order its limit; returns why it cannot reach the book, or null. */
  const findObstacle = (order: StandingOrder, at: number): string | null => {
    if (isMarketType(order)) order.limit = matching.protect(order, at)
    if (order.limit === null) return NO_LAST_PRICE
    return matching.isBlockedByOwn(order, restingOrders.findOwnOpposite(order), at) ? SELF_TRADE : null
  }

  const trigger = (order: StandingOrder, lastPrice: Paise, at: number): void => {
    order.isTriggered = true
    order.stage = 'travels'
    restingOrders.changed()
    emit({ kind: 'triggered', id: order.id, at: epochMs(at), lastPrice })
    const arrival = at + latencyOf(seed, order.id, 'trigger')
    requests.add({ kind: 'activate', id: order.id, at: arrival, sequence: 0 })
    const { side, limit, triggerPrice } = order
    if (limit !== null && triggerPrice !== null && limit !== lastPrice && crosses(side, lastPrice, limit)) {
      order.gap = `triggered at ${priceText(lastPrice)}, beyond its limit ${priceText(limit)}`
    }
  }

  const triggerIfPassed = (order: StandingOrder, printed: Pick<Print, 'at' | 'price'>, at: number): void => {
    const { side, triggerPrice } = order
    if (triggerPrice === null || !crosses(side, printed.price, triggerPrice)) return
    if (isPlausiblePrint(market, instrument, printed)) trigger(order, printed.price, at)
  }

  const awaitTrigger = (order: StandingOrder, at: EpochMs): void => {
    const quote = phase === 'continuous' ? market.quote(instrument, at) : null
    if (quote !== null) triggerIfPassed(order, { at: quote.at, price: quote.lastPrice }, at)
  }

  const fillAtClose = (order: StandingOrder, price: Paise, at: EpochMs): void => {
    const quantity = Math.min(order.remaining, matching.capacity(at))
    const why = `at the closing price ${priceText(price)}`
    if (quantity > 0) matching.fill(order, { price, quantity }, at, why)
    if (order.remaining === 0) end(order, 'filled')
    else if (isMarketType(order)) restAt(order, price, at)
  }

  const enterAfterClose = (order: StandingOrder, at: EpochMs, open: () => void): void => {
    const close = market.quote(instrument, at)?.lastPrice ?? null
    if (close === null || (order.limit !== null && !crosses(order.side, order.limit, close))) {
      reject(order.id, at, 'Only the closing price trades after the close')
      return
    }
    open()
    fillAtClose(order, close, at)
  }

  const admit = (order: StandingOrder, isRestored: boolean, at: EpochMs): void => {
    const open = (): void => {
      restingOrders.add(order)
      if (!isRestored) emit({ kind: 'opened', id: order.id, at, exchangeOrderId: order.exchangeOrderId })
    }
    if (phase === 'postClose') enterAfterClose(order, at, open)
    else if (isAuction(phase)) {
      order.stage = 'inAuction'
      if (!isRestored && meetsOwnInAuction(order, restingOrders.inAuction())) reject(order.id, at, SELF_TRADE)
      else open()
    } else {
      const obstacle = findObstacle(order, at)
      if (obstacle !== null) {
        reject(order.id, at, obstacle)
        return
      }
      open()
      begin(order, at)
    }
  }

  const enter = (asked: ExchangeOrder, isRestored: boolean, at: EpochMs): void => {
    const { id } = asked
    const exchangeOrderId = exchangeOrderIdOf(seed, id)
    const order = toStanding(asked, exchangeOrderId, nextRank())
    const refusal = isRestored ? null : findEntryRefusal(phase, instrument, asked)
    if (isRestored && phase === 'closed') cancel(order, at, LAPSED)
    else if (refusal !== null) reject(id, at, refusal)
    else if (order.stage === 'awaitsTrigger') {
      restingOrders.add(order)
      if (!isRestored) emit({ kind: 'awaitsTrigger', id, at, exchangeOrderId })
      awaitTrigger(order, at)
    } else admit(order, isRestored, at)
  }

  const planChange = (
    order: StandingOrder,
    request: Request & { kind: 'modify' },
  ): StandingOrder | string => {
    const { changes } = request
    const refusal =
      findChangeRefusal(phase, isMarketType(order)) ?? findEntryRefusal(phase, instrument, changes)
    if (refusal !== null) return refusal
    if (changes.quantity <= order.filled) return 'filled before the change'
    const changed = { ...order }
    if (keepsPriority(order, changes)) {
      changed.remaining = changes.quantity - order.filled
      changed.lapsesAt = changes.lapsesAt
      return changed
    }
    changeStanding(changed, changes, nextRank())
    if (changed.stage === 'awaitsTrigger') return changed
    if (phase === 'continuous') return findObstacle(changed, request.at) ?? changed
    changed.stage = 'inAuction'
    return meetsOwnInAuction(changed, restingOrders.inAuction()) ? SELF_TRADE : changed
  }

  const modify = (request: Request & { kind: 'modify' }, at: EpochMs): void => {
    const { id, changes } = request
    const order = restingOrders.find(id)
    const changed = order === null ? goneWords(parts.endingOf(id), 'modify') : planChange(order, request)
    if (order === null || typeof changed === 'string') {
      emit({ kind: 'modifyRefused', id, at, message: String(changed) })
      return
    }
    const rankBefore = order.rank
    Object.assign(order, changed)
    restingOrders.changed()
    emit({ kind: 'modified', id, at, changes })
    if (order.rank === rankBefore) return
    if (order.stage === 'awaitsTrigger') awaitTrigger(order, at)
    else if (phase === 'continuous') begin(order, at)
  }

  const cancelOnRequest = (id: OrderId, at: EpochMs): void => {
    const order = restingOrders.find(id)
    const refusal =
      order === null ? goneWords(parts.endingOf(id), 'cancel') : findChangeRefusal(phase, isMarketType(order))
    if (order !== null && refusal === null) cancel(order, at, CANCELLED)
    else emit({ kind: 'cancelRefused', id, at, message: refusal ?? goneWords(parts.endingOf(id), 'cancel') })
  }

  const activate = (id: OrderId, at: EpochMs): void => {
    const order = restingOrders.find(id)
    if (order === null || order.stage !== 'travels') return
    const obstacle = findObstacle(order, at)
    if (obstacle === null) begin(order, at)
    else cancel(order, at, obstacle)
  }

  const handle = (request: Request): void => {
    const at = epochMs(request.at)
    switch (request.kind) {
      case 'enter':
        enter(request.order, request.isRestored, at)
        break
      case 'modify':
        modify(request, at)
        break
      case 'cancel':
        cancelOnRequest(request.id, at)
        break
      case 'activate':
        activate(request.id, at)
        break
      default:
        request satisfies never
    }
  }

  const match = (which: 'open' | 'close', at: number): void => {
    const rupees = market.auctionPrice(instrument, toIstDate(at), which)
    const price = rupees === null ? null : fromRupees(rupees)
    if (price !== null && price > 0) {
      const why = `${which === 'open' ? 'opening' : 'closing'} auction at ${priceText(price)}`
      const capacity = allowedInAuction(market, instrument, which)
      const matched = matchAuction(restingOrders.inAuction(), price, capacity, instrument.lotSize)
      for (const { order, quantity } of matched) matching.fill(order, { price, quantity }, at, why)
      removeFilled(restingOrders.all())
    }
    if (which === 'close') {
      for (const order of restingOrders.all()) cancel(order, at, UNEXECUTED_IN_AUCTION)
      return
    }
    const quote = market.quote(instrument, epochMs(at))
    const carried = price ?? quote?.previousClose ?? null
    for (const order of restingOrders.inAuction().filter(isMarketType)) {
      if (carried === null) cancel(order, at, NO_LAST_PRICE)
      else restAt(order, carried, at)
    }
  }

  const leaveContinuous = (at: number): void => {
    for (const order of restingOrders.all()) {
      if (phase !== 'closingReference') cancel(order, at, LAPSED)
      else if (order.stage !== 'active') cancel(order, at, NOT_IN_CLOSING_AUCTION)
      else {
        order.stage = 'inAuction'
        order.ahead = null
        order.isTaking = false
        order.note = null
      }
    }
    restingOrders.changed()
  }

  const changePhase = (at: EpochMs): void => {
    const before = phase
    phase = phaseOf(group, at)
    edge = nextPhaseEdge(group, at, calendar)
    if (phase === before) return
    if (before === 'continuous') leaveContinuous(at)
    else if (phase === 'closed') for (const order of restingOrders.all()) cancel(order, at, LAPSED)
    if (phase === 'preOpenMatch') match('open', at)
    if (phase === 'closingMatch') match('close', at)
    if (phase === 'continuous') {
      for (const order of restingOrders.inAuction()) begin(order, at)
      for (const order of restingOrders.waiting()) awaitTrigger(order, at)
    }
  }

  const onPrint = (print: Print): void => {
    if (!Number.isSafeInteger(print.price) || print.price <= 0 || print.quantity <= 0) return
    for (const order of restingOrders.waiting()) triggerIfPassed(order, print, print.at)
    const active = restingOrders.active()
    matching.print(active, print)
    removeFilled(active)
  }

  /** Stops before a print that a request precedes; returns the time reached. */
  const passPrints = (until: number): number => {
    if (phase !== 'continuous' || restingOrders.size === 0) return until
    for (const print of market.prints(instrument, epochMs(time), epochMs(until))) {
      const due = requests.nextAt()
      if (due < print.at) return due
      onPrint(print)
    }
    return Math.min(until, requests.nextAt())
  }

  const lapse = (at: number): void => {
    if (restingOrders.nextLapseAt() > at) return
    for (const order of restingOrders.all()) {
      if (order.validity === 'TTL' && order.lapsesAt !== null && order.lapsesAt <= at) {
        cancel(order, at, TTL_LAPSED)
      }
    }
  }

  const look = (at: number): void => {
    const active = restingOrders.active()
    matching.look(active, at)
    removeFilled(active)
  }

  const isIdle = (): boolean => restingOrders.size === 0 && requests.size === 0

  const wake = (now: number): void => {
    time = now
    phase = phaseOf(group, epochMs(now))
    edge = nextPhaseEdge(group, now, calendar)
  }

  return {
    submit: (request, now) => {
      if (isIdle()) wake(now)
      requests.add(request)
    },
    run: (to, gridMs) => {
      reports = []
      while (!isIdle()) {
        const isLooking = phase === 'continuous' && restingOrders.active().length > 0
        const nextLook = isLooking ? (Math.floor(time / gridMs) + 1) * gridMs : Number.POSITIVE_INFINITY
        const lapsesAt = Math.max(time, restingOrders.nextLapseAt())
        time = passPrints(
          Math.min(to, edge - 1, nextLook, lapsesAt, requests.nextAt(), time + PRINTS_SPAN_MS),
        )
        lapse(time)
        if (time === nextLook) look(time)
        for (let due = requests.takeDue(time); due !== null; due = requests.takeDue(time)) handle(due)
        if (time === edge - 1 && to >= edge) changePhase(epochMs(edge))
        else if (time >= to) break
      }
      if (isIdle()) time = to
      return reports
    },
    noteOf: (id) => {
      const order = restingOrders.find(id)
      return order === null ? null : describeStanding(order)
    },
    get resting() {
      return restingOrders.size
    },
    get isIdle() {
      return isIdle()
    },
    get time() {
      return time
    },
  }
}
