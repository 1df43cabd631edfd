import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewDeployment } from '../../../server/automation/automation.ts'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import type { User } from '../../../server/user.ts'
import { noLimits } from '../../../src/domain/deployments/deployment.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { EquityStrategy } from '../../../src/domain/strategies/strategy.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { type Automated, deploymentBy, startAutomation } from '../../support/automation.ts'
import { listed, startTrading, type Trading, ticket } from '../../support/orders/trading.ts'

const SECOND = 1_000
const MINUTE = 60_000

let trading: Trading
let user: User
let automated: Automated
beforeEach(async () => {
  trading = await startTrading()
  user = await trading.enter('meera')
  automated = await startAutomation(trading)
})
afterEach(async () => {
  await automated.automation.close()
  await trading.end()
})

const price = (rupees: number): void => trading.market.set('NSE_INFY', trading.clock.now(), rupees)

const deploy = async (changes: Parameters<typeof deploymentBy>[2] = {}): Promise<NewDeployment> => {
  const deployment = deploymentBy(user, trading.clock.now(), changes)
  await automated.automation.deploy(deployment)
  return deployment
}

/** Units of each position today, by account. */
const heldBy = async (owner: User['id']) =>
  [...(await trading.broker.accountOf(owner)).positions.values()].map(
    ({ dayBuyQuantity, daySellQuantity }) => dayBuyQuantity - daySellQuantity,
  )

const ordersOf = async (owner: User['id']) => [...(await trading.broker.accountOf(owner)).orders.values()]

/** Ends the automation as a crash would, and starts another on the same store. */
const restart = async (afterMs: number): Promise<void> => {
  await automated.automation.close()
  trading = await trading.restart(afterMs)
  automated = await startAutomation(trading)
}

/** In the position since 10:02, at 1,510.05. */
const entered = async (changes: Parameters<typeof deploymentBy>[2] = {}): Promise<NewDeployment> => {
  const deployment = await deploy(changes)
  await automated.run(90 * SECOND)
  price(1510)
  await automated.run(40 * SECOND)
  return deployment
}

const lastLines = async (deployment: NewDeployment, count: number) =>
  (await automated.log(deployment)).slice(-count)

describe('a virtual deployment', () => {
  test('enters and exits at the close of candles, in an account of its own', async () => {
    const deployment = await entered()
    expect([await heldBy(virtualAccountOf(user.id)), await heldBy(user.id)]).toEqual([[10], []])
    price(1490)
    await automated.run(2 * MINUTE)
    expect(await automated.log(deployment)).toEqual([
      '10:00 started Virtual: started with version 1 of Breakout',
      '10:02 signalled Buy 10 INFY: close 1,510.00 above 1505',
      '10:02 entered Bought 10 INFY at 1,510.05: close 1,510.00 above 1505',
      '10:03 signalled Sell 10 INFY: close 1,490.00 below 1495',
      '10:03 exited Sold 10 INFY at 1,489.95, exit rule: −₹216.92 after charges',
    ])
    const [now] = await automated.automation.deploymentsOf(user.id)
    expect(now?.runs[0]).toMatchObject({
      phase: 'flat',
      quantity: 0,
      entriesToday: 1,
      realisedToday: -216.92,
    })
  })

  test.each<[string, Partial<EquityStrategy>, number]>([
    ['stop loss', { stopLoss: 1, tpslType: 'pct' }, 1494],
    ['target', { targetProfit: 100, tpslType: 'abs' }, 1525],
    ['trailing stop', { trailing: { distance: 5, after: null }, tpslType: 'pts' }, 1500],
    ['stop loss', { position: 'sell', stopLoss: 5, tpslType: 'pts' }, 1516],
  ])('is exited at its %s between candles', async (words, rules, rupees) => {
    const deployment = await entered({ rules: { ...rules, exitType: 'none', exitLogic: '' } })
    price(rupees)
    await automated.run(5 * SECOND)
    expect((await lastLines(deployment, 1))[0]).toContain(`, ${words}: `)
  })

  test('intraday is exited at its stop time, and enters no more', async () => {
    const deployment = await entered({ rules: { tradingStopTime: '10:20' } })
    await automated.run(20 * MINUTE)
    expect((await automated.log(deployment)).at(-1)).toMatch(/^10:20 exited .*, end of its trading hours: /)
  })

  test('makes at most as many entries, and no more after as many losses, as it may', async () => {
    const deployment = await deploy({
      rules: { entryLogic: 'close > 1', exitLogic: 'close > 2' },
      limits: { ...noLimits, entriesPerDay: 2 },
    })
    const losing = await deploy({
      rules: {
        entryType: 'direct',
        entryLogic: '',
        exitType: 'none',
        exitLogic: '',
        stopLoss: 0.001,
        tpslType: 'pts',
      },
      limits: { ...noLimits, lossesInARow: 1 },
    })
    await automated.run(4 * MINUTE)
    expect((await automated.log(deployment)).filter((line) => line.includes('entered'))).toEqual([])
    const lines = await automated.log(losing)
    expect(lines.filter((line) => line.includes(' entered '))).toHaveLength(1)
    expect(lines.at(-1)).toContain('its limit is 1 losses in a row')
  })

  test('at its day loss exits and pauses', async () => {
    const deployment = await entered({
      rules: { exitType: 'none', exitLogic: '' },
      limits: { ...noLimits, lossPerDay: 150 },
    })
    price(1494)
    await automated.run(5 * SECOND)
    expect(await lastLines(deployment, 3)).toEqual([
      '10:02 paused Paused. Day loss: its limit is ₹150.00; it has lost ₹166.86',
      expect.stringContaining('signalled Sell 10 INFY: day loss limit'),
      expect.stringContaining('exited Sold 10 INFY at 1,493.95, day loss limit'),
    ])
    const [now] = await automated.automation.deploymentsOf(user.id)
    expect([now?.status, now?.reason]).toEqual(['paused', expect.stringContaining('Day loss')])
  })
})

