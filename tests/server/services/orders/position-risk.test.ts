import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOptionChain } from '../../../../src/contract/options.ts'
import { placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { getFunds } from '../../../../src/contract/positions/funds.ts'
import { getPositionRisk } from '../../../../src/contract/positions/position-risk.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { black76 } from '../../../../src/domain/options/black-76.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'

describe('greeks of open positions over HTTP', () => {
  let server: TestServer
  let meera: Session
  let arjun: Session
  beforeAll(async () => {
    server = await startServer({ now: '2026-11-20 10:00' })
    meera = await server.enter('meera')
    arjun = await server.enter('arjun')
  })
  afterAll(() => server.close())

  let keys = 0
  const trade = async (side: 'BUY' | 'SELL', sym: string, quantity: number, product = 'NRML') => {
    const body = {
      client_order_id: `risk-key-${++keys}`,
      ...{ sym, quantity, product },
      transaction_type: side,
      order_type: 'MARKET',
    }
    const answered = await server.call(meera, placeOrderDirect, { body } as never)
    expect(answered.statusCode).toBe(200)
    for (let passed = 0; passed < 2000; passed += 500) {
      server.clock.advance(500)
      await server.trading.step()
    }
  }
  const risk = async (who: Session) => dataOf(getPositionRisk, await server.call(who, getPositionRisk))

  test('are none for whoever holds nothing', async () => {
    const { groups, unpriced } = await risk(arjun)
    expect([groups, unpriced]).toEqual([[], []])
  })

  test('each underlying has its legs, with the volatility of the chain, and what may hedge it', async () => {
    const chain = dataOf(
      getOptionChain,
      await server.call(meera, getOptionChain, { query: { key: 'INDICES_NIFTY 50' } }),
    )
    const row = chain.strikes.find(({ strike }) => strike === chain.atm_strike)
    const call = row?.ce?.sym ?? ''
    await trade('BUY', call, chain.lot_size)
    await trade('BUY', 'NSE_INFY', 100, 'MIS')
    await trade('SELL', 'NSE_TCS', 50, 'MIS')
    await trade('BUY', 'NSE_TCS', 50, 'MIS')

    const now = dataOf(
      getOptionChain,
      await server.call(meera, getOptionChain, { query: { key: `INDICES_NIFTY 50:${chain.expiry}` } }),
    )
    const { groups, unpriced, rate } = await risk(meera)
    expect(unpriced).toEqual([])
    expect(groups.map(({ underlying, expiry }) => [underlying, expiry])).toEqual([
      ['INDICES_NIFTY 50', chain.expiry],
      ['NSE_INFY', null],
    ])
    const [nifty, infy] = groups
    const [leg] = nifty?.legs ?? []
    const net = dataOf(getPositions, await server.call(meera, getPositions)).net
    const held = net.find(({ sym }) => sym === call)
    expect(leg).toMatchObject({ sym: call, kind: 'option', product: 'NRML', quantity: chain.lot_size })
    expect(leg?.entry).toBeCloseTo(held?.average_price ?? 0, 4)
    const shown = now.strikes.find(({ strike }) => strike === chain.atm_strike)?.ce
    expect(leg?.iv).toBeCloseTo(shown?.iv ?? 0, 3)
    const greeks = black76({
      forward: leg?.forward ?? 0,
      strike: leg?.strike ?? 0,
      years: leg?.years ?? 0,
      volatility: (leg?.iv ?? 0) / 100,
      rate,
      type: 'CE',
    })
    expect(greeks.delta).toBeCloseTo(shown?.delta ?? 0, 3)
    expect(nifty?.beta).toBe(1)
    expect(infy?.beta).toBeGreaterThan(0)
    expect(infy?.beta).toBeLessThan(3)
    expect(nifty?.hedges.map(({ kind, type }) => type ?? kind)).toEqual(['future', 'CE', 'PE'])
    expect(new Set(nifty?.hedges.map(({ quantity }) => quantity))).toEqual(new Set([chain.lot_size]))
    // A bought option needs no margin, and shares of the day a fifth of their value.
    expect(nifty?.margin).toBe(null)
    expect(infy?.margin).toBeCloseTo(0.2 * 100 * (infy?.legs[0]?.mark ?? 0), -2)
    expect(infy?.legs).toMatchObject([{ kind: 'share', quantity: 100, years: null, forward: null, iv: null }])
  })

  test('the margins of all underlyings make up the margin in use', async () => {
    const chain = dataOf(
      getOptionChain,
      await server.call(meera, getOptionChain, { query: { key: 'INDICES_NIFTY 50' } }),
    )
    const row = chain.strikes.find(({ strike }) => strike > chain.atm_strike)
    await trade('SELL', row?.ce?.sym ?? '', chain.lot_size)
    const { groups } = await risk(meera)
    const funds = dataOf(getFunds, await server.call(meera, getFunds))
    const margins = groups.map(({ margin }) => margin ?? 0)
    expect(margins.every((margin) => margin > 0)).toBe(true)
    expect(margins.reduce((sum, margin) => sum + margin, 0)).toBeCloseTo(funds.used_margin, 2)
  })
})
