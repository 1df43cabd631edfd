import { expect, test } from 'vitest'
import { createOptionChain } from '../../../../server/services/options/option-chain.ts'
import { createTermStructure } from '../../../../server/services/options/term-structure.ts'
import { getCombinedPremium, getTermStructure } from '../../../../src/contract/options.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { openOptionMarket } from '../../../support/market/option-market.ts'
import { refusalOf } from '../../../support/orders/refusals.ts'
import { dataOf, startServer } from '../../../support/server/server.ts'

const NIFTY = 'INDICES_NIFTY 50'
const ports = openOptionMarket('2026-11-20 11:00').ports
const read = createTermStructure(ports)

test('every expiry has the forward, straddle and volatility that its chain has', async () => {
  const { expiries, ...found } = await read(NIFTY)
  expect(found).toEqual({ underlying: NIFTY, spot: 24_000, asOf: Date.parse('2026-11-20T11:00+05:30') })
  const readChain = createOptionChain(ports)
  const chains = await Promise.all(expiries.map(({ expiry }) => readChain(`${NIFTY}:${expiry}`)))
  expect(expiries).toEqual(
    chains.map(({ expiry, daysToExpiry, forward, atmStrike, atmIv, straddle, expectedMove }) => ({
      ...{ expiry, daysToExpiry, forward, atmStrike, atmIv, straddle, expectedMove },
    })),
  )
  expect(expiries.map(({ expiry }) => expiry)).toEqual(['2026-11-24', '2026-12-29'])
})

test('it fits the contract, and an instrument without options is refused', async () => {
  const wired = getTermStructure.reply.safeParse(toWire(getTermStructure.reply, await read(NIFTY)))
  expect(wired.error?.issues ?? []).toEqual([])
  expect(await refusalOf(read('NSE_TCS'))).toMatch(/^NOT_FOUND: No options on NSE_TCS/)
})

test('the simulated market answers it, and the premium of two strikes, over HTTP', async () => {
  const server = await startServer({ environment: { MARKET_CLOCK: 'real' }, now: '2026-11-20 11:00' })
  const session = await server.enter('asha')
  const key = 'NSE_RELIANCE'
  const terms = dataOf(getTermStructure, await server.call(session, getTermStructure, { query: { key } }))
  expect(terms.expiries.length).toBeGreaterThan(1)
  const days = terms.expiries.map(({ days_to_expiry: left }) => left)
  expect(days).toEqual([...days].sort((one, other) => one - other))
  for (const { atm_iv: iv } of terms.expiries) expect(iv).toBeGreaterThan(3)

  const strike = String(terms.expiries[0]?.atm_strike)
  const premium = dataOf(
    getCombinedPremium,
    await server.call(session, getCombinedPremium, { query: { key, call: strike, put: strike } }),
  )
  // 09:15 to 11:00.
  expect([premium.history.length, premium.yesterday === null]).toEqual([22, false])
  const last = premium.history.at(-1)
  expect((last?.call ?? 0) + (last?.put ?? 0)).toBeCloseTo(terms.expiries[0]?.straddle ?? 0, 2)
  await server.close()
})
