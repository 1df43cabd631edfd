import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError, refusedByConsole } from '../../../../src/contract/api-error.ts'
import type { StrategyOfRun } from '../../../../src/domain/backtests/backtest.ts'
import { newStrategy } from '../../../../src/domain/strategies/new-strategy.ts'
import type { Strategy } from '../../../../src/domain/strategies/strategy.ts'
import { UNDO_MAX } from '../../../../src/machines/edit-history.ts'
import {
  isUnsaved,
  type KeptDraft,
  type LoadedStrategy,
  type SaveInput,
  strategyEditorMachine,
} from '../../../../src/machines/strategies/editor/strategy-editor.ts'
import { rsiDip } from '../../../support/strategies.ts'

const ref = (version = 7): StrategyOfRun => ({ algoUuid: 'uuid', slug: 'eq-rsi-dip', version })
const conflict = () => refusedByConsole('VERSION_CONFLICT', 'Version 8 was saved', 409)
const unreachable = () => new ApiError({ kind: 'unreachable' })

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

const start = () => {
  let stored: LoadedStrategy = { ...ref(), strategy: rsiDip, isSample: false }
  let refusal: unknown = null
  let loadRefusal: unknown = null
  const saves: SaveInput[] = []
  const said: string[] = []
  const keptUnder = new Map<string, KeptDraft | null>()
  let uuids = 0
  const editor = createActor(
    strategyEditorMachine.provide({
      actors: {
        load: fromPromise(
          (): Promise<LoadedStrategy> =>
            loadRefusal === null ? Promise.resolve(stored) : Promise.reject(loadRefusal),
        ),
        save: fromPromise(({ input }): Promise<StrategyOfRun> => {
          saves.push(input)
          if (refusal !== null) return Promise.reject(refusal)
          const version = (input.of?.version ?? 0) + 1
          const slug = input.of?.slug ?? 'eq-new'
          stored = { algoUuid: input.algoUuid, slug, version, strategy: input.strategy, isSample: false }
          return Promise.resolve({ algoUuid: input.algoUuid, slug, version })
        }),
      },
    }),
    { input: { createUuid: () => `uuid ${++uuids}` } },
  )
  editor.on('notice', ({ notice }) => said.push(notice.text))
  editor.on('draft.changed', ({ key, kept }) => keptUnder.set(key, kept))
  editor.on('editor.named', ({ slug }) => said.push(`named ${slug}`))
  editor.start()
  const context = () => editor.getSnapshot().context
  return {
    editor,
    saves,
    said,
    keptUnder,
    context,
    state: () => editor.getSnapshot().value,
    draft: () => context().history.draft as typeof rsiDip,
    refuse: (error: unknown) => {
      refusal = error
    },
    refuseLoads: (error: unknown) => {
      loadRefusal = error
    },
    store: (strategy: Strategy, version: number) => {
      stored = { ...ref(version), strategy, isSample: false }
    },
    async open(slug: string | null = 'eq-rsi-dip', kept: KeptDraft | null = null) {
      editor.send({ type: 'editor.open', slug, category: 'equity', kept })
      await turns()
    },
    name: (algoName: string) => editor.send({ type: 'editor.change', part: { algoName }, group: 'name' }),
    async save() {
      editor.send({ type: 'editor.save' })
      await turns()
    },
  }
}

