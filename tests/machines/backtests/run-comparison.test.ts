import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { noRun } from '../../../src/machines/backtests/backtest-rows.ts'
import { runComparisonMachine } from '../../../src/machines/backtests/run-comparison.ts'

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe(runComparisonMachine.id, () => {
  const start = () => {
    const asked: string[] = []
    const stopped: string[] = []
    const changes: (string | null)[] = []
    let failure: Error | null = null
    const comparison = createActor(
      runComparisonMachine.provide({
        actors: {
          loadRun: fromPromise(async ({ input: { slug }, signal }) => {
            asked.push(slug)
            signal.addEventListener('abort', () => stopped.push(slug))
            await settled()
            if (failure !== null) throw failure
            return { ...noRun, slug }
          }),
        },
      }),
    )
    comparison.on('comparison.changed', ({ slug }) => changes.push(slug))
    comparison.start()
    return {
      comparison,
      asked,
      stopped,
      changes,
      failWith: (error: Error | null) => {
        failure = error
      },
      context: () => comparison.getSnapshot().context,
    }
  }

  test('loads the other run, and another in its place', async () => {
    const { comparison, asked, stopped, changes, context } = start()
    comparison.send({ type: 'comparison.with', slug: 'a' })
    expect(comparison.getSnapshot().value).toBe('loading')
    comparison.send({ type: 'comparison.with', slug: 'b' })
    await settled()
    await settled()
    expect([comparison.getSnapshot().value, context().run?.slug]).toEqual(['ready', 'b'])
    expect([asked, stopped, changes]).toEqual([['a', 'b'], ['a'], ['a', 'b']])
  })

  test('that cannot be loaded says why, and is tried again', async () => {
    const { comparison, failWith, context } = start()
    failWith(new Error('gone'))
    comparison.send({ type: 'comparison.with', slug: 'a' })
    await settled()
    await settled()
    expect([comparison.getSnapshot().value, context().slug]).toEqual(['failed', 'a'])
    expect(context().message).not.toBe(null)
    failWith(null)
    comparison.send({ type: 'comparison.retry' })
    expect(context().message).toBe(null)
    await settled()
    await settled()
    expect(comparison.getSnapshot().value).toBe('ready')
  })

  test('is dropped while it loads and after, and forgotten with the session', async () => {
    const { comparison, stopped, changes, context } = start()
    comparison.send({ type: 'comparison.with', slug: 'a' })
    comparison.send({ type: 'comparison.drop' })
    expect([comparison.getSnapshot().value, context(), stopped]).toEqual([
      'off',
      { slug: null, run: null, message: null },
      ['a'],
    ])
    comparison.send({ type: 'comparison.with', slug: 'b' })
    await settled()
    await settled()
    comparison.send({ type: 'session.ended' })
    expect([comparison.getSnapshot().value, context().run, changes]).toEqual(['off', null, ['a', null, 'b']])
  })
})
