import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewDeployment } from '../../../server/automation/automation.ts'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import type { User } from '../../../server/user.ts'
import { noLimits } from '../../../src/domain/deployments/deployment.ts'
import { type Automated, optionsOf, startAutomation } from '../../support/automation.ts'
import { startTrading, type Trading, ticket } from '../../support/orders/trading.ts'
import { legOf, NIFTY_50, optionId, spreadBy, withOptions } from '../../support/server/option-deployments.ts'

const SECOND = 1_000
const MINUTE = 60_000

let trading: Trading
let user: User
let automated: Automated

const price = (id: string, rupees: number): void => trading.market.set(id, trading.clock.now(), rupees)

beforeEach(async () => {
  trading = await startTrading({ instruments: withOptions })
  user = await trading.enter('meera')
  automated = await startAutomation(trading)
  for (const strike of [23900, 24000, 24100, 24200, 24300]) {
    price(optionId(strike, 'CE'), Math.max(5, 100 + (24100 - strike) / 2))
    price(optionId(strike, 'PE'), Math.max(5, 100 - (24100 - strike) / 2))
  }
})
afterEach(async () => {
  await automated.automation.close()
  await trading.end()
})

type Changes = Parameters<typeof spreadBy>[2]

const deploy = async (changes: Changes = {}): Promise<NewDeployment> => {
  const deployment = spreadBy(user, trading.clock.now(), changes)
  await automated.automation.deploy(deployment)
  return deployment
}

/** In the position since 10:02, when the index closed above 24,110. */
const entered = async (changes: Changes = {}): Promise<NewDeployment> => {
  const deployment = await deploy(changes)
  await automated.run(90 * SECOND)
  price(NIFTY_50, 24120)
  await automated.run(40 * SECOND)
  return deployment
}

const runs = async () => (await automated.automation.deploymentsOf(user.id))[0]?.runs ?? []

const phases = async () => (await runs()).map(({ phase, quantity }) => `${phase} ${quantity}`)

const lines = (deployment: NewDeployment) => automated.log(deployment)

const held = async (owner: User['id']) =>
  [...(await trading.broker.accountOf(owner)).positions.values()].map(
    ({ terms, dayBuyQuantity, daySellQuantity }) =>
      `${terms.tradingSymbol} ${dayBuyQuantity - daySellQuantity}`,
  )

const restart = async (afterMs: number): Promise<void> => {
  await automated.automation.close()
  trading = await trading.restart(afterMs)
  automated = await startAutomation(trading)
}

