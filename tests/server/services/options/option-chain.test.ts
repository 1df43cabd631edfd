import { describe, expect, test } from 'vitest'
import { markOf } from '../../../../server/services/options/chain-view.ts'
import { createOptionChain } from '../../../../server/services/options/option-chain.ts'
import {
  getAdvanceDecline,
  getAtmIvStraddle,
  getOptionChain,
  getPcr,
  payoffGraph,
} from '../../../../src/contract/options.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import { black76 } from '../../../../src/domain/options/black-76.ts'
import { RISK_FREE_RATE } from '../../../../src/domain/options/rate.ts'
import type { Quote } from '../../../../src/domain/quotes/quote.ts'
import { basisOf, type near, openOptionMarket, volatilityOf } from '../../../support/market/option-market.ts'
import { refusalOf } from '../../../support/orders/refusals.ts'
import { dataOf, startServer } from '../../../support/server/server.ts'

const open = (now = '2026-11-20 11:00') => {
  const market = openOptionMarket(now)
  return { market, read: createOptionChain(market.ports) }
}

describe('the option chain', () => {
  test('of an underlying is that of its nearest expiry, with the forward of calls and puts where no future ends then', async () => {
    const { strikes, asOf, ...chain } = await open().read('INDICES_NIFTY 50')
    expect(chain).toEqual({
      key: 'INDICES_NIFTY 50',
      underlying: 'INDICES_NIFTY 50',
      expiry: '2026-11-24',
      expiries: ['2026-11-24', '2026-12-29'],
      lotSize: 65,
      spot: 24_000,
      forward: expect.closeTo(24_010, 0),
      forwardFrom: 'parity',
      atmStrike: 24_000,
      atmIv: expect.closeTo(13, 1),
      straddle: expect.closeTo(266.8, 0),
      straddleIv: expect.closeTo(13, 1),
      expectedMove: expect.closeTo(24_010 * 0.13 * Math.sqrt(4.19444 / 365), -1),
      maxPain: 24_350,
      pcr: 2.05,
      volumePcr: 0.25,
      daysToExpiry: 4.19444,
    })
    expect([strikes.length, asOf]).toEqual([41, Date.parse('2026-11-20T11:00+05:30')])
  })

  test('names an expiry after a colon, and takes its future for the forward', async () => {
    const { expiry, forward, forwardFrom, atmStrike } = await open().read('INDICES_NIFTY 50:2026-12-29')
    expect({ expiry, forward, forwardFrom, atmStrike }).toEqual({
      expiry: '2026-12-29',
      forward: 24_000 + basisOf('2026-12-29' as typeof near),
      forwardFrom: 'future',
      atmStrike: 24_100,
    })
  })

  test('shows both sides of a strike with one volatility, and greeks of the forward', async () => {
    const { strikes, forward } = await open().read('INDICES_NIFTY 50')
    const row = strikes.find(({ strike }) => strike === 24_200)
    const expected = black76({
      forward,
      strike: 24_200,
      years: 4.194444 / 365,
      volatility: volatilityOf(24_200),
      rate: RISK_FREE_RATE,
      type: 'PE',
    })
    expect(row?.pe).toEqual({
      sym: 'NFO-OPT_NIFTY2026-11-2424200PE',
      instrumentToken: 1,
      lastPrice: expect.closeTo(expected.price, 0),
      closePrice: 50,
      bid: expect.any(Number),
      ask: expect.any(Number),
      bidQuantity: 65,
      askQuantity: 130,
      volume: 50,
      oi: 205,
      oiChange: 115,
      buildUp: 'long build-up',
      iv: expect.closeTo(volatilityOf(24_200) * 100, 1),
      delta: expect.closeTo(expected.delta, 2),
      gamma: expect.closeTo(expected.gamma, 5),
      theta: expect.closeTo(expected.theta, 0),
      vega: expect.closeTo(expected.vega, 1),
      rho: expect.closeTo(expected.rho, 3),
    })
    expect(row?.ce?.iv).toBe(row?.pe?.iv)
  })

  test('leaves a contract out that shows nothing, and what hangs on it', async () => {
    const { market, read } = open()
    market.silent.add(instrumentId('NFO-OPT', 'NIFTY2026-11-2424000PE'))
    const { strikes, straddle, straddleIv, atmIv } = await read('INDICES_NIFTY 50')
    const row = strikes.find(({ strike }) => strike === 24_000)
    expect([row?.pe, row?.ce?.oi, straddle, straddleIv]).toEqual([null, 100, null, null])
    expect(atmIv).toBeCloseTo(13, 0)
  })

  test('goes on to the next expiry when the nearest has ended', async () => {
    expect((await open('2026-11-24 15:39').read('INDICES_NIFTY 50')).expiry).toBe('2026-11-24')
    const { expiry, expiries } = await open('2026-11-24 15:40').read('INDICES_NIFTY 50')
    expect([expiry, expiries]).toEqual(['2026-12-29', ['2026-12-29']])
  })

  test.each([
    ['INDICES_NIFTY', 'No options on INDICES_NIFTY; nearest: INDICES_NIFTY 50'],
    ['NSE_TCS', 'No options on NSE_TCS'],
    ['NIFTY', 'No options on NIFTY; nearest: INDICES_NIFTY 50'],
    [
      'INDICES_NIFTY 50:2026-11-25',
      'No options on INDICES_NIFTY 50 expire on 2026-11-25; nearest: 2026-11-24, 2026-12-29',
    ],
    ['INDICES_NIFTY 50:tuesday', 'tuesday is not a date; write an expiry as 2026-11-24'],
    ['INDICES_NIFTY 50:', ' is not a date; write an expiry as 2026-11-24'],
  ])('of %s is not found, and what was meant is named', async (key, message) => {
    expect(await refusalOf(open().read(key))).toBe(`NOT_FOUND: ${message}`)
  })

  test('before the first price there is none', async () => {
    expect(await refusalOf(open('2026-11-20 09:00').read('INDICES_NIFTY 50'))).toBe(
      'NOT_FOUND: No prices for INDICES_NIFTY 50 and its options yet',
    )
  })

  test('is an answer of the contract', async () => {
    const chain = await open().read('INDICES_NIFTY 50')
    expect(getOptionChain.reply.safeParse(toWire(getOptionChain.reply, chain)).success).toBe(true)
  })
})

