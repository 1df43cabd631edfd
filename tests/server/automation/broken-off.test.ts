import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewDeployment, ProposalNow } from '../../../server/automation/automation.ts'
import type { DeploymentStep } from '../../../server/automation/deployment-store.ts'
import type { AutomationParts } from '../../../server/automation/parts.ts'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import { listNotifications } from '../../../server/store/notifications.ts'
import type { User } from '../../../server/user.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Automated, candlesOf, deploymentBy, startAutomation } from '../../support/automation.ts'
import { startTrading, type Trading } from '../../support/orders/trading.ts'

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

const beginAgain = async (changes: Partial<AutomationParts>): Promise<void> => {
  await automated.automation.close()
  automated = await startAutomation(trading, changes)
}

const unitsOf = async (owner: User['id']): Promise<number> =>
  [...(await trading.broker.accountOf(owner)).positions.values()].reduce(
    (sum, { dayBuyQuantity, daySellQuantity }) => sum + dayBuyQuantity - daySellQuantity,
    0,
  )

const stateOf = async ({ id }: NewDeployment) =>
  (await automated.automation.deploymentsOf(user.id)).find((one) => one.id === id)

const kindsOf = async (deployment: NewDeployment): Promise<readonly (string | undefined)[]> =>
  (await automated.log(deployment)).map((line) => line.split(' ')[1])

/** Writes what `loses` says, and answers as a database does whose connection broke at the commit. */
const losing = (loses: (step: DeploymentStep) => boolean): AutomationParts['store'] => {
  const store = createDeploymentStore(trading.store)
  return {
    ...store,
    async write(step) {
      await store.write(step)
      if (loses(step)) throw new Error('connection reset')
    },
  }
}

const once = (is: (step: DeploymentStep) => boolean): ((step: DeploymentStep) => boolean) => {
  let isDone = false
  return (step) => {
    const isNow = !isDone && is(step)
    isDone ||= isNow
    return isNow
  }
}

const has = (kind: string) => (step: DeploymentStep) =>
  step.lines?.some((line) => line.kind === kind) ?? false

describe('a commit whose answer is lost', () => {
  test.each(['signalled', 'entered', 'exited'])('after %s goes on with what is stored', async (kind) => {
    await beginAgain({ store: losing(once(has(kind))) })
    const deployment = await deploy()
    await automated.run(90 * SECOND)
    price(1510)
    await automated.run(70 * SECOND)
    expect(await unitsOf(virtualAccountOf(user.id))).toBe(10)
    price(1490)
    await automated.run(3 * MINUTE)
    expect(await unitsOf(virtualAccountOf(user.id))).toBe(0)
    expect(await kindsOf(deployment)).toEqual(['started', 'signalled', 'entered', 'signalled', 'exited'])
  })

  test('of the deployment itself runs when it is asked for again', async () => {
    const store = createDeploymentStore(trading.store)
    let isFirst = true
    await beginAgain({
      store: {
        ...store,
        async insert(deployment) {
          const isNew = await store.insert(deployment)
          if (!isFirst) return isNew
          isFirst = false
          throw new Error('connection reset')
        },
      },
    })
    const deployment = deploymentBy(user, trading.clock.now())
    await expect(automated.automation.deploy(deployment)).rejects.toThrow('connection reset')
    await automated.automation.deploy(deployment)
    await automated.run(90 * SECOND)
    price(1510)
    await automated.run(MINUTE)
    expect(await stateOf(deployment)).toMatchObject({ status: 'running', runs: [{ phase: 'in' }] })
  })

  test('of a proposal that was sent names its order', async () => {
    const isSent = (step: DeploymentStep): boolean =>
      step.proposals?.some(({ status }: ProposalNow) => status === 'sent') ?? false
    const store = createDeploymentStore(trading.store)
    const fails = once(isSent)
    await beginAgain({
      store: {
        ...store,
        write: (step) => (fails(step) ? Promise.reject(new Error('gone')) : store.write(step)),
      },
    })
    await deploy({ type: 'live' })
    await automated.run(90 * SECOND)
    price(1510)
    await automated.run(40 * SECOND)
    const [waiting] = await automated.automation.proposalsOf(user.id)
    const id = waiting?.proposalUuid ?? ''
    await expect(automated.automation.sendProposal(user.id, id, null)).rejects.toThrow('gone')
    await automated.run(20 * MINUTE)
    const [proposal] = await automated.automation.proposalsOf(user.id)
    expect(proposal).toMatchObject({ status: 'sent', outcome: 'Sent by you' })
    const orders = [...(await trading.broker.accountOf(user.id)).orders.keys()]
    expect(orders).toEqual([proposal?.orderId])
  })
})

