import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { marketTimeAt } from '../../../src/domain/calendar/market-time.ts'
import {
  MARKET_POLL_MS,
  MARKET_RETRY_MS,
  type MarketStateReply,
  marketStateMachine,
} from '../../../src/machines/quotes/market-state.ts'
import { marketState } from '../../support/server/live.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const start = async (answers: readonly (MarketStateReply | null)[]) => {
  const clock = new SimulatedClock()
  let asked = 0
  const actor = createActor(
    marketStateMachine.provide({
      actors: {
        askMarket: fromPromise(async () => {
          const answer = answers[Math.min(asked++, answers.length - 1)] ?? null
          if (answer === null) throw new Error('no answer')
          return answer
        }),
        pageVisibility: fromCallback(() => {}),
      },
    }),
    { clock, input: { now: () => clock.now() } },
  )
  actor.start()
  actor.send({ type: 'market.watch' })
  await settle()
  const pass = async (ms: number) => {
    clock.increment(ms)
    await settle()
  }
  const time = () => marketTimeAt(actor.getSnapshot().context, clock.now())
  return { actor, pass, time, asked: () => asked }
}

describe('market time', () => {
  test('runs at the speed of the market', async () => {
    const { time, pass } = await start([marketState({ marketTime: 1_000_000, wallTime: 0, speed: 10 })])
    await pass(2_000)
    expect(time()).toEqual(1_020_000)
  })

  test('is not known before the server has said it', async () => {
    const { time } = await start([null])
    expect(time()).toEqual(null)
  })

  test('jumps over the night where the server said so', async () => {
    const { time, pass } = await start([
      marketState({
        marketTime: 1_000_000,
        wallTime: 50_000,
        nextChangeAt: 9_000_000,
        nextChangeWall: 53_000,
      }),
    ])
    await pass(2_900)
    const before = time()
    await pass(100)
    const there = time()
    expect([before, there]).toEqual([1_002_900, 9_000_000])
  })

  test('is corrected by what the quote socket says', async () => {
    const { actor, time, pass } = await start([marketState({ marketTime: 1_000_000, wallTime: 0 })])
    await pass(1_000)
    actor.send({ type: 'market.clock', marketTime: 5_000_000, speed: 2 })
    await pass(500)
    expect(time()).toEqual(5_001_000)
  })
})

describe('the market state', () => {
  test('is asked for again when it changes, and each minute', async () => {
    const { asked, pass } = await start([
      marketState({ wallTime: 0, nextChangeWall: 20_000, nextChangeAt: 1 }),
      marketState(),
    ])
    await pass(20_049)
    expect(asked()).toEqual(1)
    await pass(1)
    expect(asked()).toEqual(2)
    await pass(MARKET_POLL_MS)
    expect(asked()).toEqual(3)
  })

  test('is asked for no more than twice a second, however fast it changes', async () => {
    const { asked, pass } = await start([marketState({ wallTime: 0, nextChangeWall: 0, nextChangeAt: 1 })])
    for (let step = 0; step < 100; step++) await pass(100)
    expect(asked()).toEqual(21)
  })

  test('is asked for again after a failure, and not while nobody looks', async () => {
    const { actor, asked, pass } = await start([null])
    await pass(MARKET_RETRY_MS)
    expect(asked()).toEqual(2)
    actor.send({ type: 'page.hidden' })
    await pass(100 * MARKET_POLL_MS)
    expect(asked()).toEqual(2)
    actor.send({ type: 'page.shown' })
    await settle()
    expect(asked()).toEqual(3)
  })
})