describe('the price to reckon with', () => {
  const quoted = (bid: number | null, ask: number | null, last: number): number | null =>
    markOf({
      bid: bid === null ? null : fromRupees(bid),
      ask: ask === null ? null : fromRupees(ask),
      lastPrice: fromRupees(last),
    } as Quote)

  test.each([
    ['the middle of close prices', 100, 101, 90, 100.5],
    ['the last one between prices far apart', 10, 20, 12, 12],
    ['the bid where the last one lies below it', 10, 20, 5, 10],
    ['the ask where the last one lies above it', 10, 20, 25, 20],
    ['the middle of a few ticks, however cheap', 0.05, 0.25, 0.05, 0.15],
    ['the last one where a side is empty', null, 20, 18, 18],
    ['nothing when there is nothing', null, null, 0, null],
  ] as const)('is %s', (_, bid, ask, last, mark) => {
    expect(quoted(bid, ask, last)).toBe(mark)
  })
})

test('the simulated market answers a chain, its payoff and its measures', async () => {
  const server = await startServer({
    environment: { MARKET_CLOCK: 'real' },
    now: '2026-11-20 11:00',
  })
  const session = await server.enter('asha')
  const answer = await server.call(session, getOptionChain, { query: { key: 'NSE_RELIANCE' } })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  const chain = dataOf(getOptionChain, answer)
  const sides = chain.strikes.flatMap(({ ce, pe }) => [ce, pe]).filter((side) => side !== null)
  expect(sides.length).toBeGreaterThan(40)
  expect(chain.forward_from).toBe('future')
  // Parity holds on simulated prices within their spreads, near the money where those are narrow.
  const middle = chain.strikes.findIndex(({ strike }) => strike === chain.atm_strike)
  const years = chain.days_to_expiry / 365
  for (const { strike, ce, pe } of chain.strikes.slice(middle - 2, middle + 3)) {
    if (ce === null || pe === null) throw new Error(`${strike} lacks a side`)
    const [call, put] = [ce, pe].map(
      ({ bid, ask, last_price }) => ((bid ?? last_price) + (ask ?? last_price)) / 2,
    )
    const parity = Math.exp(-RISK_FREE_RATE * years) * (chain.forward - strike)
    const slack = [ce, pe].reduce((sum, { bid, ask }) => sum + ((ask ?? 0) - (bid ?? 0)), 1)
    expect(Math.abs((call ?? 0) - (put ?? 0) - parity)).toBeLessThan(slack)
  }
  const calls = chain.strikes.reduce((sum, { ce }) => sum + (ce?.oi ?? 0), 0)
  const puts = chain.strikes.reduce((sum, { pe }) => sum + (pe?.oi ?? 0), 0)
  expect(chain.pcr).toBeCloseTo(puts / calls, 3)

  const [sold] = chain.strikes.flatMap(({ strike, ce }) =>
    strike === chain.atm_strike && ce !== null ? [ce] : [],
  )
  const graph = await server.call(session, payoffGraph, {
    body: { legs: [{ sym: sold?.sym, transaction_type: 'SELL', quantity: chain.lot_size }] },
  })
  const { legs, max_loss, net_premium, greeks } = dataOf(payoffGraph, graph)
  expect([legs[0]?.price, legs[0]?.iv, max_loss]).toEqual([sold?.bid, sold?.iv, null])
  expect(net_premium).toBeCloseTo((sold?.bid ?? Number.NaN) * chain.lot_size, 2)
  expect(greeks.delta).toBeCloseTo(-(sold?.delta ?? Number.NaN) * chain.lot_size, 1)

  // 09:15 to 11:00.
  const key = 'NSE_RELIANCE'
  const pcr = dataOf(getPcr, await server.call(session, getPcr, { query: { key } }))
  expect([pcr.pcr, pcr.call_oi, pcr.history.length]).toEqual([chain.pcr, calls, 22])
  const straddle = dataOf(getAtmIvStraddle, await server.call(session, getAtmIvStraddle, { query: { key } }))
  expect([straddle.straddle, straddle.iv, straddle.history.length]).toEqual([
    chain.straddle,
    chain.straddle_iv,
    22,
  ])
  const breadth = dataOf(
    getAdvanceDecline,
    await server.call(session, getAdvanceDecline, { query: { key: 'INDICES_NIFTY 50' } }),
  )
  expect([breadth.advances + breadth.declines + breadth.unchanged, breadth.history.length]).toEqual([50, 22])
  await server.close()
})
