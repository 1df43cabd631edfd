import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  type SavedRunMeta,
  type SavedRunsPage,
  savedRunsMachine,
  UNDO_MS,
} from '../../../src/machines/backtests/saved-runs.ts'

const run = (slug: string): SavedRunMeta => ({
  backtestUuid: slug,
  slug,
  name: slug,
  segSyms: ['INDICES_NIFTY 50'],
  symbols: 1,
  interval: '5min',
  from: '2024-04-01',
  to: '2024-06-28',
  entry: '',
  finalPnl: 0,
  trades: 0,
  source: 'imported',
  createdAt: 0,
  updatedAt: 0,
})

/** Pages of two over the slugs the server has. */
const page = (slugs: readonly string[], number: number): SavedRunsPage => ({
  currentPage: number,
  data: slugs.slice(number * 2 - 2, number * 2).map(run),
  perPage: 2,
  total: slugs.length,
  totalPages: Math.ceil(slugs.length / 2),
})

const start = (deleting: (slug: string) => Promise<void> = () => Promise.resolve()) => {
  const clock = new SimulatedClock()
  const asked: { search: string; page: number; answer: (page: SavedRunsPage) => void; fail: () => void }[] =
    []
  const deleted: string[] = []
  const told: string[] = []
  const runs = createActor(
    savedRunsMachine.provide({
      actors: {
        loadPage: fromPromise(
          ({ input }) =>
            new Promise<SavedRunsPage>((answer, reject) => {
              const fail = () => reject(new ApiError({ kind: 'unreachable' }))
              asked.push({ ...input, answer, fail })
            }),
        ),
        deleteRun: fromPromise(({ input }) => {
          deleted.push(input.slug)
          return deleting(input.slug)
        }),
      },
    }),
    { clock },
  )
  runs.on('notice', ({ notice }) => told.push(notice.text))
  runs.start()
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const load = async (...slugs: string[]) => {
    runs.send({ type: 'savedRuns.load' })
    asked.at(-1)?.answer(page(slugs, 1))
    await settle()
  }
  const slugs = () => runs.getSnapshot().context.runs.map(({ slug }) => slug)
  return {
    runs,
    clock,
    asked,
    deleted,
    told,
    settle,
    load,
    slugs,
    paging: () => runs.getSnapshot().value.paging,
  }
}

describe('the list of saved runs', () => {
  test('replaces by page 1, appends the pages after it, and ends', async () => {
    const { runs, asked, load, slugs, settle, paging } = start()
    await load('a', 'b', 'c')
    expect([slugs(), paging()]).toEqual([['a', 'b'], 'ready'])
    runs.send({ type: 'savedRuns.more' })
    runs.send({ type: 'savedRuns.more' })
    asked[1]?.answer(page(['a', 'b', 'c'], 2))
    await settle()
    expect([slugs(), paging(), asked.length]).toEqual([['a', 'b', 'c'], 'exhausted', 2])
    await load('d')
    expect(slugs()).toEqual(['d'])
  })

  test('shows a run once although a newer one moved the pages on', async () => {
    const { runs, asked, load, slugs, settle } = start()
    await load('b', 'c', 'd', 'e')
    runs.send({ type: 'savedRuns.more' })
    asked[1]?.answer(page(['a', 'b', 'c', 'd', 'e'], 2))
    await settle()
    expect(slugs()).toEqual(['b', 'c', 'd'])
  })

  test('drops an answer that a newer search has overtaken', async () => {
    const { runs, asked, slugs, settle } = start()
    runs.send({ type: 'savedRuns.load', search: 'em' })
    runs.send({ type: 'savedRuns.load', search: 'ema' })
    asked[1]?.answer(page(['ema'], 1))
    await settle()
    asked[0]?.answer(page(['embassy'], 1))
    await settle()
    expect([slugs(), asked.map(({ search }) => search)]).toEqual([['ema'], ['em', 'ema']])
  })

  test('says what failed and goes on from there', async () => {
    const { runs, asked, load, slugs, settle, paging } = start()
    await load('a', 'b', 'c')
    runs.send({ type: 'savedRuns.more' })
    asked[1]?.fail()
    await settle()
    expect([paging(), runs.getSnapshot().context.message]).toEqual([
      'failed',
      'Error loading backtest data: the server cannot be reached',
    ])
    runs.send({ type: 'savedRuns.more' })
    asked[2]?.answer(page(['a', 'b', 'c'], 2))
    await settle()
    expect(slugs()).toEqual(['a', 'b', 'c'])
  })
})

describe('deleting a saved run', () => {
  test('is sent when its five seconds have passed and not before', async () => {
    const { runs, clock, deleted, load, slugs, told } = start()
    await load('a', 'b')
    runs.send({ type: 'savedRuns.delete', slug: 'a' })
    clock.increment(UNDO_MS - 1)
    expect([slugs(), deleted]).toEqual([['b'], []])
    clock.increment(1)
    expect([slugs(), deleted, told]).toEqual([['b'], ['a'], ['Backtest deleted']])
  })

  test('that is taken back is never sent, and the run stands where it stood', async () => {
    const { runs, clock, deleted, load, slugs } = start()
    await load('a', 'b')
    runs.send({ type: 'savedRuns.delete', slug: 'a' })
    runs.send({ type: 'savedRuns.undoDelete' })
    clock.increment(10 * UNDO_MS)
    expect([slugs(), deleted, runs.getSnapshot().context.total]).toEqual([['a', 'b'], [], 2])
  })

  test('is sent at once when another follows, or when the page is left', async () => {
    const { runs, deleted, load, settle } = start()
    await load('a', 'b')
    runs.send({ type: 'savedRuns.delete', slug: 'a' })
    runs.send({ type: 'savedRuns.delete', slug: 'b' })
    expect(deleted).toEqual(['a'])
    await settle()
    runs.send({ type: 'savedRuns.flush' })
    expect(deleted).toEqual(['a', 'b'])
  })

  test('that the server refuses brings the run back and says why', async () => {
    const { runs, clock, load, slugs, told, settle } = start(() =>
      Promise.reject(new ApiError({ kind: 'rejected', status: 500, code: 'INTERNAL', reason: '' })),
    )
    await load('a', 'b')
    runs.send({ type: 'savedRuns.delete', slug: 'b' })
    clock.increment(UNDO_MS)
    await settle()
    expect([slugs(), told]).toEqual([
      ['a', 'b'],
      ['Backtest deleted', 'Error deleting backtest'],
    ])
  })

  test('does not bring the run back when the list is loaded meanwhile', async () => {
    const { runs, load, slugs } = start()
    await load('a', 'b')
    runs.send({ type: 'savedRuns.delete', slug: 'a' })
    await load('a', 'b')
    expect(slugs()).toEqual(['b'])
  })

  test('is sent although the list is loaded meanwhile', async () => {
    const { runs, clock, deleted, load } = start()
    await load('a', 'b')
    runs.send({ type: 'savedRuns.delete', slug: 'a' })
    await load('a', 'b')
    clock.increment(UNDO_MS)
    expect(deleted).toEqual(['a'])
  })

  test('leaves the list where it was: the next page still comes', async () => {
    const { runs, asked, load, slugs, settle } = start()
    await load('a', 'b', 'c')
    runs.send({ type: 'savedRuns.delete', slug: 'a' })
    runs.send({ type: 'savedRuns.more' })
    asked[1]?.answer(page(['a', 'b', 'c'], 2))
    await settle()
    expect(slugs()).toEqual(['b', 'c'])
  })
})
