import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError, refusedByConsole } from '../../../src/contract/api-error.ts'
import {
  type ActDone,
  type StrategyAct,
  strategyActsMachine,
} from '../../../src/machines/strategies/strategy-acts.ts'
import { rsiDip } from '../../support/strategies.ts'

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

const done: ActDone = { slug: 'eq-rsi-dip-1', algoUuid: 'u1', name: 'RSI dip', version: 1 }

const start = () => {
  const sent: {
    act: StrategyAct
    answer: (done?: Partial<ActDone>) => Promise<void>
    fail: (error: unknown) => Promise<void>
  }[] = []
  const told: unknown[] = []
  const emitted: unknown[] = []
  let made = 0
  const acts = createActor(
    strategyActsMachine.provide({
      actors: {
        carryOut: fromPromise(
          ({ input }) =>
            new Promise<ActDone>((resolve, reject) => {
              sent.push({
                act: input.act,
                answer: (changes = {}) => {
                  resolve({ ...done, ...changes })
                  return settle()
                },
                fail: (error) => {
                  reject(error)
                  return settle()
                },
              })
            }),
        ),
      },
    }),
    { input: { createUuid: () => `uuid ${++made}` } },
  )
  acts.on('notice', ({ notice: { kind, text, detail } }) =>
    told.push(detail === undefined ? `${kind}: ${text}` : `${kind}: ${text} (${detail})`),
  )
  for (const type of ['strategy.kept', 'strategy.deleted', 'strategy.outdated'] as const)
    acts.on(type, (event) => emitted.push(event))
  acts.start()
  return { acts, sent, told, emitted, queued: () => acts.getSnapshot().context.acts.length }
}

const unreachable = new ApiError({ kind: 'unreachable' })

describe('saving a strategy', () => {
  test('is said by name, with the way to it', async () => {
    const { acts, sent, told, emitted } = start()
    const paths: (string | undefined)[] = []
    acts.on('notice', ({ notice }) => paths.push(notice.path))
    acts.send({ type: 'strategy.save', strategy: rsiDip, of: null })
    expect(sent.map(({ act }) => act)).toEqual([
      { kind: 'save', strategy: rsiDip, of: null, algoUuid: 'uuid 1' },
    ])
    await sent[0]?.answer()
    expect([told, paths, emitted]).toEqual([
      ['success: Strategy RSI dip saved'],
      ['/my-strategies?slug=eq-rsi-dip-1'],
      [{ type: 'strategy.kept', slug: 'eq-rsi-dip-1' }],
    ])
  })

  test('again after a lost answer has the same UUID, so that it adds nothing', async () => {
    const { acts, sent } = start()
    const save = { type: 'strategy.save', strategy: rsiDip, of: null } as const
    acts.send(save)
    await sent[0]?.fail(unreachable)
    acts.send(save)
    await sent[1]?.answer()
    acts.send(save)
    expect(sent.map(({ act }) => 'algoUuid' in act && act.algoUuid)).toEqual(['uuid 1', 'uuid 1', 'uuid 3'])
  })

  test('with other rules after a lost answer is another strategy', async () => {
    const { acts, sent } = start()
    acts.send({ type: 'strategy.save', strategy: rsiDip, of: null })
    await sent[0]?.fail(unreachable)
    acts.send({ type: 'strategy.save', strategy: { ...rsiDip, entryLogic: 'rsi(14) < 25' }, of: null })
    expect(sent.map(({ act }) => 'algoUuid' in act && act.algoUuid)).toEqual(['uuid 1', 'uuid 2'])
  })

  test('that is refused shows the words of the server', async () => {
    const { acts, sent, told } = start()
    acts.send({ type: 'strategy.save', strategy: rsiDip, of: null })
    await sent[0]?.fail(refusedByConsole('CONFLICT', 'You have a strategy named RSI dip already', 409))
    acts.send({ type: 'strategy.save', strategy: rsiDip, of: null })
    await sent[1]?.fail(new Error('broken'))
    expect(told).toEqual(['error: You have a strategy named RSI dip already', 'error: Error saving strategy'])
  })

  test('of a version says its number', async () => {
    const { acts, sent, told } = start()
    acts.send({ type: 'strategy.save', strategy: rsiDip, of: { slug: 'eq-rsi-dip-1', version: 7 } })
    await sent[0]?.answer({ version: 8 })
    expect(told).toEqual(['success: Version 8 of RSI dip saved'])
  })
})

