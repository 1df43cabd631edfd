import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'
import type { EngineWorker } from '../../src/engine/worker/client.ts'
import { backtestParams } from '../support/backtests.ts'
import { consolesOver, type OpenConsole } from '../support/console.ts'
import { FACT_MS } from '../support/limits.ts'
import { overServer } from '../support/over-server.ts'
import { waitFor } from '../support/wait-for.ts'

const LINE = 'bt ema(close,9) crosses above ema(close,21) on nifty 50 2026-10-01..2026-10-30 5min'

const { password, server, bench } = overServer()

const ready = async (opened: OpenConsole): Promise<OpenConsole> => {
  const { actors } = opened.console
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
  await waitFor(actors.instruments, (instruments) => instruments.matches('ready'))
  await waitFor(actors.engines, (engines) => engines.matches('ready'))
  await waitFor(actors.savedRuns, (runs) => runs.matches({ paging: 'exhausted' }))
  return opened
}

const signIn = (opened: OpenConsole, typed = password()): void =>
  opened.console.actors.auth.send({ type: 'auth.signIn', userName: 'asha', password: typed })

const enter = async (path?: string): Promise<OpenConsole> => {
  const opened = bench().open(path)
  await waitFor(opened.console.actors.auth, (auth) => auth.matches('signedOut') || auth.matches('signedIn'))
  if (opened.console.actors.auth.getSnapshot().matches('signedOut')) signIn(opened)
  return ready(opened)
}

/** Names below `interface Machines` in the files of machines. */
const declaredMachines = (): readonly string[] => {
  const root = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const blocks = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\n {2}interface Machines \{\n([^}]*)\}/g),
  ])
  return blocks.flatMap(([, block = '']) =>
    [...block.matchAll(/readonly (\w+):/g)].map(([, name = '']) => name),
  )
}

test('every machine that names itself runs', () => {
  const { actors } = bench().open().console
  const declared = declaredMachines()
  expect(Object.keys(actors).toSorted()).toEqual(declared.toSorted())
  expect(declared.length).toBeGreaterThan(50)
})

describe('signing in', () => {
  test('wrong credentials are said in these words, and nothing else is asked', async () => {
    const opened = bench().open()
    await waitFor(opened.console.actors.auth, (auth) => auth.matches('signedOut'))
    signIn(opened, 'not the password at all')
    const failed = await waitFor(opened.console.actors.auth, (auth) => auth.matches({ signedOut: 'failed' }))
    expect(failed.context.message).toEqual('Invalid credentials')
    expect(bench().asked.map(({ path }) => path)).toEqual(['/api/login'])
  })

  test('a stored token signs in a new tab, which reads the list of instruments once for itself', async () => {
    const first = await enter()
    const second = await ready(bench().open())
    expect(second.console.actors.auth.getSnapshot().context.user?.userName).toEqual('asha')
    expect(bench().asked.filter(({ path }) => path === '/api/login').length).toEqual(1)
    expect(second.console.instruments()?.size).toEqual(first.console.instruments()?.size)
  })

  test('a list of instruments that cannot be read is told in the log of the browser', async () => {
    bench().answerInstead(({ path }) =>
      path.includes('instrumentsList') ? new Response('<html>maintenance</html>') : null,
    )
    const opened = bench().open()
    await waitFor(opened.console.actors.auth, (auth) => auth.matches('signedOut'))
    signIn(opened)
    await waitFor(opened.console.actors.instruments, (instruments) => instruments.matches('failed'))
    expect(opened.tab.logged).toContain('Error parsing instruments')
    expect(opened.notices).toContain('error: Error fetching instruments')
  })

  test('an engine that cannot be loaded is told in the log of the browser', async () => {
    const createEngineWorker = () => {
      const worker: EngineWorker = {
        onmessage: null,
        onerror: null,
        postMessage: () => queueMicrotask(() => worker.onerror?.({ message: 'no such script' })),
        terminate: () => {},
      }
      return worker
    }
    const broken = consolesOver(server(), { createEngineWorker })
    const opened = broken.open()
    await waitFor(opened.console.actors.auth, (auth) => auth.matches('signedOut'))
    signIn(opened)
    const { context } = await waitFor(opened.console.actors.engines, (engines) => engines.matches('failed'))
    expect(context.message).toMatch(/no such script/)
    expect(opened.tab.logged).toContain(context.message)
    broken.close()
  })

  test('twelve calls refused together end the session once', async () => {
    const { console, notices } = await enter()
    bench().answerInstead(() =>
      Response.json(
        {
          status: 'error',
          data: null,
          message: 'Unauthorized: the session has ended, sign in again',
          code: 'UNAUTHORIZED',
        },
        { status: 401 },
      ),
    )
    for (let index = 0; index < 12; index++) {
      console.actors.storedSeries.send({ type: 'request.send', input: null })
      console.actors.savedRuns.send({ type: 'savedRuns.load' })
    }
    await waitFor(console.actors.auth, (auth) => auth.matches('signedOut'))
    const asked = bench().asked.length
    console.actors.storedSeries.send({ type: 'request.send', input: null })
    await waitFor(console.actors.storedSeries, (series) => series.matches('failure'))
    expect(notices.filter((text) => text.includes('session'))).toEqual([
      'error: Your session has ended. Please sign in again',
    ])
    expect([bench().asked.length, bench().browser.cookies.size]).toEqual([asked, 0])
  })

  test('signing out in one tab signs out the other', async () => {
    const first = await enter()
    const second = await ready(bench().open())
    first.console.run({ command: 'auth.signOut', args: {} })
    await waitFor(first.console.actors.auth, (auth) => auth.matches('signedOut'))
    await waitFor(second.console.actors.auth, (auth) => auth.matches('signedOut'))
    expect(first.notices).toContain('info: Logging out....')
    expect(second.notices).toContain('info: You signed out in another tab')
    expect(second.console.instruments()).toEqual(null)
  })
})

