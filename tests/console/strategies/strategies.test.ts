import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import { sampleStrategies } from '../../support/server/sample-strategies.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { waitFor } from '../../support/wait-for.ts'

const LINE = 'bt close > 1 on tcs 2026-10-01..2026-10-30 day nrml'
const SHARES = 'bt close > 1 exit close < 1 on tcs 2026-10-01..2026-10-30 day cash'

let server: TestServer
let bench: ConsoleBench
let users = 0

beforeAll(async () => {
  server = await startServer({ parts: () => ({ samples: sampleStrategies }) })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => bench.close())

/** Each test has a user of its own, who has saved nothing. */
const enter = async (path = '/my-strategies'): Promise<OpenConsole> => {
  const userName = `trader${++users}`
  const password = await server.addUser(userName)
  const opened = bench.open(path)
  const { actors } = opened.console
  await waitFor(actors.auth, (auth) => auth.matches('signedOut'))
  actors.auth.send({ type: 'auth.signIn', userName, password })
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
  await waitFor(actors.instruments, (instruments) => instruments.matches('ready'))
  await waitFor(actors.engines, (engines) => engines.matches('ready'))
  return opened
}

const loaded = ({ console }: OpenConsole) =>
  waitFor(console.actors.strategies, (list) => list.matches('exhausted'))

const runDone = async ({ console }: OpenConsole, line: string): Promise<void> => {
  const before = console.actors.backtest.getSnapshot().context.slug
  console.runLine(line)
  await waitFor(
    console.actors.backtest,
    (run) => run.matches({ done: 'idle' }) && run.context.slug !== before,
  )
}

/** With the row that the line's act makes, changes or takes away. */
const listed = async ({ console }: OpenConsole, line: string) => {
  const before = console.actors.strategies.getSnapshot().context.rows
  console.runLine(line)
  const list = await waitFor(
    console.actors.strategies,
    (now) => now.matches('exhausted') && now.context.rows !== before,
  )
  return list.context
}

describe('a run', () => {
  test('is saved as a strategy, backtested from there, and its figures stand in the list', async () => {
    const opened = await enter()
    const { console, notices, tab } = opened
    await loaded(opened)
    await runDone(opened, SHARES)
    const { params, rows } = console.actors.backtest.getSnapshot().context
    const saved = await listed(opened, 'save strategy "Always in" others trend')
    const [entry] = saved.rows
    expect(
      saved.rows.map(({ algoName, version, trend, subCategory, lastBacktest }) => [
        algoName,
        version,
        trend,
        subCategory,
        lastBacktest,
      ]),
    ).toEqual([['Always in', 1, 'others', 'trend', null]])
    expect([saved.cursor, saved.isSought]).toEqual([entry?.slug, true])

    await runDone(opened, 'bt strategy "always in" 2026-10-01..2026-10-30')
    const again = console.actors.backtest.getSnapshot().context
    const strategy = { algoUuid: entry?.algoUuid, slug: entry?.slug, version: 1 }
    expect(again.params).toEqual({ ...params, name: 'Always in', strategy })
    expect(again.rows.map(({ result }) => result?.finalPnl)).toEqual(
      rows.map(({ result }) => result?.finalPnl),
    )
    expect(tab.path()).toEqual(`/backtest?slug=${again.slug}`)
    const { items } = console.actors.recents.getSnapshot().context
    expect(items.map(({ kind, name }) => [kind, name])).toContainEqual(['strategy', 'Always in'])

    console.runLine('go my strategies')
    const tested = await waitFor(
      console.actors.strategies,
      ({ context }) => context.rows[0]?.lastBacktest != null,
    )
    expect(tested.context.rows[0]?.lastBacktest).toEqual(
      expect.objectContaining({
        slug: again.slug,
        version: 1,
        symbols: 1,
        from: '2026-10-01',
        to: '2026-10-30',
      }),
    )
    console.runLine('strategy report "Always in"')
    await waitFor(console.actors.navigation, ({ context }) => context.path === `/backtest?slug=${again.slug}`)
    expect(notices).toEqual(['success: Strategy Always in saved'])
  })

  test('saved under the name of a strategy is its next version, and an older one comes back as the newest', async () => {
    const opened = await enter()
    const { console, notices } = opened
    await loaded(opened)
    await runDone(opened, SHARES)
    await listed(opened, 'save strategy "Always in"')
    await runDone(opened, SHARES.replace('close > 1', 'close > 2'))
    const second = await listed(opened, 'save strategy "always in"')
    expect(second.rows.map(({ algoName, version, entry }) => [algoName, version, entry])).toEqual([
      ['Always in', 2, 'close > 2'],
    ])
    console.runLine('what changed "Always in"')
    const { slug } = second.rows[0] ?? {}
    await waitFor(console.actors.navigation, ({ context }) => context.path === `/my-strategies?slug=${slug}`)
    expect(console.actors.strategyPanel.getSnapshot().context.isOpen).toEqual(true)
    const third = await listed(opened, 'restore strategy "Always in" v1')
    expect(third.rows.map(({ version, entry }) => [version, entry])).toEqual([[3, 'close > 1']])
    expect(notices).toEqual([
      'success: Strategy Always in saved',
      'success: Version 2 of Always in saved',
      'success: Version 1 of Always in restored as version 3',
    ])
    await runDone(opened, 'bt strategy "Always in" v2 2026-10-01..2026-10-30')
    expect(console.actors.backtest.getSnapshot().context.params?.strategy?.version).toEqual(2)
  })

  test('that another device has overtaken is refused in words, and the list is current afterwards', async () => {
    const opened = await enter()
    const { console, notices } = opened
    await loaded(opened)
    await runDone(opened, SHARES)
    await listed(opened, 'save strategy "Always in"')
    await runDone(opened, SHARES.replace('close > 1', 'close > 2'))
    const elsewhere = console.actors.strategyActs
    const { slug = '' } = console.actors.strategies.getSnapshot().context.rows[0] ?? {}
    await listed(opened, 'save strategy "Always in"')
    elsewhere.send({ type: 'strategy.restore', strategy: slug, version: 1, seen: 1 })
    await waitFor(elsewhere, (acts) => acts.matches('idle'))
    expect(notices.at(-1)).toMatch(/^error: Version 2 was saved on .*; this change was made from version 1$/)
  })

  test('that no exchange could trade so is not saved, and the line says why', async () => {
    const opened = await enter()
    await loaded(opened)
    await runDone(opened, LINE)
    const { problem } = opened.console.read('save strategy "A"', 17)
    expect(problem?.message).toEqual(
      'This run cannot be saved as a strategy. product: NRML is for futures; shares are cash or MIS',
    )
  })

  test('sent again after its answer was lost adds nothing', async () => {
    const opened = await enter()
    const { console, notices } = opened
    await loaded(opened)
    await runDone(opened, SHARES)
    let isLost = true
    bench.answerInstead(async ({ path }, deliver) => {
      if (!path.endsWith('/strategy/eq') || !isLost) return null
      isLost = false
      await deliver()
      throw new TypeError('fetch failed')
    })
    console.runLine('save strategy "Once"')
    await waitFor(console.actors.strategyActs, ({ context }) => context.unanswered !== null)
    const list = await listed(opened, 'save strategy "Once"')
    expect(list.rows.map(({ algoName }) => algoName)).toEqual(['Once'])
    expect(notices).toEqual([
      'error: Error saving strategy: the server cannot be reached',
      'success: Strategy Once saved',
    ])
  })
})

describe('a sample', () => {
  test('is copied, deleted and brought back by lines alone', async () => {
    const opened = await enter('/discover-strategies')
    const { console, notices } = opened
    await waitFor(console.actors.sampleStrategies, (list) => list.matches('exhausted'))
    const copied = await listed(opened, 'copy strategy "Sample dip"')
    expect(copied.rows.map(({ algoName, isSample }) => [algoName, isSample])).toEqual([['Sample dip', false]])
    const renamed = await listed(opened, 'copy strategy eq-sample-1 as "Second dip"')
    expect(renamed.rows.map(({ algoName }) => algoName).toSorted()).toEqual(['Sample dip', 'Second dip'])
    console.runLine('go my strategies')
    const left = await listed(opened, 'delete strategy "Second dip"')
    expect([left.rows.map(({ algoName }) => algoName), left.total]).toEqual([['Sample dip'], 1])
    const back = await listed(opened, 'undelete strategy')
    expect(back.rows.map(({ algoName }) => algoName).toSorted()).toEqual(['Sample dip', 'Second dip'])
    // A message repeated within 100 ms is shown once.
    expect([...new Set(notices)]).toEqual([
      'success: Strategy Copied Successfully',
      'success: Strategy Deleted Successfully',
      'info: Strategy Second dip restored',
    ])
  })

  test('is backtested although no list holds it, and one that is nowhere is named', async () => {
    const opened = await enter('/')
    const { console, notices } = opened
    expect(console.actors.sampleStrategies.getSnapshot().context.known).toEqual([])
    await runDone(opened, 'bt strategy "Sample dip" 2026-10-28..2026-10-30')
    expect(console.actors.backtest.getSnapshot().context.params?.strategy?.slug).toEqual('eq-sample-1')
    console.runLine('bt strategy "No such thing"')
    await waitFor(console.actors.strategyRun, (run) => run.matches('failure'))
    expect(notices.at(-1)).toEqual('error: No strategy called No such thing')
  })
})

describe('the address of a list', () => {
  test('decides what is loaded', async () => {
    const opened = await enter('/discover-strategies?trend=others&sort=name')
    const { console } = opened
    const list = await waitFor(console.actors.sampleStrategies, (samples) => samples.matches('exhausted'))
    expect([list.context.rows.map(({ algoName }) => algoName), list.context.trendCounts]).toEqual([
      ['Sample breakout'],
      { bullish: 1, bearish: 0, neutral: 0, others: 1 },
    ])
    console.dispatch({
      to: 'navigation',
      event: { type: 'view.replace', path: '/discover-strategies?q=dip' },
    })
    const searched = await waitFor(
      console.actors.sampleStrategies,
      ({ context }) => context.rows[0]?.algoName === 'Sample dip',
    )
    expect(searched.context.total).toEqual(1)
    const asked = bench.asked.map(({ path }) => path).filter((path) => path.includes('/strategy/all'))
    expect(asked.at(-1)).toEqual('/api/strategy/all?page=1&limit=20&sort=-updated&search=dip&sample=true')
  })
})
