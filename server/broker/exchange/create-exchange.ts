import type { Calendar, SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { OrderId } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { Exchange, ExchangeOrder, FillModel, Report } from '../exchange.ts'
import { FORGOTTEN_AFTER_MS } from './consumed-liquidity.ts'
import { createInstrumentMatcher, type InstrumentMatcher } from './instrument-matcher.ts'
import { latencyOf } from './latency.ts'
import type { Ending } from './order-removals.ts'
import { goneWords } from './words.ts'

const GRID_MS = 500
// Book checks of one instrument per advance. A longer span, after a restart or at high speed, doubles the
// grid until it fits: fills come later then, never at other prices.
const LOOKS_MAX = 64
/** Remembered so that a late cancel gets its reason; the oldest are forgotten. */
const ENDED_KEPT = 10_000
const RESTING_MAX = 100_000
/** Longer than consumed liquidity takes to refill, and than the minute that participation counts. */
const IDLE_KEPT_MS = 2 * FORGOTTEN_AFTER_MS

export interface ExchangeParts {
  readonly seed: number
  readonly market: LiveMarket
  readonly phaseOf: (group: SessionGroup, at: EpochMs) => MarketPhase
  readonly model: FillModel
  readonly calendar: Calendar
}

interface Route {
  readonly matcher: InstrumentMatcher
  readonly instrument: InstrumentId
  lastArrival: number
  requests: number
}

/** Keeps its route, so that a late request takes as long as for a live order. */
interface Left {
  readonly ending: Ending
  readonly route: Route | null
}

interface Told {
  readonly report: Report
  readonly key: string
}

/** Doubles the grid, so that coarse checks fall on fine ones. Steps of up to 32 s give the same checks. */
export const gridFor = (span: number): number => {
  let grid = GRID_MS
  while (span > grid * LOOKS_MAX) grid *= 2
  return grid
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const createExchange = ({ seed, market, phaseOf, model, calendar }: ExchangeParts): Exchange => {
  const matchers = new Map<InstrumentId, InstrumentMatcher>()
  const routes = new Map<OrderId, Route>()
  const ended = new Map<OrderId, Left>()
  let strays: Told[] = []
  let now: number | null = null
  let sequence = 0

  const onEnded = (id: OrderId, ending: Ending): void => {
    ended.set(id, { ending, route: routes.get(id) ?? null })
    routes.delete(id)
    const oldest = ended.size > ENDED_KEPT ? ended.keys().next().value : undefined
    if (oldest !== undefined) ended.delete(oldest)
  }

  const matcherFor = ({ instrument, sessionGroup }: ExchangeOrder): InstrumentMatcher => {
    const known = matchers.get(instrument.id)
    if (known) return known
    const matcher = createInstrumentMatcher({
      seed,
      instrument,
      group: sessionGroup,
      market,
      model,
      phaseOf,
      calendar,
      onEnded,
      endingOf: (id) => ended.get(id)?.ending ?? null,
    })
    matchers.set(instrument.id, matcher)
    return matcher
  }

  const nextSequence = (): number => {
    sequence += 1
    return sequence
  }

  const begun = (at: number): number => {
    now ??= at
    return now
  }

  const arrivalOf = (id: OrderId, count: number, at: number): number =>
    Math.max(at + latencyOf(seed, id, String(count)), begun(at) + 1)

  const nextArrivalOf = (id: OrderId, route: Route, at: number): number => {
    route.lastArrival = Math.max(arrivalOf(id, route.requests, at), route.lastArrival)
    route.requests += 1
    return route.lastArrival
  }

  const admit = (order: ExchangeOrder, arrival: number, isRestored: boolean): void => {
    const { id } = order
    if (routes.has(id)) throw new RangeError(`order ${id} is at the exchange already`)
    if (routes.size >= RESTING_MAX) {
      const message = 'The exchange is not accepting orders'
      const report: Report = { kind: 'rejected', id, at: epochMs(arrival), message, raw: null }
      strays.push({ report, key: order.instrument.id })
      return
    }
    const matcher = matcherFor(order)
    routes.set(id, { matcher, instrument: order.instrument.id, lastArrival: arrival, requests: 1 })
    matcher.submit(
      { kind: 'enter', order, isRestored, at: arrival, sequence: nextSequence() },
      begun(arrival),
    )
  }

  const follow = (id: OrderId, at: number, words: ChangeWords): void => {
    const route = routes.get(id)
    if (route) {
      const request = { ...words, id, at: nextArrivalOf(id, route, at), sequence: nextSequence() }
      route.matcher.submit(request, begun(at))
    } else refuseStray(id, at, words.kind)
  }

  const refuseStray = (id: OrderId, at: number, kind: ChangeWords['kind']): void => {
    const left = ended.get(id)
    const arrival = epochMs(left?.route ? nextArrivalOf(id, left.route, at) : arrivalOf(id, 0, at))
    const message = goneWords(left?.ending ?? null, kind)
    strays.push({
      report: { kind: kind === 'cancel' ? 'cancelRefused' : 'modifyRefused', id, at: arrival, message },
      key: left?.route?.instrument ?? '',
    })
  }

  const takeStrays = (to: number): readonly Told[] => {
    const due = strays.filter(({ report }) => report.at <= to)
    if (due.length > 0) strays = strays.filter(({ report }) => report.at > to)
    return due
  }

  const letGo = (at: number): void => {
    for (const [id, matcher] of matchers) {
      if (matcher.isIdle && at - matcher.time > IDLE_KEPT_MS) matchers.delete(id)
    }
  }

  return {
    enter: (order, at) => admit(order, arrivalOf(order.id, 0, at), false),
    restore: (order, at) => admit(order, Math.max(at, begun(at) + 1), true),
    modify: (id, changes, at) => follow(id, at, { kind: 'modify', changes }),
    cancel: (id, at) => follow(id, at, { kind: 'cancel' }),
    advance: (to) => {
      const from = begun(to)
      if (to < from) throw new RangeError(`the exchange is at ${from} and cannot go back to ${to}`)
      const told: Told[] = [...takeStrays(to)]
      for (const [key, matcher] of matchers) {
        if (matcher.isIdle) continue
        for (const report of matcher.run(to, gridFor(to - from))) told.push({ report, key })
      }
      now = to
      letGo(to)
      told.sort((a, b) => a.report.at - b.report.at || compare(a.key, b.key))
      return told.map(({ report }) => report)
    },
    noteOf: (id) => routes.get(id)?.matcher.noteOf(id) ?? null,
    get resting() {
      let sum = 0
      for (const matcher of matchers.values()) sum += matcher.resting
      return sum
    },
  }
}

type ChangeWords =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'modify'; readonly changes: Parameters<Exchange['modify']>[1] }
