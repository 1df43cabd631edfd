import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import type { DeploymentType } from '../../../src/domain/deployments/deployment.ts'
import {
  DEPLOYMENTS_AFTER_MS,
  DEPLOYMENTS_CHANGED_AFTER_MS,
  DEPLOYMENTS_EVERY_MS,
  type Deployment,
  deploymentsMachine,
  rowsShown,
  selectedOf,
} from '../../../src/machines/deployments/deployments.ts'
import { deploymentOf, runOf } from '../../support/deployments.ts'

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

const rowsOf: Readonly<Record<DeploymentType, readonly Deployment[]>> = {
  live: [deploymentOf('Gap fade', { type: 'live' })],
  auto: [],
  paper: [
    deploymentOf('RSI dip', { type: 'paper' }),
    deploymentOf('EMA cross', { type: 'paper', runs: [runOf('TCS')] }),
  ],
}
const [dip, cross] = rowsOf.paper
if (dip === undefined || cross === undefined) throw new Error('two are needed')

const start = () => {
  const clock = new SimulatedClock()
  const asked: DeploymentType[] = []
  const told: unknown[] = []
  let refusal: unknown = null
  const lists = createActor(
    deploymentsMachine.provide({
      actors: {
        loadList: fromPromise(({ input: { type } }) => {
          asked.push(type)
          return refusal === null ? Promise.resolve({ rows: rowsOf[type], at: 1 }) : Promise.reject(refusal)
        }),
        pageVisibility: fromCallback(() => {}),
      },
    }),
    { clock },
  )
  lists.on('notice', ({ notice }) => told.push(notice.text))
  lists.on('deployments.tabChosen', ({ tab }) => told.push(tab))
  lists.start()
  const show = async (tab: DeploymentType | null, key: string | null = null): Promise<void> => {
    lists.send({ type: 'deployments.show', tab, key })
    await turns()
  }
  const pass = async (ms: number): Promise<void> => {
    clock.increment(ms)
    await turns()
  }
  const refuse = (error: unknown): void => {
    refusal = error
  }
  return { lists, asked, told, show, pass, refuse, here: () => lists.getSnapshot().context }
}

describe('lists of deployments', () => {
  test('are loaded once a type', async () => {
    const { asked, show, lists } = start()
    await show('paper')
    await show('live')
    await show('paper')
    lists.send({ type: 'deployments.hide' })
    await show('paper')
    expect(asked).toEqual(['paper', 'live'])
  })

  test('are all loaded for lines some time after the sign-in, but for those that are there', async () => {
    const { asked, show, pass, lists } = start()
    lists.send({ type: 'deployments.begin', tab: 'paper' })
    await show('auto')
    lists.send({ type: 'deployments.hide' })
    await pass(DEPLOYMENTS_AFTER_MS)
    expect(asked).toEqual(['auto', 'live', 'paper'])
  })

  test('are loaded again while shown, and not on a hidden page', async () => {
    const { asked, show, pass, lists } = start()
    await show('paper')
    await pass(DEPLOYMENTS_EVERY_MS)
    expect(asked).toEqual(['paper', 'paper'])
    lists.send({ type: 'page.hidden' })
    await pass(DEPLOYMENTS_EVERY_MS)
    lists.send({ type: 'page.shown' })
    await pass(DEPLOYMENTS_EVERY_MS)
    expect(asked).toEqual(['paper', 'paper', 'paper'])
    lists.send({ type: 'deployments.hide' })
    await pass(3 * DEPLOYMENTS_EVERY_MS)
    expect(asked.length).toEqual(3)
  })

  test('are loaded once for many changes', async () => {
    const { asked, show, pass, lists } = start()
    await show('paper')
    for (let change = 0; change < 20; change++) lists.send({ type: 'deployments.changed', of: 'auto' })
    await pass(DEPLOYMENTS_CHANGED_AFTER_MS)
    expect(asked).toEqual(['paper', 'auto'])
  })

  test('keep their rows when they cannot be loaded again, and complain once', async () => {
    const { told, show, pass, refuse, here } = start()
    await show('paper')
    refuse(new ApiError({ kind: 'unreachable' }))
    await pass(DEPLOYMENTS_EVERY_MS)
    await pass(DEPLOYMENTS_EVERY_MS)
    expect([rowsShown(here()).length, here().message, told]).toEqual([
      2,
      'Error loading deployments: the server cannot be reached',
      ['paper', 'Error loading deployments'],
    ])
    refuse(null)
    await pass(DEPLOYMENTS_EVERY_MS)
    expect(here().message).toEqual(null)
  })

  test('open at the tab that was remembered, and remember the one chosen', async () => {
    const { lists, told, show, here } = start()
    lists.send({ type: 'deployments.begin', tab: 'auto' })
    await show(null)
    expect([here().tab, told]).toEqual(['auto', []])
    await show('live')
    expect([here().tab, told]).toEqual(['live', ['live']])
  })

  test('are narrowed by name and symbol, and select the first where the cursor is on none', async () => {
    const { lists, show, here } = start()
    await show('paper', cross.deploymentUuid)
    expect(selectedOf(here())).toEqual(cross)
    lists.send({ type: 'deployments.filter', text: 'dip' })
    expect([rowsShown(here()), selectedOf(here())]).toEqual([[dip], dip])
    lists.send({ type: 'deployments.filter', text: 'tcs' })
    expect(rowsShown(here())).toEqual([cross])
  })

  test('hold nothing once the login session has ended', async () => {
    const { lists, show, here } = start()
    await show('paper', dip.deploymentUuid)
    lists.send({ type: 'session.ended' })
    expect([here().lists.paper, here().cursor, here().isShown]).toEqual([null, null, false])
  })
})
