import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  DEPTH_RELOAD_MS,
  DEPTH_RETRY_MS,
  type Depth,
  depthMachine,
} from '../../../src/machines/quotes/depth.ts'
import { instrument } from '../../support/server/live.ts'

const INFY = instrument('NSE_INFY')
const TCS = instrument('NSE_TCS')

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const book = (lastPrice: number) => ({ lastPrice }) as unknown as Depth

const start = () => {
  const clock = new SimulatedClock()
  const asked: { id: string; signal: AbortSignal; answer(lastPrice: number): void; fail(): void }[] = []
  let see: (event: { type: 'page.shown' | 'page.hidden' }) => void = () => {}
  const depth = createActor(
    depthMachine.provide({
      actors: {
        askDepth: fromPromise(
          ({ input, signal }) =>
            new Promise<Depth>((resolve, reject) => {
              asked.push({
                id: input.instrument,
                signal,
                answer: (lastPrice) => resolve(book(lastPrice)),
                fail: () => reject(new ApiError({ kind: 'unreachable' })),
              })
            }),
        ),
        pageVisibility: fromCallback(({ sendBack }) => {
          see = sendBack
          sendBack({ type: 'page.shown' })
        }),
      },
    }),
    { clock },
  )
  depth.start()
  const watch = (id = INFY) => depth.send({ type: 'depth.watch', instrument: id })
  const answer = async (index: number, lastPrice: number) => {
    asked[index]?.answer(lastPrice)
    await settle()
  }
  return {
    depth,
    clock,
    asked,
    watch,
    answer,
    see: (type: 'page.shown' | 'page.hidden') => see({ type }),
    context: () => depth.getSnapshot().context,
  }
}

describe('depth', () => {
  test('is asked for a second after each answer while it is watched', async () => {
    const { depth, clock, asked, watch, answer } = start()
    watch()
    clock.increment(5 * DEPTH_RELOAD_MS)
    expect(asked.length).toEqual(1)
    await answer(0, 101)
    clock.increment(DEPTH_RELOAD_MS)
    await answer(1, 102)
    expect([asked.length, depth.getSnapshot().context.depth]).toEqual([2, book(102)])
    depth.send({ type: 'depth.unwatch' })
    clock.increment(5 * DEPTH_RELOAD_MS)
    expect([asked.length, depth.getSnapshot().context]).toEqual([
      2,
      { instrument: null, depth: null, message: null },
    ])
  })

  test('of another instrument takes its place at once, and the older answer is dropped', async () => {
    const { asked, watch, answer, context } = start()
    watch()
    await answer(0, 101)
    watch(TCS)
    expect([context(), asked.map(({ id }) => id)]).toEqual([
      { instrument: TCS, depth: null, message: null },
      [INFY, TCS],
    ])
    watch(INFY)
    expect(asked[1]?.signal.aborted).toEqual(true)
    await answer(1, 99)
    expect(context().depth).toEqual(null)
  })

  test('that is watched already goes on as it was', async () => {
    const { asked, watch, answer, context } = start()
    watch()
    await answer(0, 101)
    watch()
    expect([asked.length, context().depth]).toEqual([1, book(101)])
  })

  test('that cannot be had says why, keeps the last and is asked for less often', async () => {
    const { clock, asked, watch, answer, context } = start()
    watch()
    await answer(0, 101)
    clock.increment(DEPTH_RELOAD_MS)
    asked[1]?.fail()
    await settle()
    expect([context().depth, context().message]).toEqual([
      book(101),
      'Error loading market depth: the server cannot be reached',
    ])
    clock.increment(DEPTH_RETRY_MS - 1)
    expect(asked.length).toEqual(2)
    clock.increment(1)
    await answer(2, 102)
    expect([context().depth, context().message]).toEqual([book(102), null])
  })

  test('is not asked for while nobody sees the page', async () => {
    const { clock, asked, watch, answer, see } = start()
    watch()
    await answer(0, 101)
    see('page.hidden')
    clock.increment(10 * DEPTH_RELOAD_MS)
    expect(asked.length).toEqual(1)
    see('page.shown')
    expect(asked.length).toEqual(2)
  })

  test('is forgotten at the end of the session', async () => {
    const { depth, watch, answer, context } = start()
    watch()
    await answer(0, 101)
    depth.send({ type: 'session.ended' })
    expect([depth.getSnapshot().value, context().depth]).toEqual(['idle', null])
  })
})