describe('options', () => {
  test('are chosen at the entry, bought before others are sold, and exited together', async () => {
    const deployment = await entered()
    expect(await held(virtualAccountOf(user.id))).toEqual(['NIFTY26NOV24200CE 65', 'NIFTY26NOV24100CE -65'])
    price(optionId(24100, 'CE'), 80)
    price(NIFTY_50, 24050)
    await automated.run(2 * MINUTE)
    expect(await lines(deployment)).toEqual([
      '10:00 started Virtual: started with version 1 of Call spread',
      '10:02 signalled Sell 65 NIFTY 23 NOV 24100 CE, buy 65 NIFTY 23 NOV 24200 CE: close 24,120.00 above 24110',
      '10:02 entered Bought 65 NIFTY 23 NOV 24200 CE at 50.05: close 24,120.00 above 24110',
      '10:02 entered Sold 65 NIFTY 23 NOV 24100 CE at 99.95: close 24,120.00 above 24110',
      '10:03 signalled Buy 65 NIFTY 23 NOV 24100 CE, sell 65 NIFTY 23 NOV 24200 CE: close 24,050.00 below 24090',
      expect.stringMatching(/^10:03 exited Bought 65 NIFTY 23 NOV 24100 CE at 80.05, exit rule: \+₹1,2/),
      expect.stringMatching(/^10:03 exited Sold 65 NIFTY 23 NOV 24200 CE at 49.95, exit rule: −₹/),
      expect.stringMatching(/^10:03 closed Both legs are closed: \+₹1,1/),
    ])
    const [now] = await automated.automation.deploymentsOf(user.id)
    expect(now?.runs.map(({ leg, phase, entriesToday }) => [leg, phase, entriesToday])).toEqual([
      ['Sell ATM CE', 'flat', 0],
      ['Buy ATM +1 CE', 'flat', 1],
    ])
    expect(await held(user.id)).toEqual([])
  })

  test('are chosen by delta, from a chain', async () => {
    await automated.automation.close()
    automated = await startAutomation(trading, {
      options: optionsOf(trading, { 24000: 0.62, 24100: 0.5, 24200: 0.36 }),
    })
    await entered({ rules: { legs: [legOf({ position: 'buy', atm: null, delta: 0.35 })] } })
    expect(await held(virtualAccountOf(user.id))).toEqual(['NIFTY26NOV24200CE 65'])
  })

  test('each underlying enters by the rule that is its own', async () => {
    const [second] = withOptions.filter(({ segment }) => segment === 'NSE')
    if (second === undefined) throw new Error('no share is listed')
    const both = [NIFTY_50, second.id]
    price(second.id, 24120)
    const deployment = await entered({
      segSyms: both,
      rules: {
        entryUnderlyings: [
          { segSym: NIFTY_50, logic: 'close > 99999' },
          { segSym: second.id, logic: 'close > 24110' },
        ],
        exitUnderlyings: both.map((segSym) => ({ segSym, logic: 'close < 24090' })),
      },
    })
    expect(await phases()).toEqual(['flat 0', 'flat 0', 'in -65', 'in 65'])
    expect((await lines(deployment)).at(-1)).toContain('close 24,120.00 above 24110')
  })

  test('a strike that is not listed makes no entry, and no other strike is taken', async () => {
    const deployment = await entered({ rules: { legs: [legOf({}), legOf({ position: 'buy', atm: 9 })] } })
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
    expect((await lines(deployment)).at(-1)).toMatch(/^10:02 skipped Not entered: such a strike of NIFTY 50/)
  })

  test('sized by rupees, they are as many sets as the margin of one allows', async () => {
    const one = await trading.marginOf(
      (['24100', '24200'] as const).map((strike, index) => ({
        contract: withOptions.find(({ id }) => id === optionId(Number(strike), 'CE')) ?? withOptions[0],
        side: index === 0 ? 'sell' : 'buy',
        product: 'MIS',
        units: 65,
        price: index === 0 ? 100 : 50,
      })) as Parameters<Trading['marginOf']>[0],
    )
    expect(one).toBeGreaterThan(3_000)
    await entered({ quantity: { by: 'rupees', value: Math.ceil(3.5 * one) } })
    expect(await phases()).toEqual(['in -195', 'in 195'])
  })

  test('more capital than their limit allows is not taken', async () => {
    const deployment = await entered({ limits: { ...noLimits, capital: 1_000 } })
    expect((await lines(deployment)).at(-1)).toMatch(
      /skipped Not entered: its limit is ₹1,000 of capital; ₹0 is held and this entry takes ₹/,
    )
  })

  test('a leg is exited at its own stop, and the others go on', async () => {
    const deployment = await entered({
      rules: { legs: [legOf({ stopLoss: 20 }), legOf({ position: 'buy', atm: 1 })] },
    })
    price(optionId(24100, 'CE'), 121)
    await automated.run(5 * SECOND)
    expect(await phases()).toEqual(['flat 0', 'in 65'])
    expect((await lines(deployment)).at(-1)).toContain('Bought 65 NIFTY 23 NOV 24100 CE at 121.05, stop loss')
    price(NIFTY_50, 24050)
    await automated.run(90 * SECOND)
    expect((await lines(deployment)).at(-1)).toMatch(/closed Both legs are closed: −₹1,/)
  })

  test('a leg is exited at its own target, and the others go on', async () => {
    const deployment = await entered({
      rules: { legs: [legOf({ targetProfit: 20 }), legOf({ position: 'buy', atm: 1 })] },
    })
    price(optionId(24100, 'CE'), 79)
    await automated.run(5 * SECOND)
    expect(await phases()).toEqual(['flat 0', 'in 65'])
    expect((await lines(deployment)).at(-1)).toContain('Bought 65 NIFTY 23 NOV 24100 CE at 79.05, target')
  })

  test.each([
    ['combined stop', { combinedSl: 600 }, 110],
    ['combined target', { combinedTp: 600 }, 90],
  ])('all legs are exited at the %s', async (words, rules, rupees) => {
    const deployment = await entered({ rules: { ...rules, exitType: 'none', exitUnderlyings: [] } })
    await automated.run(10 * SECOND)
    expect(await phases()).toEqual(['in -65', 'in 65'])
    price(optionId(24100, 'CE'), rupees)
    await automated.run(5 * SECOND)
    const last = (await lines(deployment)).slice(-3)
    expect(last[0]).toContain(`, ${words}: `)
    expect(last[1]).toContain(`, ${words}: `)
    expect(last[2]).toContain('closed Both legs are closed')
  })

  test('a profit is locked once it is made, over a restart too: all legs leave with what is kept', async () => {
    const lockProfit = { at: 600, keep: 200 }
    const deployment = await entered({ rules: { lockProfit, exitType: 'none', exitUnderlyings: [] } })
    price(optionId(24100, 'CE'), 90)
    await automated.run(5 * SECOND)
    expect(await phases()).toEqual(['in -65', 'in 65'])
    expect((await lines(deployment)).at(-1)).toContain('locked Made ₹600: leaves with ₹200 from now on')
    await restart(2 * SECOND)
    await automated.run(5 * SECOND)
    expect((await lines(deployment)).filter((line) => line.includes(' locked '))).toHaveLength(1)
    price(optionId(24100, 'CE'), 98)
    await automated.run(5 * SECOND)
    const last = (await lines(deployment)).slice(-3)
    expect(last[0]).toContain(', locked profit: ')
    expect(last[1]).toContain(', locked profit: ')
    expect(last[2]).toContain('closed Both legs are closed')
  })

  test('what a leg made that was exited before counts towards the combined stop', async () => {
    const deployment = await entered({
      rules: {
        legs: [legOf({ stopLoss: 20 }), legOf({ position: 'buy', atm: 1 })],
        combinedSl: 1_500,
      },
    })
    price(optionId(24100, 'CE'), 121)
    await automated.run(5 * SECOND)
    expect(await phases()).toEqual(['flat 0', 'in 65'])
    price(optionId(24200, 'CE'), 45)
    await automated.run(5 * SECOND)
    expect((await lines(deployment)).at(-2)).toContain(
      'Sold 65 NIFTY 23 NOV 24200 CE at 44.95, combined stop',
    )
  })

  test('by time they enter in the candle of that time alone', async () => {
    const byTime = { entryType: 'time', entryUnderlyings: [{ segSym: NIFTY_50, logic: '' }] } as const
    const late = await deploy({ rules: { ...byTime, entryTime: '09:30' } })
    const due = await deploy({ rules: { ...byTime, entryTime: '10:03' } })
    await automated.run(6 * MINUTE)
    expect((await lines(late)).length).toBe(1)
    expect((await lines(due)).filter((line) => line.includes('signalled'))).toEqual([
      expect.stringMatching(/^10:03 /),
    ])
  })

  test('signalled at the close, they are chosen at the next open', async () => {
    const carried = { product: 'NRML', tradingStopTime: '15:30' } as const
    const deployment = await deploy({ rules: { ...carried, exitType: 'none', exitUnderlyings: [] } })
    await trading.passTo('2026-11-20 15:29')
    await automated.automation.step()
    price(NIFTY_50, 24120)
    await trading.passTo('2026-11-20 15:35')
    await automated.automation.step()
    expect((await lines(deployment)).filter((line) => line.includes('signalled'))).toEqual([])
    price(NIFTY_50, 24195)
    await trading.passTo('2026-11-23 09:15')
    await automated.run(10 * SECOND)
    expect((await lines(deployment)).slice(-3)).toEqual([
      expect.stringMatching(/^09:15 signalled Sell 65 NIFTY 23 NOV 24200 CE, buy 65 NIFTY 23 NOV 24300 CE: /),
      expect.stringContaining('entered Bought 65 NIFTY 23 NOV 24300 CE'),
      expect.stringContaining('entered Sold 65 NIFTY 23 NOV 24200 CE'),
    ])
  })

  test('intraday they are exited together at the end of their hours', async () => {
    const deployment = await entered({
      rules: { tradingStopTime: '10:10', exitType: 'none', exitUnderlyings: [] },
    })
    await automated.run(10 * MINUTE)
    expect((await lines(deployment)).slice(-4).map((line) => line.slice(0, 18))).toEqual([
      '10:10 signalled Bu',
      '10:10 exited Bough',
      '10:10 exited Sold ',
      '10:10 closed Both ',
    ])
  })
})