describe('a backtest', () => {
  test('is typed, previewed, run, saved, found in the list and opened again', async () => {
    const { console, tab, notices } = await enter()
    const { palette, backtest, savedRuns, recents } = console.actors

    console.pressKey(key('k', { ctrlKey: true }))
    palette.send({ type: 'palette.type', line: LINE, caret: LINE.length })
    const previewed = await waitFor(palette, ({ context }) => context.preview !== null)
    const { preview } = previewed.context
    expect(preview).toEqual(
      expect.objectContaining({ instruments: 1, source: 'simulated', firstDay: '2026-10-01', cutDays: null }),
    )

    const [row] = console.read(LINE, LINE.length).rows
    const act = row === undefined ? null : console.actOf(row)
    if (act === null)
      throw new Error(`the line does nothing: ${JSON.stringify(console.read(LINE, LINE.length))}`)
    palette.send({ type: 'palette.enter', act })
    const done = await waitFor(backtest, (run) => run.matches({ done: 'idle' }))

    const { slug, rows, cumulative, source } = done.context
    expect(rows.map(({ instrument, state, error }) => ({ instrument, state, error }))).toEqual([
      { instrument: 'INDICES_NIFTY 50', state: 'saved', error: null },
    ])
    expect(rows[0]?.result?.candles).toEqual(preview?.kind === 'backtest' ? preview.rows : null)
    expect([source, cumulative?.symbols]).toEqual(['simulated', 1])
    expect(tab.path()).toEqual(`/backtest?slug=${slug}`)
    expect(palette.getSnapshot().context.history).toEqual([LINE])
    expect(recents.getSnapshot().context.items.map((item) => item.slug)).toEqual([slug])
    expect(notices).toEqual([])
    const list = await waitFor(savedRuns, ({ context }) => context.runs.length === 1)
    expect(list.context.runs[0]).toEqual(expect.objectContaining({ slug, source: 'simulated' }))

    const again = await ready(bench().open(tab.path()))
    const opened = await waitFor(again.console.actors.backtest, (run) => run.matches({ done: 'idle' }))
    const { symbols: _, ...shown } = done.context
    const { symbols: __, ...loaded } = opened.context
    expect(loaded).toEqual({ ...shown, rows: shown.rows.map((one) => ({ ...one })) })
  })

  test('with stop and target has its doubtful candles settled by minutes of the same source', async () => {
    const { console } = await enter()
    console.runLine('bt close > 1 on nifty 50 2026-09-01..2026-10-30 day nrml sl 0.2% tp 0.2% slip 2t')
    const done = await waitFor(console.actors.backtest, (run) => run.matches({ done: 'idle' }), {
      timeout: FACT_MS,
    })
    const asked = bench()
      .asked.map(({ path }) => path)
      .filter((path) => path.includes('/candles?'))
    expect(asked.map((path) => path.replace(/^.*interval=/, ''))).toEqual([
      'day&from=2026-09-01&to=2026-10-30',
      'min&from=2026-09-01&to=2026-10-30&source=simulated',
    ])
    const report = done.context.rows[0]?.result
    const told = report?.remarks.join(' ').match(/minute candles resolved (\d+)/)?.[1]
    expect(Number(told)).toBeGreaterThan(0)
    // The index trades as its future, whose tick is 0.10 at this level: two of them in, two out.
    const [trade] = report?.tradeLog ?? []
    expect(trade?.slippage).toBeCloseTo(4 * 0.1 * (trade?.quantity ?? 0), 6)
  })

  test('over an instrument that is not there says so and keeps the screen', async () => {
    const { console, notices } = await enter()
    console.dispatch({
      to: 'backtest',
      event: {
        type: 'backtest.run',
        params: backtestParams({ from: '2026-10-01' as IstDate, to: '2026-10-30' as IstDate }),
        instruments: ['NSE_NOSUCH' as InstrumentId],
        cutFrom: 'start',
      },
    })
    await waitFor(console.actors.backtest, (run) => run.matches('idle'))
    expect(notices).toEqual(['error: NSE_NOSUCH is not in the instrument list'])
  })

  test('over several symbols that was interrupted says what is missing, and goes on with that alone', async () => {
    const first = await enter()
    // The page is closed while it waits for the candles of the second symbol.
    bench().answerInstead(({ path }) =>
      path.includes('/candles?') && path.includes('NSE_TCS') ? new Promise(() => {}) : null,
    )
    first.console.runLine('bt close > 1 on infy, tcs, sbin 2026-10-01..2026-10-30 day nrml')
    const begun = await waitFor(
      first.console.actors.backtest,
      ({ context }) => context.rows[0]?.state === 'saved' && context.rows[1]?.state === 'loadingCandles',
    )
    const { slug, params } = begun.context
    first.console.stop()
    bench().answerInstead(() => null)

    const { console } = await ready(bench().open(first.tab.path()))
    const { backtest, savedRuns } = console.actors
    const opened = await waitFor(backtest, (run) => run.matches({ done: 'idle' }))
    const states = (rows: typeof opened.context.rows) =>
      rows.map(({ instrument, state }) => `${instrument} ${state}`)
    expect([opened.context.slug, states(opened.context.rows), opened.context.cumulative?.symbols]).toEqual([
      slug,
      ['NSE_INFY saved', 'NSE_TCS notRun', 'NSE_SBIN notRun'],
      1,
    ])
    const listed = () => savedRuns.getSnapshot().context.runs.find((run) => run.slug === slug)
    expect([listed()?.segSyms.length, listed()?.symbols]).toEqual([1, 3])

    const before = bench().asked.length
    console.runLine('run missing')
    const done = await waitFor(
      backtest,
      (run) => run.matches({ done: 'idle' }) && run.context.cumulative?.symbols === 3,
    )
    expect([done.context.slug, done.context.params, states(done.context.rows)]).toEqual([
      slug,
      params,
      ['NSE_INFY saved', 'NSE_TCS saved', 'NSE_SBIN saved'],
    ])
    const candlesAsked = bench()
      .asked.slice(before)
      .flatMap(({ path }) => /candles\?.*key=(\w+)/.exec(path)?.[1] ?? [])
    expect(candlesAsked).toEqual(['NSE_TCS', 'NSE_SBIN'])
    await waitFor(savedRuns, () => listed()?.segSyms.length === 3)
  })

  test('whose save is refused keeps its report and can be saved again', async () => {
    const { console, notices } = await enter()
    bench().answerInstead(({ path }) =>
      path.endsWith('/backtest/save')
        ? Response.json(
            { status: 'error', data: null, message: 'The disk is full', code: 'UNAVAILABLE' },
            { status: 503 },
          )
        : null,
    )
    console.runLine(LINE)
    const unsaved = await waitFor(console.actors.backtest, (run) => run.matches('done'))
    expect(unsaved.context.rows.map(({ state, error }) => [state, error])).toEqual([
      ['saveFailed', 'The disk is full'],
    ])
    expect(unsaved.context.rows[0]?.result?.source).toEqual('simulated')
    expect(notices).toEqual(['error: Error saving backtest'])

    bench().answerInstead(() => null)
    console.setFocus({ kind: 'symbol', key: 'INDICES_NIFTY 50' })
    console.run({ command: 'backtest.saveAgain', args: {} })
    const saved = await waitFor(console.actors.backtest, ({ context }) => context.rows[0]?.state === 'saved')
    expect(saved.context.rows[0]?.backtestUuid).toMatch(/^[0-9a-f]{24}$/)
  })
})

