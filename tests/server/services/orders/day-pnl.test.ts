import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { convertPosition, getDayPnl, getPositions } from '../../../../src/contract/positions/positions.ts'
import { MINUTE_MS } from '../../../../src/domain/time.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'

describe("the day's gain over HTTP", () => {
  let server: TestServer
  let meera: Session
  let arjun: Session
  beforeAll(async () => {
    server = await startServer({ now: '2026-11-20 10:00' })
    meera = await server.enter('meera')
    arjun = await server.enter('arjun')
  })
  afterAll(() => server.close())

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      server.clock.advance(500)
      await server.trading.step()
    }
  }
  let keys = 0
  const trade = async (side: 'BUY' | 'SELL', quantity: number, sym = 'NSE_INFY') => {
    const body = {
      client_order_id: `day-pnl-key-${++keys}`,
      sym,
      transaction_type: side,
      order_type: 'MARKET',
      product: 'MIS',
      quantity,
    }
    const answered = await server.call(meera, placeOrderDirect, { body })
    expect(answered.statusCode).toBe(200)
    await pass(2000)
  }
  const day = async (who: Session) => dataOf(getDayPnl, await server.call(who, getDayPnl))
  const positions = async () => dataOf(getPositions, await server.call(meera, getPositions)).net
  const sumOf = async (figure: 'm2m' | 'realised') =>
    (await positions()).reduce((sum, row) => sum + row[figure], 0)

  test('is flat zero for whoever has traded nothing', async () => {
    const { day: date, at, total, realised, closed, opens_at } = await day(arjun)
    expect([date, at[0], at.length]).toEqual(['2026-11-20', opens_at, 46])
    expect([new Set(total), new Set(realised), closed]).toEqual([new Set([0]), new Set([0]), []])
  })

  test('begins with the trade, ends at what the positions show, and counts what was closed', async () => {
    await trade('BUY', 100)
    await pass(3 * MINUTE_MS)
    await trade('SELL', 100)
    await trade('SELL', 50, 'NSE_TCS')
    await pass(2 * MINUTE_MS)
    const { at, total, realised, closed, unpriced, as_of } = await day(meera)
    const before = at.findIndex((instant) => instant > as_of - 6 * MINUTE_MS)
    expect(total.slice(0, before).every((value) => value === 0)).toBe(true)
    expect([at.at(-1), unpriced]).toEqual([as_of, []])
    expect(realised.at(-1)).toBeCloseTo(await sumOf('realised'), 6)
    expect(closed.map(({ sym, pnl }) => [sym, pnl])).toEqual([['NSE_INFY', realised.at(-1)]])
    expect(total.at(-1)).toBeCloseTo(await sumOf('m2m'), 6)
  })

  test('is the same after a part has been moved to another product', async () => {
    const before = await day(meera)
    const body = {
      sym: 'NSE_TCS',
      transaction_type: 'SELL',
      position_type: 'day',
      quantity: 20,
      old_product: 'MIS',
      new_product: 'cash',
    }
    await server.call(meera, convertPosition, { body })
    const after = await day(meera)
    expect([after.total, after.realised]).toEqual([before.total, before.realised])
  })
})
