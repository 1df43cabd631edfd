import { describe, expect, test } from 'vitest'
import { createPayoff } from '../../../../server/services/options/payoff.ts'
import { payoffGraph } from '../../../../src/contract/options.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { groupOfAnswer } from '../../../../src/domain/options/priced-leg.ts'
import { payoffIf } from '../../../../src/domain/positions/payoff-if.ts'
import { openOptionMarket } from '../../../support/market/option-market.ts'
import { refusalOf } from '../../../support/orders/refusals.ts'

const symbols: Readonly<Record<string, string>> = {
  NEAR: 'NFO-OPT_NIFTY2026-11-24',
  FAR: 'NFO-OPT_NIFTY2026-12-29',
  FUT: 'NFO-FUT_NIFTY2026-12-29FUT',
}

/** `B 65 NEAR24000CE 130`: side, units, contract, and price where one is given. */
const legs = (...texts: readonly string[]) =>
  texts.map((text) => {
    const [side, quantity, name = '', price] = text.split(' ')
    const sym = name.replace(/^(NEAR|FAR|FUT)/, (word) => symbols[word] ?? word)
    return {
      sym,
      transactionType: side === 'B' ? ('BUY' as const) : ('SELL' as const),
      quantity: Number(quantity),
      ...(price === undefined ? {} : { price: Number(price) }),
    }
  })

const open = (now = '2026-11-20 11:00') => {
  const market = openOptionMarket(now)
  return { market, read: createPayoff(market.ports) }
}