test('a proposal whose order is not answered is one order, and is not said to have run out', async () => {
  let isLost = true
  const { broker } = trading
  await beginAgain({
    broker: {
      ...broker,
      async place(...asked) {
        const outcome = await broker.place(...asked)
        if (!isLost) return outcome
        isLost = false
        throw new Error('no answer')
      },
    },
  })
  await deploy({ type: 'live' })
  await automated.run(90 * SECOND)
  price(1510)
  await automated.run(40 * SECOND)
  const { automation } = automated
  const id = (await automation.proposalsOf(user.id))[0]?.proposalUuid ?? ''
  await expect(automation.sendProposal(user.id, id, null)).rejects.toThrow('no answer')
  await automated.run(5 * SECOND)
  expect(await automation.sendProposal(user.id, id, null)).toMatchObject({ isRepeat: true })
  await automated.run(20 * MINUTE)
  expect((await automation.proposalsOf(user.id)).at(-1)).toMatchObject({ status: 'sent' })
  expect(await unitsOf(user.id)).toBe(10)
})

describe('a start', () => {
  const without = (missing: string): Partial<AutomationParts> => ({
    instruments: {
      look: async (id: InstrumentId) => (id === missing ? null : trading.look(id)),
      futuresOf: async () => [],
    },
  })
  const both = ['NSE_INFY', 'NSE_20MICRONS'] as InstrumentId[]

  test('without one of its instruments goes on with the others', async () => {
    const deployment = await deploy({ rules: { segSyms: both } })
    await beginAgain(without('NSE_20MICRONS'))
    await automated.run(90 * SECOND)
    price(1510)
    await automated.run(MINUTE)
    expect(await stateOf(deployment)).toMatchObject({
      status: 'running',
      runs: [
        { segSym: 'NSE_INFY', phase: 'in' },
        { segSym: 'NSE_20MICRONS', phase: 'flat', note: 'not listed any more' },
      ],
    })
  })

  test('without any has failed, is still listed, and its owner is told', async () => {
    const deployment = await deploy()
    const other = await deploy({ rules: { segSyms: ['NSE_20MICRONS' as InstrumentId] } })
    await beginAgain(without('NSE_INFY'))
    expect(await stateOf(deployment)).toMatchObject({
      status: 'failed',
      reason: 'No instrument called NSE_INFY is listed today',
    })
    expect(await stateOf(other)).toMatchObject({ status: 'running' })
    expect(await kindsOf(deployment)).toEqual(['started', 'failed'])
    const notices = await listNotifications(trading.store.db, user.id, 10)
    expect(notices.map(({ content }) => content).join()).toContain('Failed: No instrument called NSE_INFY')
  })

  test('with one that cannot be read runs the others', async () => {
    const broken = await deploy()
    const other = await deploy()
    await trading.store.db
      .updateTable('deployment')
      .set({ strategy: '{"algo_name":' })
      .where('id', '=', broken.id)
      .execute()
    await beginAgain({})
    expect((await automated.automation.deploymentsOf(user.id)).map(({ id }) => id)).toEqual([other.id])
    expect(trading.logged.join()).toContain('a stored deployment cannot be read')
  })
})

test('a server that closes while candles are evaluated pauses nothing', async () => {
  const hanging: (() => void)[] = []
  let isHanging = false
  await beginAgain({
    readCandles: (request) =>
      isHanging
        ? new Promise((_, reject) => {
            hanging.push(() => reject(new Error('the readers are closing')))
          })
        : Promise.resolve(candlesOf(trading, request)),
  })
  const deployment = await deploy()
  await automated.run(30 * SECOND)
  isHanging = true
  await trading.pass(MINUTE)
  void automated.automation.step()
  await expect.poll(() => hanging).not.toEqual([])
  const closing = automated.automation.close()
  for (const fail of hanging) fail()
  await closing
  await beginAgain({})
  expect(await stateOf(deployment)).toMatchObject({ status: 'running' })
})

test('a proposal to exit at a stop is logged as a stop', async () => {
  const deployment = await deploy({ type: 'live', rules: { stopLoss: 5, tpslType: 'pts' } })
  await automated.run(90 * SECOND)
  price(1510)
  await automated.run(40 * SECOND)
  const [entry] = await automated.automation.proposalsOf(user.id)
  await automated.automation.sendProposal(user.id, entry?.proposalUuid ?? '', null)
  await automated.run(2 * SECOND)
  price(1500)
  await automated.run(5 * SECOND)
  const exit = (await automated.automation.proposalsOf(user.id)).find(({ intent }) => intent === 'exit')
  expect(exit?.exitCause).toBe('stop')
  await automated.automation.sendProposal(user.id, exit?.proposalUuid ?? '', null)
  await automated.run(2 * SECOND)
  expect((await automated.log(deployment)).at(-1)).toContain('exited Sold 10 INFY at 1,499.95, stop loss')
})
