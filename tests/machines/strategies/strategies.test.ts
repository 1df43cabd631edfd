import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  NAMES_AFTER_MS,
  type StrategiesPage,
  type StrategyEntry,
  strategiesMachine,
} from '../../../src/machines/strategies/strategies.ts'
import { type StrategyQuery, usualQuery } from '../../../src/machines/strategies/strategy-query.ts'
import { strategiesPage, strategyEntry } from '../../support/strategies.ts'

const numbered = (count: number): readonly StrategyEntry[] =>
  Array.from({ length: count }, (_, index) => strategyEntry(`S${index + 1}`))

interface Asked {
  readonly search: string
  readonly page: number
  answer(page: StrategiesPage): Promise<void>
  fail(): Promise<void>
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const start = () => {
  const clock = new SimulatedClock()
  const asked: Asked[] = []
  const told: string[] = []
  const list = createActor(
    strategiesMachine.provide({
      actors: {
        loadPage: fromPromise(
          ({ input: { query, page } }) =>
            new Promise<StrategiesPage>((resolve, reject) => {
              asked.push({
                search: query.search,
                page,
                answer: (reply) => {
                  resolve(reply)
                  return settle()
                },
                fail: () => {
                  reject(new ApiError({ kind: 'unreachable' }))
                  return settle()
                },
              })
            }),
        ),
      },
    }),
    { clock, input: { isSample: false } },
  )
  list.on('notice', ({ notice }) => told.push(notice.text))
  list.start()
  const show = (query: Partial<StrategyQuery> = {}, slug: string | null = null): void =>
    list.send({ type: 'strategies.show', query: { ...usualQuery, ...query }, slug })
  const last = (): Asked => {
    const one = asked.at(-1)
    if (one === undefined) throw new Error('nothing was asked')
    return one
  }
  const context = () => list.getSnapshot().context
  const names = () => context().rows.map(({ algoName }) => algoName)
  return { list, clock, asked, told, show, last, context, names, state: () => list.getSnapshot().value }
}

describe('the list of strategies', () => {
  test('loads what its address asks for when it is shown, and page after page as its end comes near', async () => {
    const { list, show, asked, last, names, state } = start()
    const all = numbered(25)
    show()
    await last().answer(strategiesPage(all))
    expect([names().length, state()]).toEqual([20, 'ready'])
    list.send({ type: 'strategies.more' })
    list.send({ type: 'strategies.more' })
    await last().answer(strategiesPage(all, 2))
    expect([names().length, names().at(-1), state()]).toEqual([25, 'S25', 'exhausted'])
    list.send({ type: 'strategies.more' })
    expect(asked.map(({ page }) => page)).toEqual([1, 2])
  })

  test('is not loaded again for the same address, and is for another one', async () => {
    const { list, show, asked, last, names } = start()
    show()
    await last().answer(strategiesPage(numbered(2)))
    list.send({ type: 'strategies.hide' })
    show()
    expect(asked.length).toEqual(1)
    show({ search: 'vwap' })
    expect(names()).toEqual(['S1', 'S2'])
    await last().answer(strategiesPage([strategyEntry('VWAP reclaim')]))
    expect([names(), asked.map(({ search }) => search)]).toEqual([['VWAP reclaim'], ['', 'vwap']])
  })

  test('drops an answer to filters that are no longer set', async () => {
    const { show, asked, last, names } = start()
    show()
    await last().answer(strategiesPage(numbered(2)))
    show({ search: 'vwap' })
    show()
    expect(asked.map(({ search }) => search)).toEqual(['', 'vwap', ''])
    await asked[1]?.answer(strategiesPage([strategyEntry('VWAP reclaim')]))
    expect(names()).toEqual(['S1', 'S2'])
  })

  test('says once that it cannot be loaded, and keeps rows only if they are of these filters', async () => {
    const { list, show, last, names, told, context, state } = start()
    show()
    await last().answer(strategiesPage(numbered(2), 1, 5_000))
    list.send({ type: 'strategies.load' })
    await last().fail()
    expect([names(), context().loadedAt, context().message, state(), told]).toEqual([
      ['S1', 'S2'],
      5_000,
      'Error loading strategies: the server cannot be reached',
      'failed',
      ['Error Loading Strategies'],
    ])
    show({ trend: 'bearish' })
    await last().fail()
    expect(names()).toEqual([])
  })

  test('is loaded for its names while no one looks, and says nothing then', async () => {
    const { list, clock, asked, told, state } = start()
    list.send({ type: 'strategies.begin' })
    clock.increment(NAMES_AFTER_MS - 1)
    expect([state(), asked.length]).toEqual(['waiting', 0])
    clock.increment(1)
    await asked[0]?.fail()
    expect([state(), told]).toEqual(['failed', []])
  })

  test('that changed elsewhere is loaded when it is shown, at once if it is', async () => {
    const { list, show, asked, last } = start()
    show()
    await last().answer(strategiesPage(numbered(2)))
    list.send({ type: 'strategies.changed' })
    expect(asked.length).toEqual(2)
    await last().answer(strategiesPage(numbered(2)))
    list.send({ type: 'strategies.hide' })
    list.send({ type: 'strategies.changed' })
    expect(asked.length).toEqual(2)
    show()
    expect(asked.length).toEqual(3)
  })

  test('loses a deleted row at once, its counts too, and misses none of the next page', async () => {
    const { list, show, last, names, context } = start()
    const all = numbered(25)
    show()
    await last().answer(strategiesPage(all))
    list.send({ type: 'strategies.removed', slug: 'eq-s3' })
    expect([names().length, context().total, context().trendCounts?.bullish]).toEqual([19, 24, 24])
    expect(context().known.some(({ slug }) => slug === 'eq-s3')).toEqual(false)
    const left = all.filter(({ slug }) => slug !== 'eq-s3')
    list.send({ type: 'strategies.more' })
    expect(last().page).toEqual(1)
    await last().answer(strategiesPage(left))
    list.send({ type: 'strategies.more' })
    await last().answer(strategiesPage(left, 2))
    expect(names()).toEqual(left.map(({ algoName }) => algoName))
  })

  test('keeps the names it has seen when a filter hides them', async () => {
    const { show, last, context } = start()
    show()
    await last().answer(strategiesPage(numbered(2)))
    show({ search: 'vwap' })
    await last().answer(strategiesPage([strategyEntry('VWAP reclaim')]))
    expect(context().known.map(({ algoName }) => algoName)).toEqual(['VWAP reclaim', 'S1', 'S2'])
  })

  test('forgets everything when the login session ends', async () => {
    const { list, show, last, context, state } = start()
    const before = context()
    show()
    await last().answer(strategiesPage(numbered(2)))
    list.send({ type: 'session.ended' })
    expect([context(), state()]).toEqual([before, 'idle'])
  })
})

describe('the cursor of the list', () => {
  test('moves to the row that an address names, on whatever page it is', async () => {
    const { list, show, asked, last, context } = start()
    const all = numbered(65)
    show({}, 'eq-s50')
    await last().answer(strategiesPage(all))
    await last().answer(strategiesPage(all, 2))
    await last().answer(strategiesPage(all, 3))
    expect([asked.map(({ page }) => page), context().cursor, context().isSought]).toEqual([
      [1, 2, 3],
      'eq-s50',
      true,
    ])
    list.send({ type: 'strategies.point', slug: 'eq-s50' })
    expect([context().cursor, context().isSought]).toEqual(['eq-s50', false])
  })

  test('stays where it is if no page has the row', async () => {
    const { show, last, context } = start()
    show({}, 'eq-gone')
    await last().answer(strategiesPage(numbered(3)))
    expect(context().isSought).toEqual(false)
  })

  test('stands on what was saved or copied once the list is loaded again', async () => {
    const { list, show, last, context, names } = start()
    show()
    await last().answer(strategiesPage(numbered(2)))
    list.send({ type: 'strategies.load', slug: 'eq-new' })
    await last().answer(strategiesPage([strategyEntry('New'), ...numbered(2)]))
    expect([names()[0], context().cursor, context().isSought]).toEqual(['New', 'eq-new', true])
  })
})