test('options held to their expiry are settled at their intrinsic value', async () => {
  const carried = { product: 'NRML', exitType: 'none', exitUnderlyings: [] } as const
  const deployment = await entered({ rules: carried })
  trading.market.settle(NIFTY_50, 24136.2)
  await trading.passTo('2026-11-23 09:20')
  await automated.automation.step()
  expect(await phases()).toEqual(['in -65', 'in 65'])
  await trading.passTo('2026-11-23 16:30')
  await automated.run(3 * SECOND)
  expect((await lines(deployment)).slice(-3)).toEqual([
    expect.stringMatching(/exited NIFTY 23 NOV 24100 CE was settled at 36\.20 at its expiry: \+₹4,1/),
    expect.stringMatching(/exited NIFTY 23 NOV 24200 CE expired worthless: −₹3,2/),
    expect.stringContaining('closed Both legs are closed'),
  ])
  const { cash, paidIn } = await trading.broker.accountOf(virtualAccountOf(user.id))
  const realised = (await runs()).reduce((sum, run) => sum + run.realised, 0)
  expect(realised).toBeCloseTo((cash - paidIn) / 100, 2)
})

describe('an entry that is not whole', () => {
  /** Of the sold leg 325 units are filled; then its price falls out of reach. */
  const half = async (ifIncomplete: NewDeployment['ifIncomplete']): Promise<NewDeployment> => {
    trading.market.thin(optionId(24100, 'CE'), 65)
    const deployment = await deploy({ ifIncomplete, quantity: { by: 'lots', value: 10 } })
    await automated.run(90 * SECOND)
    price(NIFTY_50, 24120)
    while (!(await held(virtualAccountOf(user.id))).some((one) => one.includes('24100')))
      await automated.run(100)
    price(optionId(24100, 'CE'), 60)
    await automated.run(70 * SECOND)
    trading.market.thin(optionId(24100, 'CE'), 100_000)
    return deployment
  }

  test('is closed', async () => {
    const deployment = await half('close')
    await automated.run(20 * SECOND)
    const log = await lines(deployment)
    expect(log.filter((line) => / (entered|incomplete|closed) /.test(line))).toEqual([
      expect.stringContaining('entered Bought 650 '),
      expect.stringMatching(/entered Sold 325 NIFTY .*; 325 of 650 were not filled$/),
      expect.stringContaining('incomplete 1 of 2 legs was filled whole: what was filled is closed'),
      expect.stringContaining('closed Both legs are closed'),
    ])
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
    expect((await held(virtualAccountOf(user.id))).every((one) => one.endsWith(' 0'))).toBe(true)
  })

  test('is held where the deployment says so, until the exit', async () => {
    const deployment = await half('hold')
    expect((await lines(deployment)).at(-1)).toContain(
      'incomplete 1 of 2 legs was filled whole: what was filled is held',
    )
    expect((await runs()).map(({ phase }) => phase)).toEqual(['in', 'in'])
    price(NIFTY_50, 24050)
    await automated.run(2 * MINUTE)
    const log = await lines(deployment)
    expect(log.at(-1)).toContain('closed Both legs are closed')
    expect(log.filter((line) => line.includes(' incomplete '))).toHaveLength(1)
  })

  test('a leg that is refused is not filled, and the others are closed', async () => {
    const deployment = await entered({
      rules: { legs: [legOf({ quantity: 27 }), legOf({ position: 'buy', atm: 2 })] },
    })
    await automated.run(5 * SECOND)
    expect((await lines(deployment)).slice(2)).toEqual([
      expect.stringContaining('entered Bought 65 NIFTY 23 NOV 24300 CE'),
      expect.stringContaining('refused Sell 1,755 NIFTY 23 NOV 24100 CE was refused: '),
      expect.stringContaining('incomplete 1 of 2 legs was filled whole: what was filled is closed'),
      expect.stringContaining('signalled Sell 65 NIFTY 23 NOV 24300 CE: a leg was not filled'),
      expect.stringContaining('exited Sold 65 NIFTY 23 NOV 24300 CE'),
    ])
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
  })

  test('held, it has a leg that is not filled', async () => {
    await entered({
      ifIncomplete: 'hold',
      rules: { legs: [legOf({ quantity: 27 }), legOf({ position: 'buy', atm: 2 })] },
    })
    await automated.run(5 * SECOND)
    expect(await phases()).toEqual(['unfilled 0', 'in 65'])
    await restart(2 * SECOND)
    expect(await phases()).toEqual(['unfilled 0', 'in 65'])
    price(NIFTY_50, 24050)
    await automated.run(90 * SECOND)
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
  })

  test('without the legs that are bought, none is sold', async () => {
    await trading.orders.place(user, ticket(`sell 65 ${optionId(24200, 'CE')} MIS`))
    const deployment = await entered({ type: 'auto' })
    await automated.run(3 * SECOND)
    expect((await lines(deployment)).slice(2)).toEqual([
      expect.stringContaining('dropped Not entered: the account holds a position on the other side'),
      expect.stringContaining('dropped Leg 1 was not sent: another leg was not filled'),
    ])
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
    expect(await held(user.id)).toEqual(['NIFTY26NOV24200CE -65'])
  })

  test('is said once, over a restart too', async () => {
    const deployment = await half('hold')
    await restart(2 * MINUTE)
    await automated.run(2 * SECOND)
    const log = await lines(deployment)
    expect(log.filter((line) => line.includes(' incomplete '))).toHaveLength(1)
    expect(await phases()).toEqual(['in -325', 'in 650'])
  })
})

