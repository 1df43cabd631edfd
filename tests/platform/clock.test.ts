import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClock } from '../../src/platform/clock.ts'

const SERVER_START = 1_760_000_000_000

/** A browser whose wall clock is wrong by `skewMs`, and a server that says whole seconds. */
const start = (skewMs: number) => {
  let passed = 0
  const clock = createClock({
    wallClock: () => SERVER_START + passed + skewMs,
    ticks: () => 500 + passed,
  })
  return {
    clock,
    pass: (ms: number) => {
      passed += ms
    },
    truth: () => SERVER_START + passed,
    /** A call that takes `ms`, answered by the server after `share` of it. */
    call: (ms: number, share: number) => {
      const sentAt = 500 + passed
      const header = Math.floor((SERVER_START + passed + ms * share) / 1000) * 1000
      passed += ms
      clock.observe(header, sentAt, 500 + passed)
    },
  }
}

describe('the clock', () => {
  test('is that of the browser until the server has answered', () => {
    const { clock, truth } = start(600_000)
    expect(clock.now()).toEqual(truth() + 600_000)
    expect(clock.skewMs()).toEqual(0)
  })

  test.each([600_000, -600_000, 86_400_000, -86_400_000])(
    'is right although the browser is off by %i ms',
    (skew) => {
      const { clock, truth, call } = start(skew)
      call(40, 0.5)
      expect(Math.abs(clock.now() - truth())).toBeLessThanOrEqual(600)
      expect(Math.abs(clock.skewMs() - skew)).toBeLessThanOrEqual(600)
    },
  )

  test('is never further off than one second and the time of a call', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -90_000_000, max: 90_000_000 }),
        fc.array(
          fc.tuple(
            fc.nat(3000),
            fc.integer({ min: 1, max: 400 }),
            fc.double({ min: 0, max: 1, noNaN: true }),
          ),
          {
            minLength: 1,
            maxLength: 20,
          },
        ),
        (skew, calls) => {
          const { clock, truth, call, pass } = start(skew)
          for (const [pause, ms, share] of calls) {
            pass(pause)
            call(ms, share)
            const error = Math.abs(clock.now() - truth())
            expect(error).toBeLessThanOrEqual((1000 + ms) / 2 + 1)
          }
        },
      ),
    )
  })

  test('takes a server clock that was set anew', () => {
    const { clock, truth, call } = start(0)
    call(10, 0.5)
    clock.observe(truth() + 3_600_000, 510, 510)
    expect(Math.abs(clock.now() - truth() - 3_600_000)).toBeLessThanOrEqual(1000)
  })
})
