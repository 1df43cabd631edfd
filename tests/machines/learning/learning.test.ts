import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { firstStepsMachine, type KeptSteps, readSteps } from '../../../src/machines/learning/first-steps.ts'
import { trainerMachine } from '../../../src/machines/learning/trainer.ts'

const clockFrom = (at: number) => {
  const clock = new SimulatedClock()
  return { clock, now: () => at + clock.now() }
}

describe('first steps', () => {
  const start = () => {
    const { clock, now } = clockFrom(1_000)
    const stored: KeptSteps[] = []
    const actor = createActor(
      firstStepsMachine.provide({ actions: { store: (_, kept) => stored.push(kept) } }),
      { input: { now }, clock },
    ).start()
    return { actor, clock, stored, context: () => actor.getSnapshot().context }
  }

  test('remember each command once, and store what is new', () => {
    const { actor, stored, context } = start()
    actor.send({ type: 'steps.restore', done: ['order.buy'], tour: null })
    for (const what of ['order.buy', 'go positions', 'go positions']) actor.send({ type: 'steps.did', what })
    const both = ['order.buy', 'go positions']
    expect([context().done, stored]).toEqual([both, [{ done: both, tour: null }]])
    actor.send({ type: 'session.ended' })
    expect(context().done).toEqual([])
  })

  test('a tour counts what happened while it lasts, and ends with its last step', () => {
    const { actor, clock, context } = start()
    actor.send({ type: 'tour.did', step: 'scan' })
    expect(context().tour).toBe(null)
    actor.send({ type: 'tour.begin' })
    clock.increment(500)
    actor.send({ type: 'tour.did', step: 'scan' })
    clock.increment(500)
    actor.send({ type: 'tour.did', step: 'scan' })
    expect(context().tour?.doneAt).toEqual({ scan: 1_500 })
    actor.send({ type: 'tour.skip' })
    expect([context().tour?.skipped, actor.getSnapshot().value]).toEqual([['order'], 'touring'])
    actor.send({ type: 'tour.did', step: 'backtest' })
    expect(actor.getSnapshot().value).toBe('finished')
    actor.send({ type: 'tour.stop' })
    expect([actor.getSnapshot().value, context().tour]).toEqual(['off', null])
  })

  test('a tour goes on after a reload, unless it was over', () => {
    const first = start()
    first.actor.send({ type: 'tour.begin' })
    first.actor.send({ type: 'tour.skip' })
    const kept = readSteps(JSON.parse(JSON.stringify(first.stored.at(-1))))
    const second = start()
    second.actor.send({ type: 'steps.restore', ...kept })
    expect([second.actor.getSnapshot().value, second.context().tour?.skipped]).toEqual(['touring', ['order']])
    second.actor.send({ type: 'tour.stop' })
    expect(second.stored.at(-1)?.tour).toBe(null)
    first.actor.send({ type: 'tour.skip' })
    first.actor.send({ type: 'tour.skip' })
    expect(readSteps(first.stored.at(-1)).tour).toBe(null)
  })

  test('that cannot be read are dropped', () => {
    const none = { done: [], tour: null }
    for (const damaged of [null, 7, [], { done: 'x', tour: 7 }, { tour: { startedAt: 1 } }])
      expect(readSteps(damaged)).toEqual(none)
    const tour = { startedAt: 1, doneAt: { order: 'x' }, skipped: ['scan', 'nonsense'] }
    expect(readSteps({ done: ['order.buy', 7], tour })).toEqual({
      done: ['order.buy'],
      tour: { startedAt: 1, doneAt: {}, skipped: ['scan'] },
    })
  })
})

describe('the key trainer', () => {
  const start = () => {
    const { clock, now } = clockFrom(5_000)
    const stored: string[] = []
    const actor = createActor(
      trainerMachine.provide({
        actions: {
          storePractice: (_, { answers }) => stored.push(`practice ${answers}`),
          storeClicks: (_, clicks) => stored.push(`clicks ${Object.keys(clicks).length}`),
        },
      }),
      { input: { now }, clock },
    ).start()
    return { actor, clock, stored, context: () => actor.getSnapshot().context }
  }

  test('times an answer from the moment it was asked, and counts mistakes', () => {
    const { actor, clock, stored, context } = start()
    actor.send({ type: 'drill.ask', drill: 'buy 10 infy' })
    clock.increment(2_500)
    actor.send({ type: 'drill.wrong', message: 'That would be another thing' })
    expect([context().mistakes, context().message]).toEqual([1, 'That would be another thing'])
    clock.increment(500)
    actor.send({ type: 'drill.right', keys: 14 })
    expect([context().message, stored]).toEqual([null, ['practice 1']])
    expect(context().answer).toEqual({
      ...{ drill: 'buy 10 infy', took: 3_000, mistakes: 1, isHinted: false },
      ...{ keys: 14, bestBefore: null },
    })
    actor.send({ type: 'drill.right', keys: 1 })
    expect(context().practice.answers).toBe(1)
  })

  test('shows the answer after ten seconds, which makes no best time', () => {
    const { actor, clock, context } = start()
    actor.send({ type: 'drill.ask', drill: 'exit all' })
    clock.increment(9_999)
    expect(context().isHinted).toBe(false)
    clock.increment(1)
    expect(context().isHinted).toBe(true)
    actor.send({ type: 'drill.right', keys: 9 })
    expect(context().practice.records['exit all']?.best).toBe(null)
  })

  test('asks again from the beginning', () => {
    const { actor, clock, context } = start()
    actor.send({ type: 'drill.ask', drill: 'exit all' })
    actor.send({ type: 'drill.hint' })
    actor.send({ type: 'drill.wrong', message: 'Not understood' })
    clock.increment(1_000)
    actor.send({ type: 'drill.ask', drill: 'exit all' })
    const { askedAt, isHinted, mistakes, message } = context()
    expect([askedAt, isHinted, mistakes, message]).toEqual([6_000, false, 0, null])
  })

  test('counts clicks wherever it stands, and forgets them with the user', () => {
    const { actor, stored, context } = start()
    actor.send({ type: 'drill.clicked', call: 'view.open {"view":"positions"}' })
    expect([context().clicks, stored]).toEqual([{ 'view.open {"view":"positions"}': 1 }, ['clicks 1']])
    actor.send({ type: 'session.ended' })
    expect(context().clicks).toEqual({})
  })
})
