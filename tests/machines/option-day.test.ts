import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../src/contract/api-error.ts'
import { OPTION_DAY_RELOAD_MS, type OptionDay, optionDayMachine } from '../../src/machines/option-day.ts'

const NIFTY = 'INDICES_NIFTY 50:2026-11-23'
const LATER = 'INDICES_NIFTY 50:2026-12-01'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const dayOf = (key: string, pcr: number) => ({ pcr: { key, pcr } }) as unknown as OptionDay

const start = () => {
  const clock = new SimulatedClock()
  const asked: { key: string; signal: AbortSignal; answer(pcr: number): void; fail(): void }[] = []
  let see: (event: { type: 'page.shown' | 'page.hidden' }) => void = () => {}
  const actor = createActor(
    optionDayMachine.provide({
      actors: {
        askDay: fromPromise(
          ({ input: { key }, signal }) =>
            new Promise<OptionDay>((resolve, reject) => {
              asked.push({
                key,
                signal,
                answer: (pcr) => resolve(dayOf(key, pcr)),
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
  actor.start()
  return {
    actor,
    clock,
    asked,
    see: (type: 'page.shown' | 'page.hidden') => see({ type }),
    context: () => actor.getSnapshot().context,
  }
}

describe('the day of a chain', () => {
  test('is asked for again a minute after each answer, for as long as it is watched', async () => {
    const { actor, clock, asked, context } = start()
    actor.send({ type: 'day.watch', key: NIFTY })
    clock.increment(5 * OPTION_DAY_RELOAD_MS)
    expect(asked.map(({ key }) => key)).toEqual([NIFTY])
    asked[0]?.answer(1.08)
    await settle()
    clock.increment(OPTION_DAY_RELOAD_MS)
    asked[1]?.answer(1.1)
    await settle()
    expect([asked.length, context().day]).toEqual([2, dayOf(NIFTY, 1.1)])
    actor.send({ type: 'day.unwatch' })
    clock.increment(5 * OPTION_DAY_RELOAD_MS)
    expect([asked.length, context()]).toEqual([2, { key: null, day: null, message: null }])
  })

  test('another expiry begins without the lines of the one before', async () => {
    const { actor, asked, context } = start()
    actor.send({ type: 'day.watch', key: NIFTY })
    asked[0]?.answer(1.08)
    await settle()
    actor.send({ type: 'day.watch', key: LATER })
    expect([context().day, asked.map(({ key }) => key)]).toEqual([null, [NIFTY, LATER]])
  })

  test('an answer that comes after the expiry was changed is dropped', async () => {
    const { actor, asked, context } = start()
    actor.send({ type: 'day.watch', key: NIFTY })
    actor.send({ type: 'day.watch', key: LATER })
    asked[0]?.answer(1)
    await settle()
    expect([asked[0]?.signal.aborted, context().day]).toEqual([true, null])
  })

  test('a failure keeps what is known, says why, and is tried again at once by hand', async () => {
    const { actor, clock, asked, context } = start()
    actor.send({ type: 'day.watch', key: NIFTY })
    asked[0]?.answer(1.08)
    await settle()
    clock.increment(OPTION_DAY_RELOAD_MS)
    asked[1]?.fail()
    await settle()
    expect([context().day, context().message === null]).toEqual([dayOf(NIFTY, 1.08), false])
    actor.send({ type: 'day.retry' })
    asked[2]?.answer(1.2)
    await settle()
    expect([context().day, context().message]).toEqual([dayOf(NIFTY, 1.2), null])
  })

  test('a hidden page asks for nothing, and a page that is shown again asks at once', async () => {
    const { actor, clock, asked, see } = start()
    actor.send({ type: 'day.watch', key: NIFTY })
    see('page.hidden')
    expect(asked[0]?.signal.aborted).toEqual(true)
    clock.increment(10 * OPTION_DAY_RELOAD_MS)
    expect(asked.length).toEqual(1)
    see('page.shown')
    expect(asked.length).toEqual(2)
    actor.send({ type: 'session.ended' })
    expect(actor.getSnapshot().value).toEqual('idle')
  })
})
