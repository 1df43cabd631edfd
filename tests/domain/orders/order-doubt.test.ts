import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeSince,
  priceTolerance,
  type SeenOrder,
  whyAsk,
} from '../../../src/domain/orders/order-doubt.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { seenAt } from '../../support/orders/seen-orders.ts'
import { instrument } from '../../support/server/live.ts'

const draft = plainDraft({ instrument: instrument('NSE_INFY'), side: 'buy', product: 'MIS', quantity: 10 })
const limited = (price: number): OrderDraft => ({ ...draft, orderType: 'LIMIT', price })

const order = (price: number | null, changes: Partial<SeenOrder> = {}): SeenOrder =>
  seenAt(draft, price, changes)
const sale = (price: number): SeenOrder => seenAt({ ...draft, side: 'sell' }, price)
const limit = (price: number): SeenOrder => seenAt(limited(price), 1500)
/** `@ask` where it stands at this price. */
const relative = (price: number): SeenOrder => seenAt(limited(price), price, { followsMarket: true })
const stale = (price: number): SeenOrder =>
  order(price, {
    quote: { lastPrice: price, bid: price, ask: price, dayHigh: null, dayLow: null, isTrusted: false },
  })

const about = (
  now: SeenOrder,
  seen: SeenOrder | null,
  { refusal = null as string | null, preference = 'unseen' as 'unseen' | 'always' | 'never', as = seen } = {},
) =>
  whyAsk({
    orders: [as ?? now],
    now: [now],
    previewed: seen === null ? null : [seen],
    refusal,
    preference,
  })

describe('an order before Enter', () => {
  test('goes at once when it has been previewed as it is', () => {
    expect(about(order(1500), order(1500))).toEqual(null)
    expect(about(limit(1490), limit(1490))).toEqual(null)
  })

  test('is asked about where nothing of it has been shown, and not where nobody wants to be asked', () => {
    expect(about(order(1500), null)).toEqual('Not previewed yet')
    expect(about(order(1500), null, { preference: 'never' })).toEqual(null)
    expect(about(order(1500), order(1500), { preference: 'always' })).toEqual('')
  })

  test('is asked about where another one was shown', () => {
    const changed = 'Order changed since the preview'
    expect(about(limit(1490), limit(1480), { as: limit(1490) })).toEqual(changed)
    const doubled = seenAt({ ...draft, quantity: 20 }, 1500)
    expect(about(doubled, order(1500), { as: doubled })).toEqual(changed)
  })

  test('says what would refuse it, also to whoever is never asked', () => {
    const refusal = 'Not enough margin'
    expect(about(order(1500), order(1500), { refusal, preference: 'never' })).toEqual('Not enough margin')
  })

  test('a refusal of another order says nothing of this one', () => {
    expect(about(limit(1490), limit(1480), { refusal: 'Not enough margin', as: limit(1490) })).toEqual(
      'Order changed since the preview',
    )
  })

  test.each([
    [1500, 1507.5, null],
    [1500, 1507.55, 'Price moved from 1,500.00 to 1,507.55'],
    // A better price is no question.
    [1500, 1400, null],
    // Two ticks are more than half a percent here.
    [10, 10.1, null],
    [10, 10.15, 'Price moved from 10.00 to 10.15'],
    [15.15, 16.7, 'Price moved from 15.15 to 16.70'],
  ])('to buy, shown at %d and to be paid at %d', (before, now, reason) => {
    for (const make of [order, relative]) {
      expect(about(make(now), make(before))).toEqual(reason)
      expect(about(make(now), make(before), { preference: 'never' })).toEqual(reason)
    }
  })

  test.each([
    [0, 1500.1, null],
    [0, 1500.15, 'Price moved from 1,500.00 to 1,500.15'],
    [2, 1530, null],
    [2, 1530.05, 'Price moved from 1,500.00 to 1,530.05'],
  ])('with a tolerance of %d %%, shown at 1500 and to be paid at %d', (tolerancePercent, now, reason) => {
    expect(about(order(now, { tolerancePercent }), order(1500, { tolerancePercent }))).toEqual(reason)
  })

  test('to sell asks when the bid fell, and not when it rose', () => {
    expect(about(sale(1490), sale(1500))).toEqual('Price moved from 1,500.00 to 1,490.00')
    expect(about(sale(1600), sale(1500))).toEqual(null)
  })

  test('looks at what it will pay, not at the last price', () => {
    const at = (lastPrice: number, ask: number) =>
      order(ask, { quote: { lastPrice, bid: 1499, ask, dayHigh: null, dayLow: null, isTrusted: true } })
    expect(about(at(1600, 1500), at(1500, 1500))).toEqual(null)
    expect(about(at(1500, 1520), at(1500, 1500))).toEqual('Price moved from 1,500.00 to 1,520.00')
  })

  test('counts what the depth makes of its quantity, where it was known both times', () => {
    expect(about(order(1500, { impact: 12 }), order(1500, { impact: 1 }))).toEqual(
      'Price moved from 1,501.00 to 1,512.00',
    )
    expect(about(order(1500, { impact: 12 }), order(1500))).toEqual(null)
  })

  test('is asked about when nobody stands on the other side any more', () => {
    expect(about(seenAt(limited(1500), 1500, { followsMarket: true, price: null }), relative(1500))).toEqual(
      'No ask for INFY now: 1,500.00 was shown',
    )
  })

  test('at a price of its own does not mind where the market goes', () => {
    expect(about(seenAt(limited(1490), 1700), limit(1490))).toEqual(null)
  })

  test('is asked about while the price it would get is not live', () => {
    expect(about(stale(1500), order(1500))).toEqual('INFY quote is not live: last price 1,500.00')
    expect(about(order(null), order(1500))).toEqual('No price for INFY')
  })
})

describe('an order after the question', () => {
  const since = (now: SeenOrder, asked: SeenOrder, as = asked) =>
    changeSince({ shown: [asked], again: [as], now: [now] })?.text ?? null

  test('goes when nothing has changed since, and when the price got better', () => {
    expect(since(order(1500), order(1500))).toEqual(null)
    expect(since(order(1400), order(1500))).toEqual(null)
    expect(since(stale(1500), stale(1500))).toEqual(null)
  })

  test('is asked about again where the price got worse or gone stale, or the order is another one', () => {
    expect(since(order(1520), order(1500))).toEqual('Price moved from 1,500.00 to 1,520.00')
    expect(since(stale(1500), order(1500))).toMatch(/^INFY quote is not live/)
    const other = 'Order changed since you confirmed'
    expect(since(limit(1480), limit(1490), limit(1480))).toEqual(other)
    expect(changeSince({ shown: [order(1500)], again: [], now: [] })).toEqual({ kind: 'orders', text: other })
  })
})

test('a price worse than the tolerance never goes unasked, a better one or one within it never asks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: -4_000, max: 4_000 }),
      fc.boolean(),
      (ticks, moved, isBuy) => {
        const before = ticks * 0.05
        const now = (ticks + moved) * 0.05
        fc.pre(now > 0)
        const make = isBuy ? order : sale
        const worse = isBuy ? now - before : before - now
        const asks = about(make(now), make(before), { preference: 'never' }) !== null
        if (worse > priceTolerance(before, { tickSize: 0.05, tolerancePercent: 0.5 }) + 1e-6)
          expect(asks).toEqual(true)
        if (worse < priceTolerance(before, { tickSize: 0.05, tolerancePercent: 0.5 }) - 1e-6)
          expect(asks).toEqual(false)
      },
    ),
  )
})