describe('stopping options', () => {
  test('exits all legs, those bought back first', async () => {
    const deployment = await entered({ type: 'auto' })
    const stopped = await automated.automation.stop(user.id, deployment.id, { exitPositions: true })
    expect(stopped.exits.map(({ segSym, reason }) => [segSym, reason])).toEqual([
      [optionId(24100, 'CE'), null],
      [optionId(24200, 'CE'), null],
    ])
    await automated.run(5 * SECOND)
    expect((await lines(deployment)).slice(-2)).toEqual([
      expect.stringContaining('closed Both legs are closed'),
      expect.stringContaining('stopped Stopped: by you'),
    ])
  })

  test('leaves them among the positions where it is told to', async () => {
    const deployment = await entered({ type: 'auto' })
    await automated.automation.stop(user.id, deployment.id, { exitPositions: false })
    expect(await held(user.id)).toEqual(['NIFTY26NOV24200CE 65', 'NIFTY26NOV24100CE -65'])
    expect((await lines(deployment)).at(-1)).toContain('stopped Stopped: by you')
  })

  test('a leg that was closed by hand is not exited again', async () => {
    const deployment = await entered({ type: 'auto' })
    await trading.orders.place(user, ticket(`buy 65 ${optionId(24100, 'CE')} MIS`))
    await automated.run(3 * SECOND)
    expect((await lines(deployment)).at(-1)).toContain('was closed by hand')
    expect(await phases()).toEqual(['flat 0', 'in 65'])
  })
})

