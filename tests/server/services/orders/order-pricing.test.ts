import { describe, expect, test } from 'vitest'
import { createRules } from '../../../../server/broker/rules/create-rules.ts'
import { toWire } from '../../../../server/http/wire-names.ts'
import { Refusal } from '../../../../server/refusal.ts'
import { createOrderPricing, fundsRow } from '../../../../server/services/orders/order-pricing.ts'
import type { PricedOrders } from '../../../../server/services/orders/priced-orders.ts'
import { basketOrderCharges, orderCharges } from '../../../../src/contract/orders/order-charges.ts'
import { getFunds } from '../../../../src/contract/positions/funds.ts'
import { accountWith, type Books, marketIn, traded, type World } from '../../../support/server/rules-world.ts'

const rules = createRules()

const pricing = createOrderPricing({
  rules,
  findTerms: (sym) => Object.values(traded).find(({ id }) => id === sym) ?? null,
})

/** Ten days before the weekly contracts end: what the reference table of margins is reckoned for. */
const TEN_DAYS: World = { at: '2026-12-05 15:40:00' }

/** `sell 65 24000CE @205.65 NRML`; without a price at the best of the other side. */
const orders = (...lines: readonly string[]): PricedOrders =>
  lines.map((line) => {
    const [side, quantity, name = '', ...rest] = line.split(' ')
    const price = rest.find((word) => word.startsWith('@'))
    return {
      sym: traded[name]?.id ?? name,
      transactionType: side === 'buy' ? 'BUY' : 'SELL',
      orderType: 'LIMIT',
      product: (rest.at(-1) ?? 'NRML') as PricedOrders[number]['product'],
      variety: 'regular',
      quantity: Number(quantity),
      ...(price === undefined ? {} : { price: Number(price.slice(1)) }),
    }
  })

const basket = (lines: readonly string[], books: Books | null = null, world: World = TEN_DAYS) =>
  pricing.basket(orders(...lines), books === null ? null : accountWith(books), marketIn(world))

const brief = ({ span, exposure, optionPremium, total }: ReturnType<typeof basket>['final']): number[] =>
  [span, exposure, optionPremium, total].map(Math.round)

const LONG = 'buy 65 24200CE @121.85 NRML'
const SHORT = 'sell 65 24000CE @205.65 NRML'

describe('charges of orders', () => {
  test('every line of one order', () => {
    const [row] = pricing.charges(orders('sell 65 24000CE @180 NRML'), marketIn())
    expect(row).toEqual({
      sym: 'NFO-OPT_NIFTY26D1524000CE',
      transactionType: 'SELL',
      quantity: 65,
      price: 180,
      charges: {
        transactionTax: expect.closeTo(17.55, 6),
        transactionTaxType: 'stt',
        exchangeTurnoverCharge: expect.closeTo(4.157, 3),
        sebiTurnoverCharge: expect.closeTo(0.0117, 6),
        brokerage: 20,
        stampDuty: 0,
        gst: { igst: expect.closeTo(4.35, 3), cgst: 0, sgst: 0, total: expect.closeTo(4.35, 3) },
        dpCharge: 0,
        total: expect.closeTo(46.069, 3),
      },
      breakEvenPoints: expect.closeTo(1.153, 3),
    })
  })
  test('without a price the best of the other side', () => {
    const prices = pricing
      .charges(orders('buy 65 24000CE NRML', 'sell 65 24000CE NRML'), marketIn())
      .map(({ price }) => price)
    expect(prices).toEqual([200.05, 199.95])
  })
  test('the depository is paid once for a share', () => {
    const rows = pricing.charges(orders('sell 10 INFY @1500 cash', 'sell 10 INFY @1500 cash'), marketIn())
    expect(rows.map(({ charges }) => charges.dpCharge)).toEqual([15.34, 0])
  })
  test.each<[string, string, World, string]>([
    ['is not listed', 'buy 65 NFO-OPT_GONE NRML', {}, 'UNKNOWN_INSTRUMENT'],
    ['is an index', 'buy 65 NIFTY50 NRML', {}, 'NOT_TRADABLE'],
    ['has no price', 'buy 65 24000CE NRML', { prices: { '24000CE': null } }, 'NO_PRICE'],
  ])('what %s is refused', (_, line, world, code) => {
    let found: unknown
    try {
      pricing.charges(orders(line), marketIn(world))
    } catch (error) {
      found = error instanceof Refusal ? [error.kind, error.code] : error
    }
    expect(found).toEqual(['malformed', code])
  })
})

