import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { scrubMachine } from '../../../src/machines/analysis/scrub.ts'

const start = () => {
  const clock = new SimulatedClock()
  const actor = createActor(scrubMachine, { clock }).start()
  return {
    actor,
    pass: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 50) clock.increment(50)
    },
    at: () => actor.getSnapshot().context.at,
    is: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
  }
}

describe('going through a day', () => {
  test('plays at its speed, whole seconds when it is stopped, and rests at the end', () => {
    const { actor, pass, at, is } = start()
    actor.send({ type: 'scrub.show', subject: 'broker 2026-11-20', at: 60_000 })
    actor.send({ type: 'scrub.speed', speed: 10 })
    actor.send({ type: 'scrub.play', from: 60_000, until: 120_000 })
    pass(1_150)
    expect(at()).toBe(60_000 + 11_500)
    actor.send({ type: 'scrub.pause' })
    expect(at()).toBe(71_000)
    actor.send({ type: 'scrub.speed', speed: 300 })
    actor.send({ type: 'scrub.play', from: 71_000, until: 120_000 })
    pass(1_000)
    expect([at(), is('still')]).toEqual([null, true])
  })

  test('rests a moment after the last of several steps', () => {
    const { actor, pass, at, is } = start()
    actor.send({ type: 'scrub.to', at: 60_400 })
    pass(300)
    actor.send({ type: 'scrub.to', at: 120_000 })
    pass(300)
    expect([at(), is({ still: 'rested' })]).toEqual([120_000, false])
    pass(150)
    expect(is({ still: 'rested' })).toBe(true)
  })

  test('shows another day or instant at once, and the same one changes nothing', () => {
    const { actor, pass, at, is } = start()
    actor.send({ type: 'scrub.show', subject: 'broker 2026-11-20', at: 60_000 })
    pass(500)
    actor.send({ type: 'scrub.show', subject: 'broker 2026-11-20', at: 60_000 })
    expect(is({ still: 'rested' })).toBe(true)
    actor.send({ type: 'scrub.play', from: 60_000, until: 120_000 })
    actor.send({ type: 'scrub.show', subject: 'broker 2026-11-19', at: null })
    expect([at(), is('playing')]).toEqual([null, false])
  })
})