describe('the same rule on the same candles', () => {
  test('is evaluated once, however many deployments have it', async () => {
    for (let index = 0; index < 5; index++) await deploy()
    await automated.run(3 * MINUTE)
    // An entry and an exit rule, at three candles.
    expect(automated.works).toHaveLength(6)
  })
})

describe('a restart', () => {
  test('decides as an uninterrupted run does, and enters nothing twice', async () => {
    const rules = { entryLogic: 'close > ema(close,5)', exitLogic: 'close < ema(close,5)' }
    const deployment = await deploy({ rules })
    const path = [1502, 1504, 1503, 1499, 1497, 1501, 1506, 1504, 1500, 1496]
    for (const [minute, rupees] of path.entries()) {
      price(rupees)
      await automated.run(45 * SECOND)
      if (minute % 3 === 1) await restart(0)
      await automated.run(15 * SECOND)
    }
    const interrupted = await automated.log(deployment)
    expect(interrupted.filter((line) => line.includes('entered')).length).toBeGreaterThan(1)
    await trading.end()
    trading = await startTrading()
    user = await trading.enter('meera')
    automated = await startAutomation(trading)
    const again = await deploy({ rules })
    for (const rupees of path) {
      price(rupees)
      await automated.run(MINUTE)
    }
    expect(await automated.log(again)).toEqual(interrupted)
  })

  test('between a decision and its order places it, unless it is late by then', async () => {
    let cutOff = (): void => {}
    const cut = {
      ...trading.broker,
      place: () => {
        cutOff()
        return new Promise<never>(() => {})
      },
    }
    for (const [afterMs, end] of [
      [5 * SECOND, 'entered'],
      [90 * SECOND, 'dropped'],
    ] as const) {
      const reached = new Promise<void>((resolve) => {
        cutOff = resolve
      })
      const broken = await startAutomation(trading, { broker: cut })
      const deployment = deploymentBy(user, trading.clock.now())
      await broken.automation.deploy(deployment)
      price(1510)
      void broken.run(70 * SECOND)
      await reached
      expect((await broken.log(deployment)).at(-1)).toContain('signalled')
      trading.clock.advance(afterMs)
      automated = await startAutomation(trading)
      await automated.run(5 * SECOND)
      expect((await automated.log(deployment)).some((line) => line.includes(` ${end} `))).toEqual(true)
      await automated.automation.stop(user.id, deployment.id, { exitPositions: true })
      await automated.run(5 * SECOND)
      price(1500)
    }
  })

  test('makes no entry of candles that closed while nothing ran, and says from when to when', async () => {
    const deployment = await deploy()
    await automated.run(MINUTE)
    price(1510)
    await restart(10 * MINUTE + 30 * SECOND)
    price(1500)
    await automated.run(3 * MINUTE)
    expect(await automated.log(deployment)).toEqual([
      '10:00 started Virtual: started with version 1 of Breakout',
      '10:11 gap Nothing ran from 10:01 to 10:11; the candles in between made no entry',
    ])
  })
})

