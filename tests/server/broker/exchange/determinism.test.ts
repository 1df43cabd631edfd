import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Exchange,
  type ExchangeChanges,
  type ExchangeOrder,
  type FillModel,
  fillModels,
  type Report,
} from '../../../../server/broker/exchange.ts'
import { paise } from '../../../../src/domain/money.ts'
import type { OrderId } from '../../../../src/domain/orders/order.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { askFor, makeExchange, orderId, say } from '../../../support/server/exchange.ts'
import { instrumentOf, ist, type RandomMarket, randomMarket } from '../../../support/server/live-market.ts'

const START = ist('2026-11-20 11:00:10')
const SPAN_MS = 20_000
const instruments = [instrumentOf('INFY'), instrumentOf('TCS')] as const
const TICK = 5

type Input = { readonly at: number } & (
  | { readonly kind: 'enter'; readonly order: ExchangeOrder }
  | { readonly kind: 'modify'; readonly id: OrderId; readonly changes: ExchangeChanges }
  | { readonly kind: 'cancel'; readonly id: OrderId }
)

interface Session {
  readonly seed: number
  readonly model: FillModel
  readonly badShare: number
  readonly inputs: readonly Input[]
}

const draws = fc.record({
  at: fc.integer({ min: 0, max: SPAN_MS }),
  kind: fc.constantFrom('enter', 'enter', 'enter', 'modify', 'cancel'),
  of: fc.nat(9),
  place: fc.nat(1),
  side: fc.constantFrom('buy', 'sell'),
  words: fc.constantFrom('LIMIT', 'LIMIT', 'LIMIT IOC', 'LIMIT TTL', 'MARKET', 'MARKET IOC', 'SL', 'SL-M'),
  quantity: fc.integer({ min: 1, max: 900 }),
  ticks: fc.integer({ min: -12, max: 12 }),
  owner: fc.constantFrom('asha', 'ravi', 'mira'),
})

const sessions = fc
  .record({
    seed: fc.nat(1_000_000),
    model: fc.constantFrom(...fillModels),
    badShare: fc.constantFrom(0, 0.3),
    drawn: fc.array(draws, { minLength: 1, maxLength: 25 }),
  })
  .map(({ seed, model, badShare, drawn }): Session => {
    const market = randomMarket({ seed, badShare })
    const sorted = drawn.toSorted((a, b) => a.at - b.at)
    const inputs = sorted.map((draw, row): Input => {
      const at = START + draw.at
      const id = orderId(`o${draw.kind === 'enter' ? row : draw.of}`)
      const instrument = instruments[draw.place] ?? instruments[0]
      const last = market.quote(instrument, epochMs(at))?.lastPrice ?? 0
      const price = paise(last + draw.ticks * TICK)
      const triggerPrice = paise(last - draw.ticks * TICK)
      const asked = askFor(`${draw.side} ${draw.quantity} ${draw.words}`, {
        id,
        instrument,
        owner: draw.owner,
      })
      const order = { ...asked, price, triggerPrice, lapsesAt: epochMs(at + 5_000) }
      if (draw.kind === 'enter') return { at, kind: 'enter', order }
      return draw.kind === 'cancel' ? { at, kind: 'cancel', id } : { at, kind: 'modify', id, changes: order }
    })
    return { seed, model, badShare, inputs }
  })

const send = (exchange: Exchange, input: Input): void => {
  const at = epochMs(input.at)
  if (input.kind === 'enter') exchange.enter(input.order, at)
  else if (input.kind === 'modify') exchange.modify(input.id, input.changes, at)
  else exchange.cancel(input.id, at)
}

/** Each input is given before its time is passed; time goes by the steps, over and over. */
const play = ({ seed, model, badShare, inputs }: Session, steps: readonly number[]): readonly Report[] => {
  const exchange = makeExchange(randomMarket({ seed, badShare }), { seed, model })
  const waiting = [...inputs]
  const reports = [...exchange.advance(START)]
  const end = START + SPAN_MS + 10_000
  for (let at: number = START, turn = 0; at < end; turn++) {
    const to = Math.min(end, at + (steps[turn % steps.length] ?? 1_000))
    while ((waiting[0]?.at ?? Number.POSITIVE_INFINITY) <= to) {
      const input = waiting.shift()
      if (input) send(exchange, input)
    }
    reports.push(...exchange.advance(epochMs(to)))
    at = to
  }
  return reports
}

