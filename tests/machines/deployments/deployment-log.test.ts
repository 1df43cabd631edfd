import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  deploymentLogMachine,
  LOG_CHANGED_AFTER_MS,
  LOG_FOLLOW_MS,
  LOG_PAGE,
} from '../../../src/machines/deployments/deployment-log.ts'
import { logLine } from '../../support/deployments.ts'

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

/** The server holds the lines 1 to `newest`. */
const start = (newest: number) => {
  const clock = new SimulatedClock()
  const world = { newest, refusal: null as unknown }
  const asked: (string | number | null)[] = []
  const log = createActor(
    deploymentLogMachine.provide({
      actors: {
        loadPage: fromPromise(({ input: { key, before, limit } }) => {
          asked.push(before ?? key)
          if (world.refusal !== null) return Promise.reject(world.refusal)
          const first = before === null ? world.newest : before - 1
          const count = Math.min(limit, Math.max(0, first))
          return Promise.resolve(Array.from({ length: count }, (_, row) => logLine(first - row, '10:00')))
        }),
      },
    }),
    { clock },
  ).start()
  const show = async (key: string): Promise<void> => {
    log.send({ type: 'log.show', key })
    clock.increment(LOG_FOLLOW_MS)
    await turns()
  }
  const grow = async (to: number): Promise<void> => {
    world.newest = to
    log.send({ type: 'log.changed', key: 'a' })
    clock.increment(LOG_CHANGED_AFTER_MS)
    await turns()
  }
  const more = async (): Promise<void> => {
    log.send({ type: 'log.more' })
    await turns()
  }
  const here = () => log.getSnapshot().context
  const ends = () => [here().lines[0]?.seq, here().lines.at(-1)?.seq, here().hasMore]
  return { log, clock, world, asked, show, grow, more, here, ends }
}

describe('the order log', () => {
  test('begins with the newest page, and older lines follow', async () => {
    const { show, more, ends } = start(150)
    await show('a')
    expect(ends()).toEqual([150, 51, true])
    await more()
    expect(ends()).toEqual([150, 1, false])
    await more()
    expect(ends()).toEqual([150, 1, false])
  })

  test('takes newer lines and keeps older ones', async () => {
    const { show, more, grow, here, ends } = start(150)
    await show('a')
    await more()
    await grow(153)
    expect([ends(), here().lines.length]).toEqual([[153, 1, false], 153])
  })

  test('begins anew where lines between are missing', async () => {
    const { show, grow, ends } = start(20)
    await show('a')
    await grow(20 + LOG_PAGE + 1)
    expect(ends()).toEqual([121, 22, true])
  })

  test('is not asked for while the cursor passes over rows', async () => {
    const { log, clock, asked, show } = start(5)
    log.send({ type: 'log.show', key: 'a' })
    clock.increment(LOG_FOLLOW_MS - 1)
    await show('b')
    expect(asked).toEqual(['b'])
  })

  test('is not loaded for changes of another deployment', async () => {
    const { log, clock, asked, show } = start(5)
    await show('a')
    log.send({ type: 'log.changed', key: 'b' })
    clock.increment(LOG_CHANGED_AFTER_MS)
    await turns()
    expect(asked).toEqual(['a'])
  })

  test('keeps its lines when newer ones cannot be loaded, and can be asked for again', async () => {
    const { log, world, show, grow, here, ends } = start(5)
    await show('a')
    world.refusal = new ApiError({ kind: 'unreachable' })
    await grow(6)
    expect([here().message, ends()]).toEqual([
      'Error loading the order log: the server cannot be reached',
      [5, 1, false],
    ])
    world.refusal = null
    log.send({ type: 'log.retry' })
    await turns()
    expect([here().message, ends()]).toEqual([null, [6, 1, false]])
  })

  test('shows all checks or folds them, on every deployment', async () => {
    const { log, show, here } = start(5)
    await show('a')
    log.send({ type: 'log.checks' })
    await show('b')
    expect(here().showsChecks).toEqual(true)
  })
})