describe('a clock that jumps', () => {
  test('by two hours makes no entry of the candles in between, and the log says from when to when', async () => {
    const deployment = await deploy()
    await automated.run(MINUTE)
    price(1510)
    trading.clock.advance(120 * MINUTE)
    price(1500)
    await automated.run(3 * MINUTE)
    expect(await automated.log(deployment)).toEqual([
      '10:00 started Virtual: started with version 1 of Breakout',
      '12:01 gap Nothing ran from 10:01 to 12:01; the candles in between made no entry',
    ])
  })

  test('back by five minutes enters nothing of candles that it judged before', async () => {
    const deployment = await deploy()
    const start = trading.clock.now()
    for (let minute = 0; minute < 12; minute++)
      trading.market.set('NSE_INFY', (start + minute * MINUTE) as EpochMs, minute % 4 < 2 ? 1510 : 1490)
    const entries = async () => (await automated.log(deployment)).filter((line) => line.includes('entered'))
    await automated.run(6 * MINUTE)
    const before = await entries()
    expect(before.length).toEqual(2)
    trading.clock.advance(-5 * MINUTE)
    await automated.run(4.5 * MINUTE)
    expect(await entries()).toEqual(before)
    await automated.run(5 * MINUTE)
    expect((await entries()).length).toEqual(3)
  })
})

describe('stopping', () => {
  test('in the instant of a signal gives an order and then the stop, or none', async () => {
    const deployment = await deploy()
    await automated.run(50 * SECOND)
    price(1510)
    trading.clock.advance(11 * SECOND)
    await trading.step()
    const stepping = automated.automation.step()
    const stopped = await automated.automation.stop(user.id, deployment.id, { exitPositions: false })
    await stepping
    const orders = (await ordersOf(virtualAccountOf(user.id))).length
    await automated.run(3 * MINUTE)
    const after = await ordersOf(virtualAccountOf(user.id))
    // A virtual position is exited with the stop; nothing else may follow it.
    expect(after.length).toEqual(orders)
    expect(after.filter(({ side }) => side === 'buy').length).toEqual(
      after.filter(({ side }) => side === 'sell').length,
    )
    expect(['stopping', 'stopped']).toContain(stopped.status)
    expect((await automated.automation.deploymentsOf(user.id))[0]?.status).toEqual('stopped')
  })

  test('an automatic one leaves its position to the user, or exits it and names the order', async () => {
    const left = await entered({ type: 'auto' })
    expect(await automated.automation.stop(user.id, left.id, { exitPositions: false })).toEqual({
      status: 'stopped',
      exits: [],
    })
    expect(await heldBy(user.id)).toEqual([10])
    price(1500)
    await automated.run(MINUTE)
    const exited = await deploy({ type: 'auto' })
    await automated.run(30 * SECOND)
    price(1510)
    await automated.run(70 * SECOND)
    const { exits, status } = await automated.automation.stop(user.id, exited.id, { exitPositions: true })
    expect([status, exits]).toEqual([
      'stopping',
      [{ segSym: 'NSE_INFY', quantity: 10, orderId: expect.any(String), reason: null }],
    ])
    await automated.run(2 * SECOND)
    expect(await heldBy(user.id)).toEqual([10])
    expect((await lastLines(exited, 1))[0]).toContain('stopped Stopped: by you')
  })
})