/** Everything that must hold of what an exchange says, whatever happens; each fault in words. */
const faultsIn = (session: Session, reports: readonly Report[], market: RandomMarket): readonly string[] => {
  const faults: string[] = []
  const check = (holds: boolean, report: Report, what: string): void => {
    if (!holds) faults.push(`${what}: ${say(report)} at ${report.at - START}`)
  }
  const totals = new Map<OrderId, { total: number; filled: number; limit: number | null; isEnded: boolean }>()
  const asked = new Map(
    session.inputs.flatMap((input) => (input.kind === 'enter' ? [[input.order.id, input.order]] : [])),
  )
  const fillIds = new Set<string>()
  for (const [row, report] of reports.entries()) {
    check(report.at >= (reports[row - 1]?.at ?? 0), report, 'time goes back')
    const order = asked.get(report.id)
    if (report.kind === 'cancelRefused' || report.kind === 'modifyRefused' || order === undefined) continue
    const isPriced = order.orderType === 'LIMIT' || order.orderType === 'SL'
    const limit = isPriced ? order.price : null
    const state = totals.get(report.id) ?? { total: order.quantity, filled: 0, limit, isEnded: false }
    totals.set(report.id, state)
    check(!state.isEnded, report, 'said after the end')
    if (report.kind === 'modified') {
      const { orderType, price } = report.changes
      state.total = report.changes.quantity
      state.limit = orderType === 'MARKET' || orderType === 'SL-M' ? null : price
      check(state.total > state.filled, report, 'changed below what is filled')
    }
    if (report.kind === 'rests') state.limit = report.price
    if (report.kind === 'cancelled') check(report.quantity === state.total - state.filled, report, 'quantity')
    if (report.kind === 'cancelled' || report.kind === 'rejected') state.isEnded = true
    if (report.kind !== 'filled') continue
    const { price, quantity, id, why } = report.fill
    state.filled += quantity
    state.isEnded = state.filled === state.total
    check(quantity > 0 && state.filled <= state.total, report, 'filled more than asked')
    check(!fillIds.has(id), report, 'fill id used twice')
    fillIds.add(id)
    const isBuy = order.side === 'buy'
    check(
      state.limit === null || (isBuy ? price <= state.limit : price >= state.limit),
      report,
      'beyond its limit',
    )
    check(market.kindAt(order.instrument, report.at) === 'good', report, 'against a bad book')
    const book = market.book(order.instrument, report.at)
    const offered = isBuy ? book.asks : book.bids
    if (/^(swept|took)/.test(why)) {
      check(
        offered.some((level) => level.price === price),
        report,
        'outside the book',
      )
    }
  }
  return faults
}

describe('whatever is asked', () => {
  test('the same inputs make the same reports, in steps of any size', () => {
    let said = 0
    fc.assert(
      fc.property(
        sessions,
        fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 8 }),
        (session, steps) => {
          const once = play(session, [30_000])
          said += once.length
          expect(play(session, [100])).toEqual(once)
          expect(play(session, steps)).toEqual(once)
        },
      ),
      { numRuns: 40 },
    )
    expect(said).toBeGreaterThan(200)
  })

  test('nothing fills twice, beyond its quantity, its limit, the book or a sound market', () => {
    let filled = 0
    fc.assert(
      fc.property(sessions, (session) => {
        const reports = play(session, [1_000])
        filled += reports.filter(({ kind }) => kind === 'filled').length
        expect(faultsIn(session, reports, randomMarket(session))).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(filled).toBeGreaterThan(500)
  })
})

describe('orders that stand', () => {
  const standing = fc.record({
    seed: fc.nat(1_000_000),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    orders: fc.array(
      fc.record({
        at: fc.nat(8_000),
        ticks: fc.integer({ min: 4, max: 9 }),
        quantity: fc.integer({ min: 1, max: 300 }),
      }),
      {
        minLength: 2,
        maxLength: 12,
      },
    ),
  })

  /** The second is opened while the ask is at its price, and a print comes before the next look at the book. */
  const meeting = [
    { at: 0, ticks: 4, quantity: 1 },
    { at: 1920, ticks: 4, quantity: 1 },
    { at: 0, ticks: 5, quantity: 60 },
  ]

  test('fill by price, then by time', () => {
    let filled = 0
    fc.assert(
      fc.property(standing, ({ seed, side, orders }) => {
        const market = randomMarket({ seed })
        const exchange = makeExchange(market, { seed })
        exchange.advance(START)
        const better = (a: number, b: number): boolean => (side === 'buy' ? a > b : a < b)
        const book = new Map<OrderId, { price: number; rank: number; left: number }>()
        for (const [row, { at, ticks, quantity }] of orders.entries()) {
          const instant = epochMs(START + at)
          const last = market.quote(instruments[0], instant)?.lastPrice ?? 0
          const price = paise(last + (side === 'buy' ? -ticks : ticks) * TICK)
          const id = orderId(`o${row}`)
          const order = askFor(`${side} ${quantity} LIMIT`, {
            id,
            instrument: instruments[0],
            owner: `u${row}`,
          })
          exchange.enter({ ...order, price }, instant)
          book.set(id, { price, rank: Number.POSITIVE_INFINITY, left: quantity })
        }
        let rank = 0
        for (const report of exchange.advance(epochMs(START + 30_000))) {
          const order = book.get(report.id)
          if (order === undefined) continue
          if (report.kind === 'opened') {
            order.rank = rank
            rank += 1
          }
          if (report.kind !== 'filled') continue
          order.left -= report.fill.quantity
          if (/^(took|swept)/.test(report.fill.why)) continue
          filled += 1
          const passedOver = [...book.values()].filter(
            (other) =>
              other.left > 0 &&
              other.rank < Number.POSITIVE_INFINITY &&
              (better(other.price, order.price) || (other.price === order.price && other.rank < order.rank)),
          )
          expect(passedOver).toEqual([])
        }
      }),
      { numRuns: 150, examples: [[{ seed: 794_308, side: 'buy', orders: meeting }]] },
    )
    expect(filled).toBeGreaterThan(200)
  })
})

test('another seed makes other ways to the exchange', () => {
  const ways = new Set(
    Array.from({ length: 50 }, (_, seed) => {
      const exchange = makeExchange(randomMarket({ seed: 1 }), { seed })
      exchange.enter(askFor('buy 1 LIMIT @1.00', { id: 'a' }), START)
      return (exchange.advance(epochMs(START + 1_000))[0]?.at ?? 0) - START
    }),
  )
  expect([ways.size > 15, Math.min(...ways) >= 50, Math.max(...ways) <= 150]).toEqual([true, true, true])
})