describe('the payoff graph', () => {
  test('of a spread at given prices is exact', async () => {
    const graph = await open().read({ legs: legs('B 65 NEAR24000CE 130', 'S 65 NEAR24200CE 60') })
    const { prices, atExpiry, today, greeks, legs: answered, model, pop, pnlNow, ...rest } = graph
    expect(rest).toEqual({
      underlying: 'INDICES_NIFTY 50',
      spot: 24_000,
      forward: expect.closeTo(24_010, 0),
      expectedMove: 334.6,
      expiry: '2026-11-24',
      hasLaterLegs: false,
      atHorizon: null,
      breakevens: [24_070],
      maxProfit: 130 * 65,
      maxLoss: -70 * 65,
      maxProfitNote: 'exact',
      maxLossNote: 'exact',
      netPremium: -70 * 65,
      asOf: Date.parse('2026-11-20T11:00+05:30'),
    })
    expect(model.legs.map(({ quantity, strike }) => [quantity, strike])).toEqual([
      [65, 24_000],
      [-65, 24_200],
    ])
    expect([atExpiry[prices.indexOf(24_070)], today.length]).toEqual([0, prices.length])
    expect(today[prices.indexOf(24_000)]).toBeCloseTo(pnlNow, -1)
    expect(pop).toBeGreaterThan(35)
    expect(pop).toBeLessThan(50)
    expect(greeks.delta).toBeCloseTo((answered[0]?.greeks.delta ?? 0) + (answered[1]?.greeks.delta ?? 0), 3)
    expect(answered.map(({ sym, price, iv }) => ({ sym, price, iv: Math.round(iv ?? 0) }))).toEqual([
      { sym: 'NFO-OPT_NIFTY2026-11-2424000CE', price: 130, iv: 13 },
      { sym: 'NFO-OPT_NIFTY2026-11-2424200CE', price: 60, iv: 13 },
    ])
  })

  test('takes the prices a market order would get: the ask to buy, the bid to sell', async () => {
    const { read } = open()
    const graph = await read({ legs: legs('B 65 NEAR24000CE', 'S 65 NEAR24000CE') })
    const [bought, sold] = graph.legs.map(({ price }) => price)
    expect((bought ?? 0) - (sold ?? 0)).toBeCloseTo(0.1, 6)
    expect(graph.pnlNow).toBe(-6.5)
  })

  test('prices the far leg of a calendar by the model on the near day', async () => {
    const graph = await open().read({ legs: legs('S 65 NEAR24000CE', 'B 65 FAR24000CE') })
    expect({
      expiry: graph.expiry,
      hasLaterLegs: graph.hasLaterLegs,
      notes: [graph.maxProfitNote, graph.maxLossNote],
      breakevens: graph.breakevens.length,
    }).toEqual({
      expiry: '2026-11-24',
      hasLaterLegs: true,
      notes: ['on the shown range', 'on the shown range'],
      breakevens: 2,
    })
  })

  test('draws a horizon and a shift of volatility when asked', async () => {
    const { read } = open()
    const asked = { legs: legs('B 65 NEAR24000CE 130') }
    const plain = await read({ ...asked, horizonDays: 0 })
    const restless = await read({ ...asked, horizonDays: 4.2, ivShift: 10 })
    const index = plain.prices.indexOf(24_000)
    expect(plain.atHorizon).toEqual(plain.today)
    expect(restless.atHorizon).toEqual(plain.atExpiry)
    expect((restless.today[index] ?? 0) - (plain.today[index] ?? 0)).toBeGreaterThan(5_000)
    expect(restless.greeks).toEqual(plain.greeks)
  })

  test('its model draws the payoff of another day and volatility as the call would', async () => {
    const { read } = open()
    const asked = { legs: legs('S 65 NEAR24000CE 130', 'B 65 FAR24000CE', 'S 65 FUT 24100') }
    const graph = await read(asked)
    const later = await read({ ...asked, horizonDays: 2, ivShift: 3 })
    const drawn = payoffIf(groupOfAnswer(graph), { move: 0, days: 2, volatility: 0.03 }, graph.model.rate)
    const paise = (values: readonly number[] | null) => values?.map((value) => Math.round(value * 100) + 0)
    expect(drawn.prices.map((price) => Math.round(price * 1e4) / 1e4)).toEqual(later.prices)
    expect(paise(drawn.atHorizon)).toEqual(paise(later.atHorizon))
    expect(paise(drawn.atExpiry)).toEqual(paise(later.atExpiry))
  })

  test('a future is a straight line with its own price', async () => {
    const graph = await open().read({ legs: legs('S 65 FUT 24100') })
    expect([
      graph.breakevens,
      graph.maxProfit,
      graph.maxProfitNote,
      graph.maxLoss,
      graph.greeks.delta,
    ]).toEqual([[24_100], 24_100 * 65, 'at S = 0', null, -65])
    expect(graph.pnlNow).toBeCloseTo(10 * 65, 6)
  })

  test.each([
    [
      ['B 65 NEAR24010CE'],
      'body.legs.0.sym: NFO-OPT_NIFTY2026-11-2424010CE is not listed; nearest: INDICES_NIFTY 50',
    ],
    [['B 65 NEAR24000CE', 'B 1 GOLD'], 'body.legs.1.sym: GOLD is not listed'],
    [
      ['B 65 NEAR24000CE', 'B 1 NSE_TCS'],
      'body.legs: the legs are of INDICES_NIFTY 50 and of NSE_TCS; give those of one',
    ],
    [['B 1 NSE_TCS'], 'body.legs: at least one leg must be an option or a future'],
  ])('of %o is refused, and says why', async (texts, issue) => {
    expect(await refusalOf(open().read({ legs: legs(...texts) }))).toBe(
      `MALFORMED: Error fetching payoff graph; ${issue}`,
    )
  })

  test('of an index is refused', async () => {
    const leg = { sym: 'INDICES_NIFTY 50', transactionType: 'BUY' as const, quantity: 1 }
    expect(await refusalOf(open().read({ legs: [leg] }))).toBe(
      'MALFORMED: Error fetching payoff graph; body.legs.0.sym: INDICES_NIFTY 50 is an index and cannot be traded',
    )
  })

  test('of what has ended is refused', async () => {
    expect(await refusalOf(open('2026-11-24 15:40').read({ legs: legs('B 65 NEAR24000CE') }))).toBe(
      'MALFORMED: Error fetching payoff graph; body.legs.0.sym: NFO-OPT_NIFTY2026-11-2424000CE has expired',
    )
  })

  test('of what has no price yet needs one', async () => {
    const { market, read } = open()
    market.silent.add('NFO-OPT_NIFTY2026-11-2424000CE' as never)
    expect(await refusalOf(read({ legs: legs('B 65 NEAR24000CE') }))).toBe(
      'MALFORMED: Error fetching payoff graph; body.legs.0.sym: NFO-OPT_NIFTY2026-11-2424000CE has no price yet; give one',
    )
    expect((await read({ legs: legs('B 65 NEAR24000CE 130') })).breakevens).toEqual([24_130])
  })

  test('is an answer of the contract', async () => {
    const graph = await open().read({ legs: legs('B 65 NEAR24000CE'), horizonDays: 1 })
    expect(payoffGraph.reply.safeParse(toWire(payoffGraph.reply, graph)).success).toBe(true)
  })
})