describe('an automatic deployment', () => {
  test('obeys the limits of the account, which are said in its log', async () => {
    await trading.broker.setLimits(user.id, { openPositions: 0 })
    const deployment = await entered({ type: 'auto' })
    expect((await lastLines(deployment, 1))[0]).toContain(
      'refused Buy 10 INFY was refused: Open positions: your limit is 0',
    )
  })

  test('is paused after five rejections within a minute', async () => {
    const shares = Array.from({ length: 6 }, (_, index) => `NSE_SHARE${index}` as InstrumentId)
    const instruments = shares.map((id) => ({ ...(listed[0] as Instrument), id, tradingSymbol: id.slice(4) }))
    await automated.automation.close()
    await trading.end()
    trading = await startTrading({ instruments })
    for (const id of shares) trading.market.set(id, 0 as EpochMs, 100)
    user = await trading.enter('meera')
    automated = await startAutomation(trading)
    await trading.broker.setLimits(user.id, { openPositions: 0 })
    const rules = { segSyms: shares, entryLogic: 'close > 1', exitLogic: 'close < 1' }
    const deployment = await deploy({ type: 'auto', rules })
    await automated.run(5 * MINUTE)
    const lines = await automated.log(deployment)
    expect(lines.filter((line) => line.includes(' refused '))).toHaveLength(5)
    // The sixth was decided at the same close, and is not sent once it is paused.
    expect(lines.filter((line) => line.includes(' dropped '))).toEqual([
      '10:01 dropped Not entered: the deployment is paused',
    ])
    expect(lines.filter((line) => line.includes(' paused '))).toEqual([
      '10:01 paused Paused: 5 orders were rejected within a minute',
    ])
  })

  test('finds that its position was closed by hand, and says so', async () => {
    const deployment = await entered({ type: 'auto' })
    await trading.orders.place(user, ticket('sell 10 NSE_INFY MIS'))
    await automated.run(SECOND)
    price(1490)
    await automated.run(2 * MINUTE)
    expect((await lastLines(deployment, 1))[0]).toContain('was closed by hand')
  })

  test('stops before the kill switch does the rest', async () => {
    const deployment = await entered({ type: 'auto' })
    await automated.automation.stopAll(user.id, 'kill switch')
    expect((await lastLines(deployment, 1))[0]).toContain('stopped Stopped: kill switch')
    price(1480)
    await automated.run(3 * MINUTE)
    expect(await heldBy(user.id)).toEqual([10])
  })
})

describe('a notification-based deployment', () => {
  test('proposes, and one proposal sent twice is one order', async () => {
    const deployment = await entered({ type: 'live' })
    const [proposal] = await automated.automation.proposalsOf(user.id)
    expect(proposal).toMatchObject({
      status: 'waiting',
      side: 'buy',
      quantity: 10,
      price: 1510,
      intent: 'entry',
      why: 'close 1,510.00 above 1505',
    })
    expect(await ordersOf(user.id)).toEqual([])
    const id = proposal?.proposalUuid ?? ''
    const [first, second] = await Promise.all([
      automated.automation.sendProposal(user.id, id, null),
      automated.automation.sendProposal(user.id, id, null),
    ])
    expect([first.isRepeat, second.isRepeat].sort()).toEqual([false, true])
    expect(first.orderId).toBe(second.orderId)
    await automated.run(2 * SECOND)
    expect(await heldBy(user.id)).toEqual([10])
    price(1490)
    await automated.run(5 * MINUTE)
    const [exit] = await automated.automation.proposalsOf(user.id)
    expect(exit).toMatchObject({ status: 'waiting', intent: 'exit', side: 'sell', endsAt: null })
    await automated.automation.sendProposal(user.id, exit?.proposalUuid ?? '', null)
    await automated.run(2 * SECOND)
    expect(await heldBy(user.id)).toEqual([0])
    expect((await lastLines(deployment, 1))[0]).toContain('exited Sold 10 INFY at 1,489.95')
  })

  test('ends a proposal with its time, with the rule, and by hand', async () => {
    const deployment = await entered({ type: 'live', rules: { interval: '5min' } })
    const outcomes = async () =>
      (await automated.automation.proposalsOf(user.id)).map(({ status, outcome }) => `${status} ${outcome}`)
    await automated.run(4 * MINUTE)
    expect(await outcomes()).toEqual(['waiting '])
    price(1500)
    await automated.run(5 * MINUTE + 10 * SECOND)
    expect((await outcomes())[0]).toMatch(/^ended (The rule is false again|Its time ran out)$/)
    price(1510)
    await automated.run(5 * MINUTE)
    expect(await automated.automation.dropProposals(user.id, { deployment: deployment.id })).toEqual(1)
    expect(await outcomes()).toContain('dropped Dropped by you')
    expect(await ordersOf(user.id)).toEqual([])
  })
})

describe('an owner', () => {
  test('reaches no deployment and no proposal of another', async () => {
    const deployment = await entered({ type: 'live' })
    const other = await trading.enter('ravi')
    const [proposal] = await automated.automation.proposalsOf(user.id)
    const { automation } = automated
    for (const act of [
      () => automation.pause(other.id, deployment.id),
      () => automation.resume(other.id, deployment.id),
      () => automation.stop(other.id, deployment.id, { exitPositions: true }),
      () => automation.sendProposal(other.id, proposal?.proposalUuid ?? '', null),
      () => automation.dropProposals(other.id, { proposal: proposal?.proposalUuid ?? '' }),
      () => automation.dropProposals(other.id, { deployment: deployment.id }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([await automation.deploymentsOf(other.id), await automation.proposalsOf(other.id)]).toEqual([
      [],
      [],
    ])
  })
})
