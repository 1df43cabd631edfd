import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewDeployment } from '../../../server/automation/automation.ts'
import type { CandleSpanRequest } from '../../../server/automation/candle-reads.ts'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import { Refusal } from '../../../server/refusal.ts'
import type { User } from '../../../server/user.ts'
import { noLimits } from '../../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { type Automated, candlesOf, deploymentBy, startAutomation } from '../../support/automation.ts'
import { instant, startTrading, type Trading, ticket } from '../../support/orders/trading.ts'

const SECOND = 1_000
const MINUTE = 60_000

let trading: Trading
let user: User
let automated: Automated
const begin = async (now?: string): Promise<void> => {
  trading = await startTrading(now === undefined ? {} : { now })
  user = await trading.enter('meera')
  automated = await startAutomation(trading)
}
beforeEach(() => begin())
afterEach(async () => {
  await automated.automation.close()
  await trading.end()
})

const price = (rupees: number, at = trading.clock.now(), id = 'NSE_INFY'): void =>
  trading.market.set(id, at, rupees)

const deploy = async (changes: Parameters<typeof deploymentBy>[2] = {}): Promise<NewDeployment> => {
  const deployment = deploymentBy(user, trading.clock.now(), changes)
  await automated.automation.deploy(deployment)
  return deployment
}

const entered = async (changes: Parameters<typeof deploymentBy>[2] = {}): Promise<NewDeployment> => {
  const deployment = await deploy(changes)
  await automated.run(90 * SECOND)
  price(1510)
  await automated.run(40 * SECOND)
  return deployment
}

const heldBy = async (owner: User['id']): Promise<number> =>
  [...(await trading.broker.accountOf(owner)).positions.values()].reduce(
    (sum, { overnightQuantity, dayBuyQuantity, daySellQuantity }) =>
      sum + overnightQuantity + dayBuyQuantity - daySellQuantity,
    0,
  )

const runNow = async () => (await automated.automation.deploymentsOf(user.id))[0]?.runs[0]

/** One look at this time, `2026-11-20 15:31`. */
const lookAt = async (text: string): Promise<void> => {
  await trading.passTo(text)
  await automated.automation.step()
  await automated.run(3 * SECOND)
}

const daily = {
  interval: 'day',
  product: 'cash',
  entryLogic: 'close > 1505',
  exitLogic: 'close < 1495',
} as const

describe('a strategy on daily candles', () => {
  test('acts at the next open on what the close decided, and counts the P&L of each day by itself', async () => {
    const deployment = await deploy({ rules: daily })
    price(1510)
    await lookAt('2026-11-20 15:31')
    expect(await heldBy(virtualAccountOf(user.id))).toBe(0)
    await lookAt('2026-11-23 09:14')
    await lookAt('2026-11-23 09:16')
    expect(await heldBy(virtualAccountOf(user.id))).toBe(10)
    price(1500, instant('2026-11-23 12:00'))
    await lookAt('2026-11-23 15:31')
    expect((await runNow())?.pnlToday).toBeLessThan(-100)
    await lookAt('2026-11-25 09:16')
    expect((await runNow())?.pnlToday).toBe(0)
    price(1504, instant('2026-11-25 12:00'))
    await lookAt('2026-11-25 12:01')
    const overnight = await runNow()
    expect(overnight?.pnlToday).toBe(40)
    // Bought at 1,510.05 and closed at 1,500 on the day before, with charges.
    expect(overnight?.realisedToday).toBe(0)
    expect(overnight?.carriedPnl).toBeCloseTo(-100.5, 1)
    expect((overnight?.realised ?? 0) + 10 * (1504 - 1510.05)).toBeCloseTo(
      (overnight?.carriedPnl ?? 0) + (overnight?.realised ?? 0) + 40,
      2,
    )
    price(1490, instant('2026-11-25 13:00'))
    await lookAt('2026-11-25 15:31')
    await lookAt('2026-11-26 09:16')
    const lines = await automated.log(deployment)
    expect(lines.map((line) => line.slice(0, 18))).toEqual([
      '10:00 started Virt',
      '15:30 signalled Bu',
      '09:16 entered Boug',
      '15:30 signalled Se',
      '09:16 exited Sold ',
    ])
  })

  test('drops the entry that waits for the open when it is paused', async () => {
    const deployment = await deploy({ rules: daily })
    price(1510)
    await lookAt('2026-11-20 15:31')
    await automated.automation.pause(user.id, deployment.id)
    await lookAt('2026-11-23 09:16')
    expect(await heldBy(virtualAccountOf(user.id))).toBe(0)
    expect((await automated.log(deployment)).at(-1)).toContain(
      'dropped Not entered: the deployment is paused',
    )
  })
})

describe('an index', () => {
  test('trades as its future, whose own candles move a trailing stop', async () => {
    await deploy({
      rules: {
        segSyms: ['INDICES_NIFTY 50' as InstrumentId],
        position: 'sell',
        quantity: { by: 'lots', value: 1 },
        entryLogic: 'close > 24105',
        exitType: 'none',
        exitLogic: '',
        trailing: { distance: 20, after: null },
        tpslType: 'pts',
      },
    })
    price(24_110, trading.clock.now(), 'INDICES_NIFTY 50')
    await automated.run(4 * MINUTE)
    expect(await runNow()).toMatchObject({ contract: 'NFO-FUT_NIFTY26NOVFUT', phase: 'in', quantity: -65 })
    price(24_120, trading.clock.now(), 'NFO-FUT_NIFTY26NOVFUT')
    await automated.run(2 * MINUTE)
    expect((await runNow())?.stopPrice).toBe(24_140)
  })
})

