import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  ACTS_MAX,
  type ScannerAct,
  type ScannerActDone,
  type ScannerActInput,
  scannerActsMachine,
} from '../../../src/machines/scanners/scanner-acts.ts'

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

const done: ScannerActDone = {
  said: { kind: 'success', text: 'Scanner Copied Successfully' },
  isLost: false,
  saved: { slug: 'sc-a', version: 1 },
  deleted: null,
}

const copy = (scanner: string): ScannerAct => ({ kind: 'copy', scanner, name: null })

const start = () => {
  const sent: (ScannerActInput & { answer: (changes?: Partial<ScannerActDone>) => Promise<void> })[] = []
  const told: string[] = []
  const acted: unknown[] = []
  let made = 0
  const actor = createActor(
    scannerActsMachine.provide({
      actors: {
        carryOut: fromPromise(
          ({ input }) =>
            new Promise<ScannerActDone>((resolve) => {
              sent.push({
                ...input,
                answer: (changes = {}) => {
                  resolve({ ...done, ...changes })
                  return settle()
                },
              })
            }),
        ),
      },
    }),
    { input: { createUuid: () => `uuid ${++made}` } },
  )
  actor.on('notice', ({ notice }) => told.push(`${notice.kind}: ${notice.text}`))
  actor.on('scanner.done', ({ act, saved }) => acted.push([act.kind, saved?.slug ?? null]))
  actor.start()
  const ask = (act: ScannerAct) => actor.send({ type: 'scanner.act', act })
  return { actor, ask, sent, told, acted, queued: () => actor.getSnapshot().context.acts.length }
}

describe('acts on scanners', () => {
  test('are sent one after the other, each with an id and a message of its own', async () => {
    const { ask, sent, told, acted, queued } = start()
    ask(copy('sc-a'))
    ask(copy('sc-b'))
    expect([sent.length, queued()]).toEqual([1, 2])
    await sent[0]?.answer()
    expect(sent.map(({ uuid }) => uuid)).toEqual(['uuid 1', 'uuid 2'])
    await sent[1]?.answer({ said: { kind: 'error', text: 'Error Copying Scanner' }, saved: null })
    expect(told).toEqual(['success: Scanner Copied Successfully', 'error: Error Copying Scanner'])
    expect(acted).toEqual([
      ['copy', 'sc-a'],
      ['copy', null],
    ])
    expect(queued()).toBe(0)
  })

  test('are asked for once while they wait', () => {
    const { ask, queued } = start()
    for (const scanner of ['sc-a', 'sc-a', 'sc-b']) ask(copy(scanner))
    expect(queued()).toBe(2)
    for (let index = 0; index < 2 * ACTS_MAX; index++) ask(copy(`sc-${index}`))
    expect(queued()).toBe(ACTS_MAX)
  })

  test('have the same id again after a lost answer, and a new one after an answer', async () => {
    const { ask, sent } = start()
    ask(copy('sc-a'))
    await sent[0]?.answer({ isLost: true })
    ask(copy('sc-a'))
    expect(sent[1]?.uuid).toBe('uuid 1')
    await sent[1]?.answer()
    ask(copy('sc-a'))
    expect(sent[2]?.uuid).toBe('uuid 2')
  })

  test('bring back what was deleted last', async () => {
    const { actor, ask, sent, told } = start()
    actor.send({ type: 'scanner.undelete' })
    expect(told).toEqual(['info: No scanner was deleted'])
    ask({ kind: 'delete', scanner: 'sc-a' })
    const deleted = { scannerUuid: 'u1', name: 'A' }
    await sent[0]?.answer({ deleted })
    actor.send({ type: 'scanner.undelete' })
    expect(sent[1]?.act).toEqual({ kind: 'undelete', deleted })
  })

  test('end with the login session', () => {
    const { actor, ask, queued } = start()
    ask(copy('sc-a'))
    actor.send({ type: 'session.ended' })
    expect(queued()).toBe(0)
  })
})
