import type { Calendar, SessionGroup } from '../../../src/domain/calendar.ts'
import type { InstrumentId } from '../../../src/domain/instrument.ts'
import type { MarketPhase } from '../../../src/domain/market-phase.ts'
import type { OrderId } from '../../../src/domain/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { Exchange, ExchangeOrder, FillModel, Report } from '../exchange.ts'
import type { Ending } from './departures.ts'
import { latencyOf } from './latency.ts'
import { createPit, type Pit } from './pit.ts'
import { FORGOTTEN_AFTER_MS } from './taken-levels.ts'
import { goneWords } from './words.ts'

/** How often the book is looked at between prints. */
const GRID_MS = 500
/**
 * Looks at one book in one advance. A longer way, after a restart or at a high speed, is looked at on a grid doubled
 * until it fits: fills come later then, never at other prices.
 */
const LOOKS_MAX = 64
/** Orders that have left, remembered so that a late cancel is told why; the oldest are forgotten. */
const ENDED_KEPT = 10_000
const RESTING_MAX = 100_000
/** Longer than what our orders took is missing, and than a minute's participation counts. */
const IDLE_KEPT_MS = 2 * FORGOTTEN_AFTER_MS

export interface ExchangeParts {
  readonly seed: number
  readonly market: LiveMarket
  readonly phaseOf: (group: SessionGroup, at: EpochMs) => MarketPhase
  readonly model: FillModel
  readonly calendar: Calendar
}

interface Route {
  readonly pit: Pit
  readonly instrument: InstrumentId
  /** Arrival of the newest request: those of one order keep their order on the way. */
  lastArrival: number
  requests: number
}

/** The way of an order that has left, so that a late request takes as long as if it had not. */
interface Left {
  readonly ending: Ending
  readonly route: Route | null
}

interface Told {
  readonly report: Report
  /** What is told at one instant is ordered by instrument. */
  readonly key: string
}

/** Whole doublings of the grid, so that coarse looks fall on fine ones. Steps of up to 32 s all see the same looks. */
export const gridFor = (span: number): number => {
  let grid = GRID_MS
  while (span > grid * LOOKS_MAX) grid *= 2
  return grid
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const createExchange = ({ seed, market, phaseOf, model, calendar }: ExchangeParts): Exchange => {
  const pits = new Map<InstrumentId, Pit>()
  const routes = new Map<OrderId, Route>()
  const ended = new Map<OrderId, Left>()
  /** Answers to requests about orders that are not here. */
  let strays: Told[] = []
  let now: number | null = null
  let sequence = 0

  const onEnded = (id: OrderId, ending: Ending): void => {
    ended.set(id, { ending, route: routes.get(id) ?? null })
    routes.delete(id)
    const oldest = ended.size > ENDED_KEPT ? ended.keys().next().value : undefined
    if (oldest !== undefined) ended.delete(oldest)
  }

  const pitFor = ({ instrument, sessionGroup }: ExchangeOrder): Pit => {
    const known = pits.get(instrument.id)
    if (known) return known
    const pit = createPit({
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
    pits.set(instrument.id, pit)
    return pit
  }

  const nextSequence = (): number => {
    sequence += 1
    return sequence
  }

  /** Time begins with the first thing that is said. */
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
      const message = 'The exchange takes no more orders'
      const report: Report = { kind: 'rejected', id, at: epochMs(arrival), message, raw: null }
      strays.push({ report, key: order.instrument.id })
      return
    }
    const pit = pitFor(order)
    routes.set(id, { pit, instrument: order.instrument.id, lastArrival: arrival, requests: 1 })
    pit.submit({ kind: 'enter', order, isRestored, at: arrival, sequence: nextSequence() }, begun(arrival))
  }

  const follow = (id: OrderId, at: number, words: ChangeWords): void => {
    const route = routes.get(id)
    if (route) {
      const request = { ...words, id, at: nextArrivalOf(id, route, at), sequence: nextSequence() }
      route.pit.submit(request, begun(at))
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

  /** A pit without orders is let go when what its orders took has come back. */
  const letGo = (at: number): void => {
    for (const [id, pit] of pits) {
      if (pit.isIdle && at - pit.time > IDLE_KEPT_MS) pits.delete(id)
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
      for (const [key, pit] of pits) {
        if (pit.isIdle) continue
        for (const report of pit.run(to, gridFor(to - from))) told.push({ report, key })
      }
      now = to
      letGo(to)
      told.sort((a, b) => a.report.at - b.report.at || compare(a.key, b.key))
      return told.map(({ report }) => report)
    },
    noteOf: (id) => routes.get(id)?.pit.noteOf(id) ?? null,
    get resting() {
      let sum = 0
      for (const pit of pits.values()) sum += pit.resting
      return sum
    },
  }
}

type ChangeWords =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'modify'; readonly changes: Parameters<Exchange['modify']>[1] }
