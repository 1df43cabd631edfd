import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doubtAbout, doubtSince, priceTolerance, type SeenOrder } from '../../src/domain/order-doubt.ts'
import { plainDraft } from '../../src/domain/order-draft.ts'
import { instrument } from '../support/live.ts'

const infy = instrument('NSE_INFY')

const order = (lastPrice: number | null, changes: Partial<SeenOrder> = {}): SeenOrder => ({
  draft: plainDraft({ instrument: infy, side: 'buy', product: 'MIS', quantity: 10 }),
  symbol: 'INFY',
  followsMarket: true,
  lastPrice,
  isTrusted: true,
  tickSize: 0.05,
  ...changes,
})

const limit = (price: number, changes: Partial<SeenOrder> = {}): SeenOrder =>
  order(1500, {
    draft: plainDraft({
      instrument: infy,
      side: 'buy',
      product: 'MIS',
      quantity: 10,
      orderType: 'LIMIT',
      price,
    }),
    followsMarket: false,
    ...changes,
  })

const about = (
  now: SeenOrder,
  seen: SeenOrder | null,
  { refusal = null as string | null, preference = 'unseen' as 'unseen' | 'always' | 'never' } = {},
) => doubtAbout({ orders: [now], seen: seen === null ? null : [seen], refusal, preference })?.reason ?? null

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
    expect(about(limit(1490), limit(1480))).toEqual('Not as it was previewed')
    const doubled = order(1500, { draft: { ...order(1500).draft, quantity: 20 } })
    expect(about(doubled, order(1500))).toEqual('Not as it was previewed')
  })

  test('says what would refuse it, also to whoever is never asked', () => {
    const refusal = 'Not enough margin'
    expect(about(order(1500), order(1500), { refusal, preference: 'never' })).toEqual('Not enough margin')
  })

  test('a refusal of another order says nothing of this one', () => {
    expect(about(limit(1490), limit(1480), { refusal: 'Not enough margin' })).toEqual(
      'Not as it was previewed',
    )
  })

  test.each([
    [1500, 1507.5, null],
    [1500, 1507.55, 'Price moved from 1,500.00 to 1,507.55'],
    [1500, 1492.5, null],
    [1500, 1492.45, 'Price moved from 1,500.00 to 1,492.45'],
    // Three ticks are more than half a percent here.
    [10, 10.15, null],
    [10, 10.2, 'Price moved from 10.00 to 10.20'],
    [10, 9.85, null],
    [10, 9.8, 'Price moved from 10.00 to 9.80'],
  ])('seen at %d and now at %d', (before, now, reason) => {
    expect(about(order(now), order(before))).toEqual(reason)
    expect(about(order(now), order(before), { preference: 'never' })).toEqual(reason)
  })

  test('at a price of its own does not mind where the market goes', () => {
    expect(about(limit(1490, { lastPrice: 1700, isTrusted: false }), limit(1490))).toEqual(null)
  })

  test('is asked about while the price it would get is not live', () => {
    expect(about(order(1500, { isTrusted: false }), order(1500))).toEqual(
      'The price of INFY is not live: 1,500.00 is the last one known',
    )
    expect(about(order(null, { isTrusted: false }), order(1500))).toEqual('No price of INFY is known')
  })
})

describe('an order after the question', () => {
  const since = (now: SeenOrder, asked: SeenOrder) => doubtSince([now], [asked])?.reason ?? null

  test('goes when nothing has changed since', () => {
    expect(since(order(1500), order(1500))).toEqual(null)
    expect(since(order(1500, { isTrusted: false }), order(1500, { isTrusted: false }))).toEqual(null)
  })

  test('is asked about again where the price has moved or gone stale, or the order is another one', () => {
    expect(since(order(1520), order(1500))).toEqual('Price moved from 1,500.00 to 1,520.00')
    expect(since(order(1500, { isTrusted: false }), order(1500))).toMatch(/^The price of INFY is not live/)
    expect(since(limit(1480), limit(1490))).toEqual('The order is no longer the one you were asked about')
    expect(doubtSince([], [order(1500)])).toEqual({
      reason: 'The order is no longer the one you were asked about',
    })
  })
})

test('a price beyond the tolerance never goes unasked, one within it never asks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: -4_000, max: 4_000 }),
      (ticks, moved) => {
        const before = ticks * 0.05
        const now = (ticks + moved) * 0.05
        fc.pre(now > 0)
        const isBeyond = Math.abs(now - before) > priceTolerance(before, 0.05) + 1e-6
        const isWithin = Math.abs(now - before) < priceTolerance(before, 0.05) - 1e-6
        const asks = about(order(now), order(before), { preference: 'never' }) !== null
        if (isBeyond) expect(asks).toEqual(true)
        if (isWithin) expect(asks).toEqual(false)
      },
    ),
  )
})
