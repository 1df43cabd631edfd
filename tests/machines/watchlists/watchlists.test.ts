import { beforeEach, describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type WatchlistChange, withChange } from '../../../src/machines/watchlists/watchlist-changes.ts'
import {
  type KeptWatchlists,
  type WatchlistsEvent,
  watchlistsMachine,
} from '../../../src/machines/watchlists/watchlists.ts'
import { waitFor } from '../../support/wait-for.ts'

const id = (text: string) => text as InstrumentId
const tcs = id('NSE_TCS')
const infy = id('NSE_INFY')
const nifty = id('INDICES_NIFTY 50')

interface Bench {
  readonly actor: ReturnType<typeof createActor<typeof watchlistsMachine>>
  readonly saved: WatchlistChange[]
  readonly said: string[]
  /** What the server holds. */
  kept: KeptWatchlists['lists']
  refuse: boolean
}

const benchWith = (lists: KeptWatchlists['lists']): Bench => {
  const bench: Bench = { actor: undefined as never, saved: [], said: [], kept: lists, refuse: false }
  const machine = watchlistsMachine.provide({
    actors: {
      load: fromPromise(async (): Promise<KeptWatchlists> => ({ lists: bench.kept, active: null })),
      save: fromPromise(async ({ input }: { input: { change: WatchlistChange } }) => {
        bench.saved.push(input.change)
        if (bench.refuse) throw new Error('no')
        bench.kept = withChange(bench.kept, input.change)
      }),
    },
  })
  const actor = createActor(machine)
  actor.on('notice', ({ notice }) => bench.said.push(`${notice.kind}: ${notice.text}`))
  actor.start()
  return Object.assign(bench, { actor })
}

const settled = async ({ actor }: Bench) => {
  const snapshot = await waitFor(
    actor,
    (state) => state.matches({ lists: 'ready', saving: 'idle' }) && state.context.unsaved.length === 0,
  )
  return snapshot.context
}

const listsOf = ({ lists }: { readonly lists: KeptWatchlists['lists'] }) =>
  lists.map(({ name, instruments }) => `${name}: ${instruments.join(' ')}`)

describe('watchlists', () => {
  let bench: Bench
  const send = (...events: readonly WatchlistsEvent[]) => {
    for (const event of events) bench.actor.send(event)
  }

  beforeEach(async () => {
    bench = benchWith([
      { name: 'Tech', instruments: [tcs, infy] },
      { name: 'Indices', instruments: [nifty] },
    ])
    send({ type: 'watchlist.load' })
    await settled(bench)
  })

  test('show a change at once, tell the server in order and then ask what it has', async () => {
    send(
      { type: 'watchlist.add', name: null, instruments: [nifty, tcs] },
      { type: 'watchlist.move', instrument: nifty, to: 0 },
    )
    expect(listsOf(bench.actor.getSnapshot().context)[0]).toEqual('Tech: INDICES_NIFTY 50 NSE_TCS NSE_INFY')
    expect(listsOf(await settled(bench))).toEqual([
      'Tech: INDICES_NIFTY 50 NSE_TCS NSE_INFY',
      'Indices: INDICES_NIFTY 50',
    ])
    expect(bench.saved.map(({ kind }) => kind)).toEqual(['add', 'order'])
    expect(bench.said).toEqual(['info: One symbol added to Tech'])
  })

  test('make a first list for somebody who has none', async () => {
    bench = benchWith([])
    send({ type: 'watchlist.load' })
    await settled(bench)
    send({ type: 'watchlist.add', name: null, instruments: [tcs] })
    const after = await settled(bench)
    expect([after.active, listsOf(after)]).toEqual(['Watchlist', ['Watchlist: NSE_TCS']])
  })

  test('give back what was removed, in its place', async () => {
    send({ type: 'watchlist.remove', name: null, instruments: [tcs] })
    expect(listsOf(await settled(bench))[0]).toEqual('Tech: NSE_INFY')
    send({ type: 'watchlist.undo' })
    expect(listsOf(await settled(bench))[0]).toEqual('Tech: NSE_TCS NSE_INFY')
    send({ type: 'watchlist.undo' })
    expect(bench.saved.length).toEqual(2)
  })

  test('give back a list that was deleted, and look at it', async () => {
    send({ type: 'watchlist.delete', name: 'Tech' })
    expect((await settled(bench)).active).toEqual('Indices')
    send({ type: 'watchlist.undo' })
    expect(await settled(bench)).toMatchObject({ active: 'Tech' })
  })

  test('say why a change cannot be, and tell the server nothing', () => {
    send(
      { type: 'watchlist.create', name: 'a/b' },
      { type: 'watchlist.rename', name: 'Tech', to: 'Indices' },
      { type: 'watchlist.add', name: null, instruments: many(501) },
    )
    expect(bench.said).toEqual([
      'error: Use letters, digits, spaces and & only',
      'error: Watchlist Indices already exists',
      'error: At most 500 symbols in a watchlist. Remove some first',
    ])
    expect(bench.saved).toEqual([])
  })

  test('put back what the server refuses', async () => {
    bench.refuse = true
    send({ type: 'watchlist.remove', name: null, instruments: [tcs] })
    expect(listsOf(await settled(bench))[0]).toEqual('Tech: NSE_TCS NSE_INFY')
    expect(bench.said).toContain('error: Error removing items from watchlist')
  })

  test('step round', () => {
    send({ type: 'watchlist.step', by: -1 })
    expect(bench.actor.getSnapshot().context.active).toEqual('Indices')
    send({ type: 'watchlist.step', by: 1 })
    expect(bench.actor.getSnapshot().context.active).toEqual('Tech')
  })

  const many = (count: number) => Array.from({ length: count }, (_, index) => id(`NSE_S${index}`))
})
