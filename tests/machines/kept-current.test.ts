import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../src/contract/api-error.ts'
import { createKeptCurrentMachine } from '../../src/machines/kept-current.ts'

const EVERY_MS = 60_000

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const start = () => {
  const clock = new SimulatedClock()
  const asked: { key: string; signal: AbortSignal; answer: (value: number) => void; fail: () => void }[] = []
  let see: (event: { type: 'page.shown' | 'page.hidden' }) => void = () => {}
  const machine = createKeptCurrentMachine<number>({
    id: 'answer',
    failure: 'Error loading it',
    everyMs: EVERY_MS,
  })
  const actor = createActor(
    machine.provide({
      actors: {
        ask: fromPromise(
          ({ input: { key }, signal }) =>
            new Promise<number>((answer, reject) => {
              asked.push({ key, signal, answer, fail: () => reject(new ApiError({ kind: 'unreachable' })) })
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
  const answer = async (index: number, value: number) => {
    asked[index]?.answer(value)
    await settle()
  }
  return {
    actor,
    clock,
    asked,
    answer,
    see: (type: 'page.shown' | 'page.hidden') => see({ type }),
    context: () => actor.getSnapshot().context,
  }
}

describe('an answer that is kept current', () => {
  test('is asked for while it is looked at, and never otherwise', async () => {
    const { actor, clock, asked, answer } = start()
    actor.send({ type: 'current.ask' })
    clock.increment(3 * EVERY_MS)
    expect(asked.length).toBe(0)
    actor.send({ type: 'current.watch', key: 'one' })
    await answer(0, 1)
    clock.increment(EVERY_MS)
    expect(asked.length).toBe(2)
    await answer(1, 2)
    actor.send({ type: 'current.unwatch' })
    clock.increment(3 * EVERY_MS)
    expect(asked.length).toBe(2)
  })

  test('stays for whoever looks again, until the newer one has come', async () => {
    const { actor, answer, context } = start()
    actor.send({ type: 'current.watch', key: 'one' })
    await answer(0, 1)
    actor.send({ type: 'current.unwatch' })
    actor.send({ type: 'current.watch', key: 'one' })
    expect(context().output).toBe(1)
    await answer(1, 2)
    expect(context().output).toBe(2)
  })

  test('is asked for at once when what it is made of changes, and the older question is dropped', async () => {
    const { actor, asked, answer, context } = start()
    actor.send({ type: 'current.watch', key: 'one' })
    actor.send({ type: 'current.ask' })
    expect(asked.length).toBe(2)
    await answer(0, 1)
    expect(context().output).toBe(null)
    await answer(1, 2)
    expect(context().output).toBe(2)
  })

  test('keeps what it had when it cannot be had anew, and says why', async () => {
    const { actor, clock, asked, answer, context } = start()
    actor.send({ type: 'current.watch', key: 'one' })
    await answer(0, 1)
    clock.increment(EVERY_MS)
    asked[1]?.fail()
    await settle()
    expect(context()).toMatchObject({ output: 1, message: 'Error loading it: the server cannot be reached' })
    clock.increment(EVERY_MS)
    await answer(2, 3)
    expect(context()).toMatchObject({ output: 3, message: null })
  })

  test('rests while the page is hidden, whatever changes, and is asked for when it is shown', async () => {
    const { actor, clock, asked, answer, see } = start()
    actor.send({ type: 'current.watch', key: 'one' })
    await answer(0, 1)
    see('page.hidden')
    actor.send({ type: 'current.ask' })
    clock.increment(3 * EVERY_MS)
    expect(asked.length).toBe(1)
    see('page.shown')
    expect(asked.length).toBe(2)
  })

  test('of another key begins without the answer of the one before, whose question is dropped', async () => {
    const { actor, asked, answer, context } = start()
    actor.send({ type: 'current.watch', key: 'one' })
    await answer(0, 1)
    actor.send({ type: 'current.ask' })
    actor.send({ type: 'current.watch', key: 'other' })
    await answer(1, 2)
    expect([context().key, context().output, asked[1]?.signal.aborted]).toEqual(['other', null, true])
    expect(asked.map(({ key }) => key)).toEqual(['one', 'one', 'other'])
  })

  test('of one user is not shown to the next', async () => {
    const { actor, answer, context } = start()
    actor.send({ type: 'current.watch', key: 'one' })
    await answer(0, 1)
    actor.send({ type: 'session.ended' })
    expect(context()).toEqual({ key: '', output: null, message: null })
  })
})
