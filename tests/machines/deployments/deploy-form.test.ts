import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError, refusedByConsole } from '../../../src/contract/api-error.ts'
import {
  type DeployBody,
  type DeployedStrategy,
  type DeployOpening,
  deployFormMachine,
  problemsOf,
} from '../../../src/machines/deployments/deploy-form.ts'
import { uuid } from '../../support/proposals.ts'
import { rsiDip } from '../../support/strategies.ts'

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

const loaded = ({ strategy, version }: DeployOpening): DeployedStrategy => ({
  slug: strategy,
  version: version ?? 7,
  latestVersion: 7,
  isSample: false,
  strategy: rsiDip,
  usualType: 'paper',
})

const limits = { lossPerDay: 6_000, entriesPerDay: null, lossesInARow: null, capital: null }

const start = () => {
  const sent: DeployBody[] = []
  const told: unknown[] = []
  const world = { refusal: null as unknown, made: 0 }
  const form = createActor(
    deployFormMachine.provide({
      actors: {
        load: fromPromise(({ input }) => Promise.resolve(loaded(input))),
        deploy: fromPromise(({ input: { body } }) => {
          sent.push(body)
          return world.refusal === null
            ? Promise.resolve({ deploymentUuid: body.deploymentUuid })
            : Promise.reject(world.refusal)
        }),
      },
    }),
    {
      input: {
        createUuid: () => {
          world.made++
          return uuid(world.made)
        },
      },
    },
  )
  form.on('notice', ({ notice }) => told.push(notice.text))
  form.on('deploy.done', (done) => told.push(done))
  form.start()
  const open = async (changes: Partial<DeployOpening> = {}): Promise<void> => {
    form.send({ type: 'deploy.open', strategy: 'eq-rsi-dip-1', version: null, preset: {}, ...changes })
    await turns()
  }
  const send = async (): Promise<void> => {
    form.send({ type: 'deploy.send' })
    await turns()
  }
  return { form, sent, told, world, open, send, here: () => form.getSnapshot() }
}

describe('the deploy form', () => {
  test('begins with the symbols and quantity of the strategy, in the virtual account', async () => {
    const { open, here } = start()
    await open()
    expect(here().context.draft).toEqual({
      type: 'paper',
      segSyms: rsiDip.segSyms,
      quantity: rsiDip.quantity,
      limits: { lossPerDay: null, entriesPerDay: null, lossesInARow: null, capital: null },
      ifIncomplete: 'close',
    })
  })

  test('takes what a line says', async () => {
    const { open, here } = start()
    await open({ version: 3, preset: { type: 'live', limits: { entriesPerDay: 6 } } })
    const { draft, deployed } = here().context
    expect([deployed?.version, draft?.type, draft?.limits.entriesPerDay]).toEqual([3, 'live', 6])
  })

  test('deploys the version that was looked at, and says so', async () => {
    const { open, send, sent, told, here } = start()
    await open({ version: 3 })
    await send()
    const [body] = sent
    expect([body?.slug, body?.version, body?.deploymentUuid]).toEqual(['eq-rsi-dip-1', 3, uuid(1)])
    expect(told).toEqual([
      { type: 'deploy.done', deploymentUuid: uuid(1), slug: 'eq-rsi-dip-1', deploymentType: 'paper' },
      'Strategy Deployed Successfully',
    ])
    expect([here().value, here().context.draft]).toEqual(['closed', null])
  })

  test('sends the same terms under the same UUID after a lost answer, and others under another', async () => {
    const { form, open, send, sent, told, world } = start()
    await open()
    world.refusal = new ApiError({ kind: 'unreachable' })
    await send()
    await send()
    form.send({ type: 'deploy.change', part: { type: 'live' } })
    await send()
    const [first, again, other] = sent.map(({ deploymentUuid }) => deploymentUuid)
    expect([again === first, other === first]).toEqual([true, false])
    expect(told[0]).toEqual('Error Deploying Strategy')
  })

  test('takes a new UUID after a refusal, and says why it was refused', async () => {
    const { open, send, sent, world, here } = start()
    await open()
    world.refusal = refusedByConsole('CONFLICT', '200 deployments run; stop some first', 409)
    await send()
    expect([here().value, here().context.message]).toEqual([
      { open: 'editing' },
      '200 deployments run; stop some first',
    ])
    await send()
    expect(sent[0]?.deploymentUuid === sent[1]?.deploymentUuid).toEqual(false)
  })

  test('asks before an automatic deployment, which needs a loss limit', async () => {
    const { form, open, send, sent, here } = start()
    await open({ preset: { type: 'auto' } })
    await send()
    expect([here().value, here().context.isChecked, problemsOf(here().context)]).toEqual([
      { open: 'editing' },
      true,
      [{ field: 'lossPerDay', text: 'An automatic deployment needs a loss limit for the day.' }],
    ])
    form.send({ type: 'deploy.change', part: { limits } })
    await send()
    expect([here().value, sent.length]).toEqual([{ open: 'confirming' }, 0])
    form.send({ type: 'deploy.back' })
    await send()
    form.send({ type: 'deploy.confirm' })
    await turns()
    expect(sent.map(({ type }) => type)).toEqual(['auto'])
  })

  test('keeps what was typed when it is closed, for the same strategy alone', async () => {
    const { form, open, here } = start()
    await open()
    form.send({ type: 'deploy.change', part: { limits } })
    form.send({ type: 'deploy.close' })
    await open()
    expect(here().context.draft?.limits).toEqual(limits)
    form.send({ type: 'deploy.close' })
    await open({ strategy: 'eq-other-2' })
    expect(here().context.draft?.limits.lossPerDay).toEqual(null)
  })

  test('holds nothing once the login session has ended', async () => {
    const { form, open, here } = start()
    await open()
    form.send({ type: 'session.ended' })
    expect([here().value, here().context.draft, here().context.kept]).toEqual(['closed', null, null])
  })
})
