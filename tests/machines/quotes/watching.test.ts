import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import { type LastPriceRow, PRICES_POLL_MS, pricesMachine } from '../../../src/machines/quotes/prices.ts'
import { connectivityMachine, HEALTH_POLL_MS } from '../../../src/machines/shell/connectivity.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const price = (lastPrice: number): LastPriceRow => ({
  key: 'INDICES_NIFTY 50',
  lastPrice,
  closePrice: 100,
  asOf: 0,
  source: 'simulated',
  trail: [],
})

describe('prices', () => {
  const start = async () => {
    const clock = new SimulatedClock()
    const asked: { answer: (rows: LastPriceRow[]) => void; fail: () => void }[] = []
    let see: (event: { type: 'page.shown' | 'page.hidden' }) => void = () => {}
    const prices = createActor(
      pricesMachine.provide({
        actors: {
          askPrices: fromPromise(
            () =>
              new Promise<readonly LastPriceRow[]>((answer, reject) => {
                asked.push({ answer, fail: () => reject(new ApiError({ kind: 'unreachable' })) })
              }),
          ),
          pageVisibility: fromCallback(({ sendBack }) => {
            see = sendBack
            sendBack({ type: 'page.shown' })
          }),
        },
      }),
      { clock, input: { now: () => clock.now() } },
    )
    prices.start()
    prices.send({ type: 'prices.start' })
    asked[0]?.answer([price(101)])
    await settle()
    return { prices, clock, asked, see: (type: 'page.shown' | 'page.hidden') => see({ type }) }
  }

  test('are asked for every minute', async () => {
    const { prices, clock, asked } = await start()
    clock.increment(PRICES_POLL_MS - 1)
    expect(asked.length).toEqual(1)
    clock.increment(1)
    asked[1]?.answer([price(102)])
    await settle()
    const { rows, receivedAt } = prices.getSnapshot().context
    expect([rows, receivedAt]).toEqual([[price(102)], PRICES_POLL_MS])
  })

  test('that cannot be had leave the old ones with their age and the reason', async () => {
    const { prices, clock, asked } = await start()
    clock.increment(PRICES_POLL_MS)
    asked[1]?.fail()
    await settle()
    const { rows, receivedAt, message } = prices.getSnapshot().context
    expect([rows, receivedAt, message]).toEqual([
      [price(101)],
      0,
      'Error loading prices: the server cannot be reached',
    ])
  })

  test('are not asked for while nobody looks, and at once when somebody does', async () => {
    const { clock, asked, see } = await start()
    see('page.hidden')
    clock.increment(100 * PRICES_POLL_MS)
    expect(asked.length).toEqual(1)
    see('page.shown')
    expect(asked.length).toEqual(2)
  })
})

describe('connectivity', () => {
  const start = () => {
    const clock = new SimulatedClock()
    const health: ((isThere: boolean) => void)[] = []
    const connectivity = createActor(
      connectivityMachine.provide({
        actors: {
          browserNetwork: fromCallback(() => {}),
          askHealth: fromPromise(
            () =>
              new Promise<void>((resolve, reject) => {
                health.push((isThere) =>
                  isThere ? resolve() : reject(new ApiError({ kind: 'unreachable' })),
                )
              }),
          ),
        },
      }),
      { clock, input: { now: () => clock.now() } },
    )
    connectivity.start()
    return { connectivity, clock, health, value: () => connectivity.getSnapshot().value }
  }

  test('asks an unreachable server every five seconds until it is there', async () => {
    const { connectivity, clock, health, value } = start()
    connectivity.send({ type: 'call.answered', latencyMs: 12 })
    clock.increment(1000)
    connectivity.send({ type: 'call.unreachable' })
    const { since, latencyMs } = connectivity.getSnapshot().context
    expect([value(), since, latencyMs]).toEqual([{ serverUnreachable: 'waiting' }, 1000, null])
    clock.increment(HEALTH_POLL_MS)
    health[0]?.(false)
    await settle()
    clock.increment(HEALTH_POLL_MS - 1)
    expect(health.length).toEqual(1)
    clock.increment(1)
    health[1]?.(true)
    await settle()
    expect(value()).toEqual('online')
  })

  test('is back with an answer, but not again and again while other calls are cut', async () => {
    const { connectivity, clock, health, value } = start()
    const cut = () => connectivity.send({ type: 'call.unreachable' })
    const answer = () => connectivity.send({ type: 'call.answered', latencyMs: null })
    cut()
    answer()
    expect(value()).toEqual('online')
    cut()
    answer()
    clock.increment(HEALTH_POLL_MS - 1)
    cut()
    answer()
    expect(value()).toEqual({ serverUnreachable: 'waiting' })
    clock.increment(1)
    health[0]?.(true)
    await settle()
    expect(value()).toEqual('online')
    cut()
    answer()
    expect(value()).toEqual('online')
  })

  test('asks at once when the network is back', () => {
    const { connectivity, health, value } = start()
    connectivity.send({ type: 'browser.offline' })
    connectivity.send({ type: 'call.unreachable' })
    expect(value()).toEqual('offline')
    connectivity.send({ type: 'browser.online' })
    expect([value(), health.length]).toEqual([{ serverUnreachable: 'asking' }, 1])
  })

  test('keeps the latency of the last health call while others are answered', () => {
    const { connectivity } = start()
    connectivity.send({ type: 'call.answered', latencyMs: 12 })
    connectivity.send({ type: 'call.answered', latencyMs: null })
    expect(connectivity.getSnapshot().context.latencyMs).toEqual(12)
  })

  test('never forgets that the console is outdated', () => {
    const { connectivity } = start()
    connectivity.send({ type: 'contract.outdated' })
    connectivity.send({ type: 'call.unreachable' })
    connectivity.send({ type: 'call.answered', latencyMs: 1 })
    expect(connectivity.getSnapshot().context.isOutdated).toEqual(true)
  })
})