describe('while nothing ran', () => {
  test('an exit rule that was true exits with the price of now', async () => {
    const deployment = await entered({ rules: { exitLogic: 'close crosses below 1500' } })
    price(1490, epochMs(trading.clock.now() + 3 * MINUTE))
    price(1510, epochMs(trading.clock.now() + 6 * MINUTE))
    await automated.automation.close()
    trading = await trading.restart(10 * MINUTE)
    automated = await startAutomation(trading)
    await automated.run(5 * SECOND)
    expect((await automated.log(deployment)).at(-1)).toContain('exited Sold 10 INFY at 1,509.95, exit rule')
  })

  test('a position that was closed by hand is noticed, and nothing is left of it', async () => {
    const deployment = await entered({ type: 'auto' })
    await trading.orders.place(user, ticket('sell 10 NSE_INFY MIS'))
    await automated.run(2 * SECOND)
    expect(await runNow()).toMatchObject({ phase: 'flat', quantity: 0 })
    expect((await automated.log(deployment)).at(-1)).toContain('was closed by hand')
  })

  test('a stop that was cut off goes on', async () => {
    const deployment = await entered({ type: 'auto' })
    const cut = { ...trading.broker, place: () => new Promise<never>(() => {}) }
    await automated.automation.close()
    const broken = await startAutomation(trading, { broker: cut })
    void broken.automation.stop(user.id, deployment.id, { exitPositions: true })
    await new Promise((resolve) => setTimeout(resolve, 200))
    automated = await startAutomation(trading)
    await automated.run(5 * SECOND)
    const [now] = await automated.automation.deploymentsOf(user.id)
    expect([now?.status, await heldBy(user.id)]).toEqual(['stopped', 0])
    expect(await automated.automation.stop(user.id, deployment.id, { exitPositions: true })).toEqual({
      status: 'stopped',
      exits: [],
    })
  })
})

describe('candles that cannot be read', () => {
  const without = (isMissing: (request: CandleSpanRequest) => boolean) =>
    startAutomation(trading, {
      readCandles: async (request) => {
        if (isMissing(request)) throw new Refusal('UNAVAILABLE', 'The reader is busy')
        return candlesOf(trading, request)
      },
    })

  test('pause a deployment, told once, until they are back, and stop no other', async () => {
    let isDown = false
    automated = await without(({ instrument }) => isDown && instrument === 'NSE_INFY')
    const deployment = await deploy()
    const other = await deploy({
      rules: {
        segSyms: ['NSE_20MICRONS' as InstrumentId],
        entryLogic: 'close > 100',
        exitLogic: 'close < 100',
      },
    })
    await automated.run(30 * SECOND)
    isDown = true
    await automated.run(3 * MINUTE)
    const [now] = (await automated.automation.deploymentsOf(user.id)).filter(({ id }) => id === deployment.id)
    expect([now?.status, now?.reason]).toEqual(['paused', expect.stringContaining('The reader is busy')])
    isDown = false
    await automated.run(MINUTE)
    const kinds = (await automated.log(deployment)).map((line) => line.split(' ')[1])
    expect(kinds).toEqual(['started', 'paused', 'resumed', 'gap'])
    expect((await automated.log(other)).some((line) => line.includes(' entered '))).toBe(true)
  })

  test('hold up no stop while they are slow', async () => {
    let isSlow = false
    automated = await startAutomation(trading, {
      readCandles: (request) =>
        isSlow ? new Promise<never>(() => {}) : Promise.resolve(candlesOf(trading, request)),
    })
    const deployment = await entered({
      rules: { exitType: 'none', exitLogic: '', stopLoss: 5, tpslType: 'pts' },
    })
    isSlow = true
    await trading.pass(MINUTE)
    void automated.automation.step()
    price(1500)
    for (let second = 0; second < 5; second++) {
      await trading.pass(SECOND)
      void automated.automation.step()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect((await automated.log(deployment)).at(-1)).toContain('exited Sold 10 INFY at 1,499.95, stop loss')
    // What is slow never ends here.
    automated = await startAutomation(trading)
  })
})

describe('a proposal', () => {
  test('to exit what was closed by hand meanwhile is refused, and leaves nothing', async () => {
    await entered({ type: 'live', limits: noLimits })
    const { automation } = automated
    const [entry] = await automation.proposalsOf(user.id)
    await automation.sendProposal(user.id, entry?.proposalUuid ?? '', null)
    await automated.run(2 * SECOND)
    price(1490)
    await automated.run(2 * MINUTE)
    const exit = (await automation.proposalsOf(user.id)).find(({ intent }) => intent === 'exit')
    await trading.orders.place(user, ticket('sell 10 NSE_INFY MIS'))
    await trading.pass(SECOND)
    await expect(automation.sendProposal(user.id, exit?.proposalUuid ?? '', null)).rejects.toBeInstanceOf(
      Refusal,
    )
    await automated.run(SECOND)
    expect(await runNow()).toMatchObject({ phase: 'flat', quantity: 0 })
    expect(await heldBy(user.id)).toBe(0)
  })

  test('to enter ends with a pause', async () => {
    const deployment = await entered({ type: 'live' })
    await automated.automation.pause(user.id, deployment.id)
    const [entry] = await automated.automation.proposalsOf(user.id)
    expect([entry?.status, entry?.outcome]).toEqual(['ended', 'The deployment was paused'])
    expect((await runNow())?.phase).toBe('flat')
  })
})