describe('keys', () => {
  test('go places by chords, one step back by Escape, and nowhere while typing', async () => {
    const { console, tab } = await enter('/settings')
    const strokes = (...names: string[]) => names.map((name) => console.pressKey(key(name)))

    expect([strokes('g', 'p'), tab.path()]).toEqual([[true, true], '/positions'])
    expect([strokes('g', 'Escape'), tab.path()]).toEqual([[true, true], '/positions'])
    tab.setTyping(true)
    expect([strokes('g', 'h'), tab.path()]).toEqual([[false, false], '/positions'])
    tab.setTyping(false)
    expect([strokes('?'), console.context().dialog]).toEqual([[true], true])
    expect([strokes('g', 'h', 'Escape'), console.context().dialog]).toEqual([[false, false, true], false])
    expect([strokes('Escape'), tab.path()]).toEqual([[true], '/settings'])
  })

  test('that no command knows are left to the page', async () => {
    const { console } = await enter()
    expect(['j', 'Enter', 'ArrowDown'].map((name) => console.pressKey(key(name)))).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('the address', () => {
  test('that was asked for before signing in is there afterwards', async () => {
    const { console, tab, notices } = await enter('/backtest?slug=no-such-run')
    await waitFor(console.actors.backtest, (run) => run.matches('loadFailed'))
    expect([tab.path(), notices]).toEqual(['/backtest?slug=no-such-run', ['error: No such backtest']])
  })

  test('of a session that expired is there again for the same user, and for nobody else', async () => {
    const opened = await enter('/settings')
    const { actors } = opened.console
    const expire = async (): Promise<void> => {
      actors.auth.send({ type: 'auth.expired' })
      await waitFor(actors.auth, (auth) => auth.matches({ signedOut: 'idle' }))
    }
    await expire()
    expect(opened.tab.path()).toBe('/')
    signIn(opened)
    await ready(opened)
    expect(opened.tab.path()).toBe('/settings')
    await expire()
    const other = await server().addUser('someone-else')
    actors.auth.send({ type: 'auth.signIn', userName: 'someone-else', password: other })
    await ready(opened)
    expect(opened.tab.path()).toBe('/')
  })

  test('/logout signs out and leads home', async () => {
    const { console, tab, notices } = await enter('/settings')
    console.dispatch({ to: 'navigation', event: { type: 'view.open', path: '/logout' } })
    await waitFor(console.actors.auth, (auth) => auth.matches('signedOut'))
    expect([tab.path(), notices, bench().browser.cookies.size]).toEqual(['/', ['info: Logging out....'], 0])
  })
})

describe('the browser', () => {
  test('that loses its cookies ends the session at the next call, without making it', async () => {
    const { console } = await enter()
    bench().browser.cookies.clear()
    const asked = bench().asked.length
    console.actors.storedSeries.send({ type: 'request.send', input: null })
    await waitFor(console.actors.auth, (auth) => auth.matches('signedOut'))
    expect(bench().asked.length).toEqual(asked)
  })

  test('that is offline says so, keeps what is on screen and comes back by itself', async () => {
    const { console, tab } = await enter()
    const { connectivity } = console.actors
    tab.setOnline(false)
    expect(connectivity.getSnapshot().value).toEqual('offline')
    expect(console.instruments()?.size).toBeGreaterThan(0)
    tab.setOnline(true)
    await waitFor(connectivity, (network) => network.matches('online'))
    expect(bench().asked).toContainEqual({ method: 'GET', path: '/health' })
  })

  test('that is left sends the delete that was still waiting', async () => {
    const { console, tab } = await enter()
    console.runLine(LINE)
    const { context } = await waitFor(console.actors.backtest, (run) => run.matches({ done: 'idle' }), {
      timeout: FACT_MS,
    })
    const slug = context.slug ?? ''
    await waitFor(console.actors.savedRuns, (list) => list.context.runs.some((run) => run.slug === slug))
    console.run({ command: 'savedRuns.delete', args: { run: slug } })
    expect(bench().asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    tab.leave()
    await waitFor(console.actors.savedRuns, (list) => list.context.toDelete.length === 0)
    expect(bench().asked.filter(({ method }) => method === 'DELETE')).toEqual([
      { method: 'DELETE', path: `/api/backtest?slug=${slug}` },
    ])
  })
})

const key = (name: string, marks: Partial<KeyboardEvent> = {}) => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  preventDefault: () => {},
  stopPropagation: () => {},
  ...marks,
})
