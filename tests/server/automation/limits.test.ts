import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import type { User } from '../../../server/user.ts'
import { noLimits } from '../../../src/domain/deployments/deployment.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { type Automated, deploymentBy, startAutomation } from '../../support/automation.ts'
import { listed, startTrading, type Trading } from '../../support/orders/trading.ts'

const SECOND = 1_000
const MINUTE = 60_000
const shares = Array.from({ length: 30 }, (_, index) => `NSE_SHARE${index}` as InstrumentId)
const instruments = shares.map((id, index) => ({
  ...(listed[0] as Instrument),
  id,
  instrumentToken: 10_000 + index,
  tradingSymbol: id.slice(4),
}))

let trading: Trading
let user: User
let automated: Automated
beforeEach(async () => {
  trading = await startTrading({ instruments })
  for (const id of shares) trading.market.set(id, 0 as EpochMs, 100)
  user = await trading.enter('meera')
  automated = await startAutomation(trading)
})
afterEach(async () => {
  await automated.automation.close()
  await trading.end()
})

const always = { entryType: 'direct', entryLogic: '', exitType: 'none', exitLogic: '' } as const

const countsOf = async (deployment: Parameters<Automated['log']>[0]) => {
  const lines = await automated.log(deployment)
  const of = (kind: string): number => lines.filter((line) => line.includes(` ${kind} `)).length
  return { entered: of('entered'), skipped: of('skipped'), paused: of('paused') }
}

const ordersOf = async (owner: User['id']) => [...(await trading.broker.accountOf(owner)).orders.values()]

describe('entries of one close', () => {
  test('share the limit of entries a day: those on their way count', async () => {
    const rules = { ...always, segSyms: shares.slice(0, 8) }
    const deployment = deploymentBy(user, trading.clock.now(), {
      rules,
      limits: { ...noLimits, entriesPerDay: 3 },
    })
    await automated.automation.deploy(deployment)
    await automated.run(MINUTE + 5 * SECOND)
    expect(await countsOf(deployment)).toEqual({ entered: 3, skipped: 5, paused: 0 })
  })

  test('share the limit of capital', async () => {
    const rules = { ...always, segSyms: shares.slice(0, 8) }
    const deployment = deploymentBy(user, trading.clock.now(), {
      rules,
      limits: { ...noLimits, capital: 2_500 },
    })
    await automated.automation.deploy(deployment)
    await automated.run(MINUTE + 5 * SECOND)
    expect(await countsOf(deployment)).toEqual({ entered: 2, skipped: 6, paused: 0 })
    expect((await automated.log(deployment)).filter((line) => line.includes(' skipped ')).at(-1)).toContain(
      'its limit is ₹2,500 of capital; ₹2,000',
    )
  })

  test('share it as proposals too', async () => {
    const rules = { ...always, segSyms: shares.slice(0, 5) }
    const deployment = deploymentBy(user, trading.clock.now(), {
      type: 'live',
      rules,
      limits: { ...noLimits, entriesPerDay: 2 },
    })
    await automated.automation.deploy(deployment)
    await automated.run(MINUTE + SECOND)
    expect(await automated.automation.proposalsOf(user.id)).toHaveLength(2)
  })
})

describe('a deployment that signals on everything', () => {
  test('sends no more orders a second than the account may, and the rest with the next ones', async () => {
    await trading.broker.setLimits(virtualAccountOf(user.id), { openPositions: 50 })
    const deployment = deploymentBy(user, trading.clock.now(), { rules: { ...always, segSyms: shares } })
    await automated.automation.deploy(deployment)
    await automated.run(MINUTE + 10 * SECOND)
    expect(await countsOf(deployment)).toEqual({ entered: 30, skipped: 0, paused: 0 })
    const sent = (await ordersOf(virtualAccountOf(user.id))).map(({ acceptedAt }) => acceptedAt)
    const mostASecond = Math.max(
      ...sent.map((at) => sent.filter((other) => other > at - SECOND && other <= at).length),
    )
    expect([sent.length, mostASecond]).toEqual([30, 10])
  })

  test('is stopped by its loss limit, and enters nothing more', async () => {
    await trading.broker.setLimits(virtualAccountOf(user.id), { openPositions: 50 })
    const rules = { ...always, segSyms: shares.slice(0, 12), stopLoss: 0.05, tpslType: 'pts' as const }
    const deployment = deploymentBy(user, trading.clock.now(), {
      rules,
      limits: { ...noLimits, lossPerDay: 20 },
    })
    await automated.automation.deploy(deployment)
    await automated.run(2 * MINUTE)
    const before = (await ordersOf(virtualAccountOf(user.id))).length
    await automated.run(2 * MINUTE)
    const [now] = await automated.automation.deploymentsOf(user.id)
    expect([now?.status, (await countsOf(deployment)).paused]).toEqual(['paused', 1])
    expect((await ordersOf(virtualAccountOf(user.id))).length).toBe(before)
    expect(now?.runs.every(({ quantity }) => quantity === 0)).toBe(true)
  })
})
