import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { createMarketClock, type MarketClockMode } from '../../../server/market/market-clock.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { createSteadyClock } from '../../../server/steady-clock.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { clockAt } from '../../support/clock.ts'

const MINUTE_MS = 60_000

/** A machine whose wall clock and monotonic clock a test moves. */
const startMachine = () => {
  const wall = clockAt('2026-11-20 10:00')
  const logged: string[] = []
  let ticks = 5_000
  const log = createLog({
    level: 'warn',
    secrets: createSecretWatch(),
    write: (line) => {
      const { msg, jumpMs } = JSON.parse(line)
      logged.push(`${msg}: ${jumpMs}`)
    },
  })
  const steady = createSteadyClock({ wallClock: wall, monotonicMs: () => ticks, log })
  return {
    wall,
    logged,
    steady,
    run: (ms: number) => {
      ticks += ms
      wall.advance(ms)
    },
    /** The wall goes on, the monotonic clock does not. */
    suspend: (ms: number) => wall.advance(ms),
  }
}

const start = (mode: MarketClockMode = { kind: 'real' }) => {
  const machine = startMachine()
  const market = createMarketClock({
    clock: machine.steady,
    calendar: exchangeCalendar,
    mode,
    start: null,
    resumeAt: null,
  })
  const began = market.now()
  return { ...machine, market, passed: () => market.now() - began }
}

describe('market time', () => {
  test.each<MarketClockMode>([{ kind: 'real' }, { kind: 'always' }, { kind: 'accelerated', speed: 4 }])(
    'goes on at its own pace when the wall clock is set back by 90 s: %o',
    (mode) => {
      const { wall, run, passed, logged } = start(mode)
      const speed = mode.kind === 'accelerated' ? mode.speed : 1
      run(1_000)
      const before = passed()
      wall.advance(-90_000)
      const after = [0, 1_000, 1_000].map((ms) => {
        run(ms)
        return passed()
      })
      expect([before, after, logged]).toEqual([
        1_000 * speed,
        [1_000, 2_000, 3_000].map((ms) => ms * speed),
        ['the wall clock was set back: -90000'],
      ])
    },
  )

  test('follows the wall over a suspension of the machine, and says so once', () => {
    const { suspend, run, passed, logged } = start()
    run(1_000)
    passed()
    suspend(40 * MINUTE_MS)
    const resumed = passed()
    run(1_000)
    expect([resumed, passed(), logged]).toEqual([
      40 * MINUTE_MS + 1_000,
      40 * MINUTE_MS + 2_000,
      ['the wall clock went forward: 2400000'],
    ])
  })

  test('takes a set back that is undone for two jumps and none of its own', () => {
    const { wall, run, passed, logged } = start()
    wall.advance(-90_000)
    run(1_000)
    passed()
    wall.advance(90_000)
    run(1_000)
    expect([passed(), logged]).toEqual([
      2_000,
      ['the wall clock was set back: -90000', 'the wall clock went forward: 90000'],
    ])
  })

  test('is not taken along by small corrections, forward or back, and nothing is logged', () => {
    const { wall, run, passed, logged } = start()
    const steps = [300, -400, 100, -10].map((ms) => {
      wall.advance(ms)
      run(1_000)
      return passed()
    })
    expect([steps, logged]).toEqual([[1_300, 2_300, 3_300, 4_300], []])
  })

  test('never goes back nor stands still whatever the wall does, and two processes that share it agree', () => {
    const step = fc.record({
      ran: fc.integer({ min: 1, max: 60_000 }),
      jump: fc.oneof(fc.constant(0), fc.integer({ min: -600_000, max: 600_000 })),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const { wall, run, steady } = startMachine()
        let offset = steady.offset()
        let ticks = 5_000
        steady.watch((told) => {
          offset = told
        })
        for (const { ran, jump } of steps) {
          const before = steady.now()
          wall.advance(jump)
          run(ran)
          ticks += ran
          const here = steady.now()
          expect([here - before >= ran, here >= wall.now() - 20, Math.floor(ticks + offset)]).toEqual([
            true,
            true,
            here,
          ])
        }
      }),
    )
  })

  test('is the same in another process that is told the offset, before and after a jump', () => {
    const { wall, run, steady, suspend } = startMachine()
    let offset = steady.offset()
    let ticks = 5_000
    steady.watch((told) => {
      offset = told
    })
    const both = () => [steady.now(), Math.floor(ticks + offset)]
    const readings = [0, 1, 2].map((step) => {
      if (step === 1) wall.advance(-90_000)
      if (step === 2) suspend(300_000)
      run(1_000)
      ticks += 1_000
      const [here, there] = both()
      return here === there
    })
    expect(readings).toEqual([true, true, true])
  })

  test('and the wall time that a page waits by are of one clock', () => {
    const { wall, run, market } = start()
    const next = market.now() + 10 * MINUTE_MS
    wall.advance(-90_000)
    run(MINUTE_MS)
    expect(market.wallOf(next as ReturnType<typeof market.now>) - market.wall()).toEqual(9 * MINUTE_MS)
  })
})