describe('margin of a basket', () => {
  // Span, exposure, premium paid and their sum.
  test('of the reference table', () => {
    expect([
      brief(basket([SHORT]).final),
      brief(basket([LONG, SHORT]).final),
      brief(basket(['buy 65 24000CE @205.65 NRML', 'sell 65 24200CE @121.85 NRML']).final),
      brief(basket(['buy 65 FUT @24000 NRML']).final),
    ]).toEqual([
      [144_853, 31_200, 0, 176_053],
      [12_979, 31_200, 0, 44_179],
      [0, 31_200, 5447, 36_647],
      [145_080, 31_200, 0, 176_280],
    ])
  })
  test('the long leg first fits in the final margin, the short leg first does not', () => {
    const [longFirst, shortFirst] = [basket([LONG, SHORT]), basket([SHORT, LONG])]
    expect([brief(longFirst.initial), brief(shortFirst.initial)]).toEqual([
      [12_979, 31_200, 0, 44_179],
      [144_853, 31_200, 0, 176_053],
    ])
    expect(shortFirst.final).toEqual(longFirst.final)
  })
  test('each order alone, and what they save together', () => {
    const { orders: alone, hedgeBenefit, final } = basket([SHORT, LONG])
    expect(alone.map(brief)).toEqual([
      [144_853, 31_200, 0, 176_053],
      [0, 0, 7920, 7920],
    ])
    expect(hedgeBenefit).toBeCloseTo(176_053 - final.span - final.exposure, -1)
  })
  test('shares: a delivery in full, a fifth within the day', () => {
    const found = basket(['buy 10 INFY @1500 cash', 'buy 10 INFY @1500 MIS', 'sell 10 INFY @1500 cash'])
    expect(found.orders.map((row) => [row.var, row.total, row.leverage])).toEqual([
      [15_000, 15_000, 1],
      [3000, 3000, 5],
      [0, 0, 1],
    ])
    expect(found.final.total).toBe(18_000)
  })
  test('charges add up', () => {
    const { orders: alone, charges } = basket([SHORT, LONG])
    expect(charges.total).toBeCloseTo(
      alone.reduce((sum, row) => sum + row.charges.total, 0),
      9,
    )
  })
})

describe('with the account', () => {
  test('what is left now and would be afterwards', () => {
    expect(basket([SHORT], { positions: ['+65 24200CE @121.85 NRML'] }).userMargin).toEqual({
      available: 1_000_000 - 7920.25,
      required: expect.closeTo(44_179 - 13_367.25 + 48.93, -1),
      remaining: expect.closeTo(1_000_000 - 7920.25 - (44_179 - 13_367.25 + 48.93), -1),
    })
  })
  test('a basket that leaves a position sets margin free', () => {
    const { userMargin } = basket(['sell 65 FUT @24000 NRML'], { positions: ['+65 FUT @24000 NRML'] })
    expect([userMargin?.available, Math.round(userMargin?.remaining ?? 0)]).toEqual([
      1_000_000 - 176_280,
      999_161,
    ])
  })
  test('without it nothing is said of it', () => {
    expect(basket([SHORT]).userMargin).toBe(null)
  })
})

describe('the answers', () => {
  test('are those of the contract', () => {
    const market = marketIn(TEN_DAYS)
    const account = accountWith({ positions: ['+65 24000CE @200 NRML'] })
    const parsed = [
      orderCharges.reply.safeParse(toWire(orderCharges.reply, pricing.charges(orders(LONG, SHORT), market))),
      basketOrderCharges.reply.safeParse(
        toWire(basketOrderCharges.reply, pricing.basket(orders(LONG, SHORT), account, market)),
      ),
      getFunds.reply.safeParse(toWire(getFunds.reply, fundsRow(rules.fundsOf(account, market)))),
    ]
    expect(parsed.map(({ success, error }) => (success ? 'fits' : error))).toEqual(['fits', 'fits', 'fits'])
  })
})
