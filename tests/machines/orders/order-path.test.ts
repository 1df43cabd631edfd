import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { BEAT_ANSWER_MAX_MS, BEAT_MS, orderPathMachine } from '../../../src/machines/orders/order-path.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const start = () => {
  const clock = new SimulatedClock()
  const answers: (() => void)[] = []
  const told: string[] = []
  const path = createActor(
    orderPathMachine.provide({
      actors: { askOrderPath: fromPromise(() => new Promise<void>((answer) => answers.push(answer))) },
    }),
    { clock, input: { now: () => clock.now() } },
  )
  path.on('*', ({ type }) => told.push(type))
  path.start()
  path.send({ type: 'orderPath.watch' })
  return { path, clock, answers, told, isLate: () => path.getSnapshot().matches({ watched: 'late' }) }
}

describe('the order path', () => {
  test('is asked every two seconds and is prompt while it answers', async () => {
    const { path, clock, answers, told, isLate } = start()
    for (let beat = 1; beat <= 3; beat++) {
      clock.increment(BEAT_MS)
      expect(answers.length).toEqual(beat)
      answers.at(-1)?.()
      await settle()
    }
    expect([isLate(), told, path.getSnapshot().context.heardAt]).toEqual([false, [], 3 * BEAT_MS])
  })

  test('is late when an answer has not come within three seconds, and no sooner', async () => {
    const { path, clock, answers, told, isLate } = start()
    clock.increment(BEAT_MS)
    answers[0]?.()
    await settle()
    clock.increment(BEAT_MS)
    clock.increment(BEAT_ANSWER_MAX_MS - 1)
    expect([isLate(), told]).toEqual([false, []])
    clock.increment(1)
    expect([isLate(), told, path.getSnapshot().context.heardAt]).toEqual([true, ['orderPath.late'], BEAT_MS])
  })

  test('goes on being asked while it is late, and is back with the first answer', async () => {
    const { clock, answers, told, isLate } = start()
    clock.increment(BEAT_MS)
    clock.increment(BEAT_ANSWER_MAX_MS)
    clock.increment(1000)
    clock.increment(BEAT_ANSWER_MAX_MS)
    clock.increment(1000)
    expect([isLate(), answers.length]).toEqual([true, 3])
    answers[2]?.()
    await settle()
    expect([isLate(), told]).toEqual([false, ['orderPath.late', 'orderPath.back']])
  })

  test('is not asked after the session has ended', () => {
    const { path, clock, answers } = start()
    path.send({ type: 'session.ended' })
    clock.increment(10 * BEAT_MS)
    expect([path.getSnapshot().value, answers.length]).toEqual(['off', 0])
  })
})