describe('deleting a strategy', () => {
  test('is said in the specified words on its screen alone, and can be taken back', async () => {
    const { acts, sent, told, emitted } = start()
    const undos: unknown[] = []
    acts.on('notice', ({ notice }) => undos.push(notice.undo?.event))
    acts.send({ type: 'strategy.delete', strategy: 'eq-rsi-dip-1', isOnItsScreen: true })
    await sent[0]?.answer()
    acts.send({ type: 'strategy.delete', strategy: 'eq-other', isOnItsScreen: false })
    await sent[1]?.answer({ slug: 'eq-other', algoUuid: 'u2', name: 'Other' })
    expect([told, emitted]).toEqual([
      ['success: Strategy Deleted Successfully', 'success: Strategy Other deleted'],
      [
        { type: 'strategy.deleted', slug: 'eq-rsi-dip-1' },
        { type: 'strategy.deleted', slug: 'eq-other' },
      ],
    ])
    const first = { type: 'strategy.undelete', deleted: { algoUuid: 'u1', name: 'RSI dip' } } as const
    expect(undos[0]).toEqual(first)
    acts.send(first)
    expect(sent[2]?.act).toEqual({ kind: 'undelete', deleted: first.deleted })
    await sent[2]?.answer()
    expect([told.at(-1), emitted.at(-1)]).toEqual([
      'info: Strategy RSI dip restored',
      { type: 'strategy.kept', slug: 'eq-rsi-dip-1' },
    ])
  })

  test('is taken back by a line too, the last one first, and only once', async () => {
    const { acts, sent, told } = start()
    acts.send({ type: 'strategy.undelete', deleted: null })
    expect([sent.length, told]).toEqual([0, ['info: No strategy was deleted']])
    acts.send({ type: 'strategy.delete', strategy: 'eq-rsi-dip-1', isOnItsScreen: true })
    await sent[0]?.answer()
    acts.send({ type: 'strategy.undelete', deleted: null })
    await sent[1]?.answer()
    acts.send({ type: 'strategy.undelete', deleted: null })
    expect([sent.length, told.at(-1)]).toEqual([2, 'info: No strategy was deleted'])
  })

  test('asked for twice is sent once; another one waits for its turn', async () => {
    const { acts, sent, queued } = start()
    const gone = { type: 'strategy.delete', strategy: 'eq-a', isOnItsScreen: true } as const
    acts.send(gone)
    acts.send(gone)
    acts.send({ ...gone, strategy: 'eq-b' })
    expect([sent.length, queued()]).toEqual([1, 2])
    await sent[0]?.answer()
    expect([sent.length, queued()]).toEqual([2, 1])
  })

  test('that fails says so in the specified words, with the reason below them', async () => {
    const { acts, sent, told } = start()
    acts.send({ type: 'strategy.delete', strategy: 'eq-a', isOnItsScreen: true })
    await sent[0]?.fail(refusedByConsole('NOT_FOUND', 'No such strategy', 404))
    acts.send({ type: 'strategy.copy', strategy: 'eq-a', name: null })
    await sent[1]?.fail(unreachable)
    acts.send({ type: 'strategy.copy', strategy: 'eq-a', name: null })
    await sent[2]?.fail(new Error('broken'))
    expect(told).toEqual([
      'error: Error Deleting Strategy (No such strategy)',
      'error: Error Copying Strategy (the server cannot be reached)',
      'error: Error Copying Strategy',
    ])
  })
})

describe('an older version', () => {
  test('comes back as the newest one', async () => {
    const { acts, sent, told } = start()
    acts.send({ type: 'strategy.restore', strategy: 'eq-rsi-dip-1', version: 3, seen: 7 })
    await sent[0]?.answer({ version: 8 })
    expect(told).toEqual(['success: Version 3 of RSI dip restored as version 8'])
  })

  test('that another device has overtaken is refused in words, and the list is loaded again', async () => {
    const { acts, sent, told, emitted } = start()
    acts.send({ type: 'strategy.restore', strategy: 'eq-rsi-dip-1', version: 3, seen: 7 })
    await sent[0]?.fail(
      refusedByConsole('VERSION_CONFLICT', 'Version 8 was saved on 2026-11-20 at 11:42', 409),
    )
    expect([told, emitted]).toEqual([
      ['error: Version 8 was saved on 2026-11-20 at 11:42'],
      [{ type: 'strategy.outdated' }],
    ])
  })
})

test('a copy is said in the specified words', async () => {
  const { acts, sent, told } = start()
  acts.send({ type: 'strategy.copy', strategy: 'eq-sample', name: null })
  await sent[0]?.answer()
  expect(told).toEqual(['success: Strategy Copied Successfully'])
})

test('what waits for its turn is dropped when the login session ends', async () => {
  const { acts, sent, queued } = start()
  acts.send({ type: 'strategy.copy', strategy: 'eq-a', name: null })
  acts.send({ type: 'strategy.copy', strategy: 'eq-b', name: null })
  acts.send({ type: 'session.ended' })
  expect([sent.length, queued(), acts.getSnapshot().value]).toEqual([1, 0, 'idle'])
})