describe('proposed options', () => {
  const waiting = async () =>
    (await automated.automation.proposalsOf(user.id)).filter(({ status }) => status === 'waiting')

  test('are one proposal of all legs, sent as one', async () => {
    const deployment = await entered({ type: 'live' })
    const [proposal] = await waiting()
    expect(proposal).toMatchObject({
      contract: NIFTY_50,
      intent: 'entry',
      side: 'sell',
      quantity: 65,
      price: 50,
      legs: [
        { leg: 1, contract: optionId(24100, 'CE'), side: 'sell', quantity: 65, price: 100 },
        { leg: 2, contract: optionId(24200, 'CE'), side: 'buy', quantity: 65, price: 50 },
      ],
    })
    expect(await phases()).toEqual(['proposed 0', 'proposed 0'])
    const sent = await automated.automation.sendProposal(user.id, proposal?.proposalUuid ?? '', null)
    const again = await automated.automation.sendProposal(user.id, proposal?.proposalUuid ?? '', null)
    expect([sent.isRepeat, again.isRepeat, again.orderId]).toEqual([false, true, sent.orderId])
    await automated.run(5 * SECOND)
    expect(await held(user.id)).toEqual(['NIFTY26NOV24200CE 65', 'NIFTY26NOV24100CE -65'])
    expect((await lines(deployment)).filter((line) => line.includes('Sent by you'))).toEqual([
      expect.stringContaining('Sent by you: Buy 65 NIFTY 23 NOV 24200 CE, sell 65 NIFTY 23 NOV 24100 CE'),
    ])
    price(NIFTY_50, 24050)
    await automated.run(90 * SECOND)
    const [exit] = await waiting()
    expect([exit?.intent, exit?.legs.length, exit?.endsAt]).toEqual(['exit', 2, null])
    await automated.automation.sendProposal(user.id, exit?.proposalUuid ?? '', null)
    await automated.run(10 * SECOND)
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
    expect((await lines(deployment)).at(-1)).toContain('closed Both legs are closed')
  })

  test('the stop of one leg is proposed for it alone, and beside it the rest', async () => {
    await entered({
      type: 'live',
      rules: { legs: [legOf({ stopLoss: 20 }), legOf({ position: 'buy', atm: 1 })] },
    })
    const [proposal] = await waiting()
    await automated.automation.sendProposal(user.id, proposal?.proposalUuid ?? '', null)
    await automated.run(5 * SECOND)
    price(optionId(24100, 'CE'), 121)
    await automated.run(5 * SECOND)
    expect((await waiting()).map(({ legs }) => legs.map(({ leg }) => leg))).toEqual([[1]])
    price(NIFTY_50, 24050)
    await automated.run(90 * SECOND)
    expect((await waiting()).map(({ legs }) => legs.map(({ leg }) => leg))).toEqual([[1], [2]])
  })

  test('their quantity is not changed, and a dropped one frees all legs', async () => {
    await entered({ type: 'live' })
    const [proposal] = await waiting()
    const uuid = proposal?.proposalUuid ?? ''
    await expect(automated.automation.sendProposal(user.id, uuid, 10)).rejects.toMatchObject({
      message: 'Legs are sent as they were proposed',
    })
    expect(await automated.automation.dropProposals(user.id, { proposal: uuid })).toBe(1)
    expect(await phases()).toEqual(['flat 0', 'flat 0'])
  })

  test('an expired one, or one whose rule is false again, frees all legs', async () => {
    await entered({ type: 'live' })
    price(NIFTY_50, 24100)
    await automated.run(60 * SECOND)
    expect([await waiting(), await phases()]).toEqual([[], ['flat 0', 'flat 0']])
  })

  test('of an entry that is not whole the exit is proposed too', async () => {
    const deployment = await entered({
      type: 'live',
      rules: { legs: [legOf({ quantity: 27 }), legOf({ position: 'buy', atm: 2 })] },
    })
    const [proposal] = await waiting()
    await automated.automation.sendProposal(user.id, proposal?.proposalUuid ?? '', null)
    await automated.run(5 * SECOND)
    expect((await lines(deployment)).slice(-2)).toEqual([
      expect.stringContaining('incomplete 1 of 2 legs was filled whole: its exit is proposed'),
      expect.stringContaining('proposed Proposed: Sell 65 NIFTY 23 NOV 24300 CE: a leg was not filled'),
    ])
    expect((await waiting()).map(({ intent, exitCause, legs }) => [intent, exitCause, legs.length])).toEqual([
      ['exit', 'incomplete', 1],
    ])
  })

  test('goes out while the deployment is paused, all of its legs', async () => {
    const deployment = await entered({ type: 'live' })
    const [proposal] = await waiting()
    await automated.automation.sendProposal(user.id, proposal?.proposalUuid ?? '', null)
    await automated.automation.pause(user.id, deployment.id)
    await automated.run(5 * SECOND)
    expect(await phases()).toEqual(['in -65', 'in 65'])
  })
})