describe('a strategy in the builder', () => {
  test('is loaded, changed and saved as the next version', async () => {
    const { open, name, save, saves, said, context, state } = start()
    await open()
    expect([state(), isUnsaved(context())]).toEqual([{ open: 'editing' }, false])
    name('Deeper dip')
    expect(isUnsaved(context())).toEqual(true)
    await save()
    expect(saves).toEqual([
      { strategy: { ...rsiDip, algoName: 'Deeper dip' }, of: ref(7), algoUuid: 'uuid 2' },
    ])
    expect([context().of?.version, isUnsaved(context()), said]).toEqual([
      8,
      false,
      ['Version 8 of Deeper dip saved'],
    ])
  })

  test('that has not changed is not sent', async () => {
    const { open, save, saves } = start()
    await open()
    await save()
    expect(saves).toEqual([])
  })

  test('that is not whole says what is missing, and is not sent', async () => {
    const { open, name, save, saves, context } = start()
    await open(null)
    name('Half')
    await save()
    expect(saves).toEqual([])
    expect([context().isChecked, context().message]).toEqual([true, 'Not saved: expected an instrument'])
  })

  test('that is new has an id of its own, and then its address', async () => {
    const { editor, open, save, saves, said, context, keptUnder } = start()
    await open(null)
    editor.send({ type: 'editor.change', part: rsiDip, group: null })
    expect(keptUnder.get('new equity')).toEqual({ strategy: rsiDip, of: null })
    await save()
    expect(saves.map(({ of, algoUuid }) => [of, algoUuid])).toEqual([[null, 'uuid 1']])
    expect(said).toEqual(['Strategy RSI dip saved', 'named eq-new'])
    expect([context().slug, keptUnder.get('new equity')]).toEqual(['eq-new', null])
  })

  test('goes on being changed while it is saved', async () => {
    const { editor, open, name, context, draft } = start()
    await open()
    name('First')
    editor.send({ type: 'editor.save' })
    name('Second')
    await turns()
    expect([draft().algoName, isUnsaved(context()), context().of?.version]).toEqual(['Second', true, 8])
  })

  test('of a server out of reach is sent again, the same, once the connection is back', async () => {
    const { editor, open, name, save, saves, refuse, state, context } = start()
    await open()
    name('Kept')
    refuse(unreachable())
    await save()
    expect([state(), saves.length]).toEqual([{ open: 'waiting' }, 1])
    name('Changed meanwhile')
    refuse(null)
    editor.send({ type: 'connection.back' })
    await turns()
    expect(saves.map(({ strategy }) => strategy.algoName)).toEqual(['Kept', 'Kept'])
    expect([context().of?.version, isUnsaved(context())]).toEqual([8, true])
  })

  test('deleted elsewhere is kept as a new one by the next save', async () => {
    const { open, name, save, saves, refuse, context } = start()
    await open()
    name('Still wanted')
    refuse(refusedByConsole('NOT_FOUND', 'No such strategy', 404))
    await save()
    expect(context().message).toEqual('This strategy was deleted elsewhere. Save keeps it as a new one')
    refuse(null)
    await save()
    expect(saves.at(-1)?.of).toEqual(null)
    expect(context().slug).toEqual('eq-new')
  })

  test('refused for another reason says it and keeps the draft', async () => {
    const { open, name, save, refuse, state, context, draft } = start()
    await open()
    name('Taken')
    refuse(refusedByConsole('CONFLICT', 'You have a strategy named Taken already', 409))
    await save()
    expect([state(), context().message, draft().algoName]).toEqual([
      { open: 'editing' },
      'You have a strategy named Taken already',
      'Taken',
    ])
  })

  test('that cannot be loaded can be asked for again', async () => {
    const { editor, open, refuseLoads, state, context } = start()
    refuseLoads(refusedByConsole('NOT_FOUND', 'No such strategy', 404))
    await open()
    expect([state(), context().message]).toEqual(['failed', 'No such strategy'])
    refuseLoads(null)
    editor.send({ type: 'editor.retry' })
    await turns()
    expect(state()).toEqual({ open: 'editing' })
  })

  test('restored or saved by other means is loaded again, unless something is unsaved', async () => {
    const { editor, open, name, store, context, draft } = start()
    await open()
    store({ ...rsiDip, algoName: 'From the list' }, 8)
    editor.send({ type: 'editor.refresh', slug: 'eq-other' })
    editor.send({ type: 'editor.refresh', slug: 'eq-rsi-dip' })
    await turns()
    expect([draft().algoName, context().of?.version]).toEqual(['From the list', 8])
    name('Mine')
    store(rsiDip, 9)
    editor.send({ type: 'editor.refresh', slug: 'eq-rsi-dip' })
    await turns()
    expect(draft().algoName).toEqual('Mine')
  })

  test('of the last user is gone with the session', async () => {
    const { editor, open, name, state, draft } = start()
    await open()
    name('Secret')
    editor.send({ type: 'session.ended' })
    expect([state(), draft()]).toEqual(['closed', newStrategy('equity')])
  })
})

