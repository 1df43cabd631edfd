import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  PANEL_FOLLOW_MS,
  type StrategyVersions,
  strategyPanelMachine,
  VERSIONS_KEPT_MAX,
  versionsIn,
} from '../../../src/machines/strategies/strategy-panel.ts'

const start = () => {
  const clock = new SimulatedClock()
  const asked: string[] = []
  let refusal: unknown = null
  const panel = createActor(
    strategyPanelMachine.provide({
      actors: {
        loadVersions: fromPromise(({ input: { slug } }): Promise<StrategyVersions> => {
          asked.push(slug)
          if (refusal !== null) return Promise.reject(refusal)
          return Promise.resolve([{ version: 1, savedAt: 1, changes: [slug] }])
        }),
      },
    }),
    { clock },
  ).start()
  const show = async (slug: string, version = 1): Promise<void> => {
    panel.send({ type: 'panel.show', slug, version })
    clock.increment(PANEL_FOLLOW_MS)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const shown = () => versionsIn(panel.getSnapshot().context)?.[0]?.changes[0] ?? null
  const refuse = (error: unknown): void => {
    refusal = error
  }
  return { panel, clock, asked, show, shown, refuse, state: () => panel.getSnapshot().value }
}

describe('the versions in the reading panel', () => {
  test('are those of the row on which the cursor rests', async () => {
    const { panel, clock, asked, show, shown } = start()
    panel.send({ type: 'panel.show', slug: 'eq-a', version: 1 })
    clock.increment(PANEL_FOLLOW_MS - 1)
    await show('eq-b')
    expect([asked, shown()]).toEqual([['eq-b'], 'eq-b'])
  })

  test('are asked for once a version', async () => {
    const { asked, show, shown } = start()
    await show('eq-a')
    await show('eq-b')
    await show('eq-a')
    expect([asked, shown()]).toEqual([['eq-a', 'eq-b'], 'eq-a'])
    await show('eq-a', 2)
    expect(asked.length).toEqual(3)
  })

  test('are forgotten from the one looked at longest ago on', async () => {
    const { asked, show } = start()
    for (let row = 0; row < VERSIONS_KEPT_MAX; row++) await show(`eq-${row}`)
    await show('eq-0')
    await show('eq-new')
    await show('eq-0')
    expect(asked.length).toEqual(VERSIONS_KEPT_MAX + 1)
    await show('eq-1')
    expect(asked.at(-1)).toEqual('eq-1')
  })

  test('that cannot be loaded say why, and can be asked for again', async () => {
    const { panel, show, shown, refuse, state } = start()
    refuse(new ApiError({ kind: 'unreachable' }))
    await show('eq-a')
    expect([state(), panel.getSnapshot().context.message]).toEqual([
      'failed',
      'Error loading strategy: the server cannot be reached',
    ])
    refuse(null)
    panel.send({ type: 'panel.retry' })
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    expect([state(), shown()]).toEqual(['shown', 'eq-a'])
  })

  test('are not asked for once the cursor has left', () => {
    const { panel, clock, asked, state } = start()
    panel.send({ type: 'panel.show', slug: 'eq-a', version: 1 })
    panel.send({ type: 'panel.leave' })
    clock.increment(10 * PANEL_FOLLOW_MS)
    expect([asked, state()]).toEqual([[], 'empty'])
  })

  test('stay closed or open on every list, until the login session ends', async () => {
    const { panel } = start()
    expect(panel.getSnapshot().context.isOpen).toEqual(null)
    panel.send({ type: 'panel.set', isOpen: false })
    panel.send({ type: 'panel.leave' })
    expect(panel.getSnapshot().context.isOpen).toEqual(false)
    panel.send({ type: 'session.ended' })
    expect(panel.getSnapshot().context.isOpen).toEqual(null)
  })
})
