import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  type ActExits,
  actOn,
  type DeploymentActKind,
  deploymentActsMachine,
} from '../../../src/machines/deployments/deployment-acts.ts'

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

const start = (exits: ActExits = []) => {
  const sent: string[] = []
  const told: unknown[] = []
  const world = { refusal: null as unknown }
  const acts = createActor(
    deploymentActsMachine.provide({
      actors: {
        carryOut: fromPromise(({ input: { act } }) => {
          sent.push(`${act.kind} ${act.deployment.key}`)
          return world.refusal === null ? Promise.resolve(exits) : Promise.reject(world.refusal)
        }),
      },
    }),
  )
  acts.on('notice', ({ notice }) => told.push(notice.text))
  acts.on('deployment.acted', ({ of, mayTrade }) => told.push([of, mayTrade]))
  acts.start()
  const act = (kind: DeploymentActKind, ...keys: readonly string[]): void =>
    acts.send({
      type: 'deployment.act',
      kind,
      deployments: keys.map((key) => ({ key, name: `Strategy ${key}`, type: 'auto' })),
    })
  return { acts, sent, told, world, act, here: () => acts.getSnapshot().context }
}

describe('acts on deployments', () => {
  test('are carried out one after the other', async () => {
    const { sent, told, act } = start()
    act('pause', 'a')
    act('resume', 'b')
    await turns()
    expect([sent, told]).toEqual([
      ['pause a', 'resume b'],
      [
        ['auto', false],
        'Strategy a paused: no entries until it is resumed',
        ['auto', false],
        'Strategy b resumed',
      ],
    ])
  })

  test('give way to a stop, and are not repeated while they wait', async () => {
    const { sent, act, here } = start()
    act('pause', 'a')
    act('resume', 'a')
    act('resume', 'a', 'b')
    act('stop', 'a')
    expect(actOn(here(), 'a')).toEqual('stop')
    await turns()
    expect([sent, actOn(here(), 'a')]).toEqual([['pause a', 'resume b', 'stop a'], null])
  })

  test('that stop say which exits were sent and which were not, and load what they change', async () => {
    const { told, act } = start([
      { segSym: 'NSE_TCS', quantity: 10, orderId: '1', reason: null },
      { segSym: 'NSE_INFY', quantity: 5, orderId: null, reason: 'It is sent when trading begins' },
    ])
    act('stopAndExit', 'a')
    await turns()
    expect(told).toEqual([
      ['auto', true],
      'Strategy a stopped: 1 exit sent',
      'Strategy a stopped, but INFY was not exited: It is sent when trading begins',
    ])
  })

  test('that fail keep the reason beside the deployment, until one succeeds', async () => {
    const { told, world, act, here } = start()
    world.refusal = new ApiError({ kind: 'unreachable' })
    act('stop', 'a')
    await turns()
    const message = 'Error stopping deployment: the server cannot be reached'
    expect([told, here().failed]).toEqual([[['auto', true], message], { a: message }])
    world.refusal = null
    act('stop', 'a')
    await turns()
    expect(here().failed).toEqual({})
  })

  test('of one user are not sent for the next', async () => {
    const { acts, sent, act } = start()
    act('stop', 'a', 'b', 'c')
    acts.send({ type: 'session.ended' })
    await turns()
    expect(sent).toEqual(['stop a'])
  })
})