describe('changes', () => {
  test('of one field are undone together, and done again', async () => {
    const { editor, open, name, draft } = start()
    await open()
    for (const part of ['D', 'De', 'Dee', 'Deep']) name(part)
    editor.send({ type: 'editor.change', part: { entryLogic: 'rsi(14) < 20' }, group: 'entry' })
    editor.send({ type: 'editor.undo' })
    expect([draft().algoName, draft().entryLogic]).toEqual(['Deep', 'rsi(14) < 30'])
    editor.send({ type: 'editor.undo' })
    expect(draft()).toEqual(rsiDip)
    editor.send({ type: 'editor.undo' })
    editor.send({ type: 'editor.redo' })
    editor.send({ type: 'editor.redo' })
    expect([draft().algoName, draft().entryLogic]).toEqual(['Deep', 'rsi(14) < 20'])
  })

  test(`are undone ${UNDO_MAX} deep at most`, async () => {
    const { editor, open, context } = start()
    await open()
    for (let count = 0; count <= UNDO_MAX + 5; count++)
      editor.send({ type: 'editor.change', part: { algoName: `N ${count}` }, group: null })
    expect(context().history.past.length).toEqual(UNDO_MAX)
  })

  test('take an optional setting away, and an undo brings it back', async () => {
    const { editor, open, draft } = start()
    await open()
    const entries = { per: 'day', most: 3 } as const
    editor.send({ type: 'editor.change', part: { entries }, group: null })
    editor.send({ type: 'editor.change', part: { entries: undefined }, group: null })
    expect(draft()).toEqual(rsiDip)
    editor.send({ type: 'editor.undo' })
    expect(draft()).toEqual({ ...rsiDip, entries })
  })

  test('that were dropped come back with an undo', async () => {
    const { editor, open, name, draft, context, keptUnder } = start()
    await open()
    name('Dropped')
    editor.send({ type: 'editor.startOver' })
    expect([isUnsaved(context()), keptUnder.get('eq-rsi-dip')]).toEqual([false, null])
    editor.send({ type: 'editor.undo' })
    expect(draft().algoName).toEqual('Dropped')
  })

  test('that were not saved are there again, on the version that they were made from', async () => {
    const { open, context, draft } = start()
    await open('eq-rsi-dip', { strategy: { ...rsiDip, algoName: 'From before' }, of: ref(6) })
    expect([draft().algoName, context().isRestored, context().of?.version]).toEqual(['From before', true, 6])
  })

  test('that were not saved are there even where the strategy cannot be loaded', async () => {
    const { open, refuseLoads, draft, state } = start()
    refuseLoads(unreachable())
    await open('eq-rsi-dip', { strategy: { ...rsiDip, algoName: 'Offline' }, of: ref(7) })
    expect([state(), draft().algoName]).toEqual([{ open: 'editing' }, 'Offline'])
  })

  test('are not lost to the same address opened again', async () => {
    const { open, name, draft } = start()
    await open()
    name('Mine')
    await open()
    expect(draft().algoName).toEqual('Mine')
  })
})

describe('a version saved on another device', () => {
  const conflicted = async () => {
    const started = start()
    await started.open()
    started.name('Mine')
    started.store({ ...rsiDip, algoName: 'Theirs' }, 8)
    started.refuse(conflict())
    await started.save()
    started.refuse(null)
    return started
  }

  test('is shown beside mine before anything is overwritten', async () => {
    const { state, context, draft } = await conflicted()
    expect([state(), context().theirs?.strategy.algoName, draft().algoName]).toEqual([
      { open: 'conflicted' },
      'Theirs',
      'Mine',
    ])
  })

  test('gives way to mine, as the next version', async () => {
    const { editor, saves, context } = await conflicted()
    editor.send({ type: 'editor.resolve', keep: 'mine' })
    await turns()
    expect([saves.at(-1)?.of?.version, context().of?.version, isUnsaved(context())]).toEqual([8, 9, false])
  })

  test('takes the place of mine, which an undo brings back', async () => {
    const { editor, draft, context, saves } = await conflicted()
    editor.send({ type: 'editor.resolve', keep: 'theirs' })
    expect([draft().algoName, context().of?.version, saves.length]).toEqual(['Theirs', 8, 1])
    editor.send({ type: 'editor.undo' })
    expect(draft().algoName).toEqual('Mine')
  })

  test('stays, and mine becomes a strategy of its own', async () => {
    const { editor, saves, context, keptUnder } = await conflicted()
    editor.send({ type: 'editor.resolve', keep: 'both' })
    await turns()
    expect([saves.at(-1)?.of, saves.at(-1)?.strategy.algoName]).toEqual([null, 'Mine copy'])
    expect([context().slug, keptUnder.get('eq-rsi-dip')]).toEqual(['eq-new', null])
  })
})
