import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROW_KEY_REST_MS } from '../../../../src/console/keys.ts'
import { setAlert } from '../../../../src/contract/scanners/alerts.ts'
import { saveScanner } from '../../../../src/contract/scanners/scanner.ts'
import { MINUTE_MS } from '../../../../src/domain/time.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const UNIVERSE = 'NSE_INFY,NSE_TCS,NSE_WIPRO'

let server: TestServer
let bench: ConsoleBench
let users = 0
let answering: Answering = () => null

beforeAll(async () => {
  server = await startServer({ now: '2026-11-23 11:00' })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  answering = () => null
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

interface Prepared {
  readonly session: Session
}

const enter = async (path: string, prepare: (user: Prepared) => Promise<void> = async () => {}) => {
  bench.answerInstead((...asked) => answering(...asked))
  const name = `lists${++users}`
  const password = await server.addUser(name)
  const session = await server.signIn(name, password)
  await prepare({ session })
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('navigation', { name: 'Main' }, SLOW).catch(() => screen.findByRole('main'))
  return { user, session, ...opened }
}

const table = (name: string) => screen.findByRole('grid', { name }, SLOW)
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, SLOW)
const rowOf = (name: string | RegExp) => screen.findByRole('row', { name }, SLOW)

const pointTo = async (name: RegExp): Promise<void> => {
  const row = await rowOf(name)
  act(() => row.focus())
}

const showWide = (): void => {
  const media = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(media(query), { matches: query.startsWith('(min-width') }),
  )
}

const save = async (session: Session, changes: object = {}) =>
  dataOf(
    saveScanner,
    await server.call(session, saveScanner, {
      body: {
        scanner_name: 'Rising',
        logic: 'close > close(-1)',
        universe: UNIVERSE,
        interval: '5min',
        ...changes,
      },
    }),
  )

describe('the lists of scanners', () => {
  test('show the samples, each with what it looks for and what it found in the last month', async () => {
    showWide()
    await enter('/discover-scanners')
    expect(within(await table('Scanners')).getAllByRole('row').length).toBeGreaterThan(24)
    await pointTo(/Opening range breakout/)
    const panel = screen.getByRole('complementary', { name: 'Scanner' })
    expect(within(panel).getByText(/Finds: The first close above the range/)).toBeTruthy()
    expect(await within(panel).findByText(/found at \d+ closes/, {}, SLOW)).toBeTruthy()
    expect(await findBarriers()).toEqual([])
  })

  test('lead from a sample to a copy of one’s own, which opens with its rule', async () => {
    const { user, tab } = await enter('/discover-scanners')
    await pointTo(/Golden cross/)
    await user.keyboard('c')
    await screen.findByText('Scanner Copied Successfully', {}, SLOW)
    await user.keyboard('1')
    await pointTo(/Golden cross/)
    await user.keyboard('{Enter}')
    await heading('Golden cross')
    await waitFor(() => expect(tab.path()).toMatch(/^\/scanner\/sc-golden-cross-/))
    expect(await screen.findByText('Saved', {}, SLOW)).toBeTruthy()
  })

  test('delete with one key, and bring back with another', async () => {
    const { user } = await enter('/my-scanners', async ({ session }) => {
      await save(session)
    })
    await pointTo(/Rising/)
    await user.keyboard('{Backspace}')
    await screen.findByText('Scanner Deleted Successfully', {}, SLOW)
    await screen.findByText('No scanners yet', {}, SLOW)
    await user.keyboard('{Control>}z{/Control}')
    await rowOf(/Rising/)
  })

  test('say that they cannot be loaded, and load once they can', async () => {
    let isDown = true
    answering = ({ path }) =>
      isDown && path.includes('/api/scanner/all')
        ? Response.json({ status: 'error', data: null, message: 'The store is full' }, { status: 500 })
        : null
    const { user } = await enter('/my-scanners')
    await screen.findByText('The store is full', {}, SLOW)
    isDown = false
    await user.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    await screen.findByText('No scanners yet', {}, SLOW)
  })

  test('filter by any word of them', async () => {
    const { user } = await enter('/discover-scanners')
    await table('Scanners')
    await user.keyboard('/')
    await user.keyboard('supertrend')
    await waitFor(() =>
      expect(within(screen.getByRole('grid', { name: 'Scanners' })).getAllByRole('row')).toHaveLength(2),
    )
  })
})

describe('the screen of a scanner', () => {
  test('scans as its rule is edited, and saves what was changed as a version', async () => {
    let slug = ''
    const { user, tab } = await enter('/my-scanners', async ({ session }) => {
      slug = (await save(session)).slug
    })
    await pointTo(/Rising/)
    await user.keyboard('{Enter}')
    await heading('Rising')
    await user.click(await screen.findByRole('button', { name: /As text/ }, SLOW))
    const text = screen.getByRole('textbox', { name: 'Find where, as text' })
    await user.clear(text)
    await user.type(text, 'close > 1 and volume > 0')
    await screen.findByText('Unsaved changes of v1', {}, SLOW)
    expect(tab.path()).toContain('v=1')
    await screen.findByRole('heading', { name: /Found 3/ }, SLOW)
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Version 2 of Rising saved', {}, SLOW)
    await screen.findByText('Saved', {}, SLOW)
    await waitFor(() => expect(tab.path()).toContain(`/scanner/${slug}`))
    expect(tab.path()).not.toContain('v=1')
  })

  test('puts it among the recent items of home, until it is deleted', async () => {
    const { console, user } = await enter('/my-scanners', async ({ session }) => {
      await save(session)
    })
    const recents = () =>
      console.actors.recents.getSnapshot().context.items.map(({ kind, name }) => [kind, name])
    await pointTo(/Rising/)
    expect(recents()).toEqual([])
    await user.keyboard('{Enter}')
    await heading('Rising')
    await waitFor(() => expect(recents()).toEqual([['scanner', 'Rising']]))
    console.runLine('delete scanner Rising')
    await waitFor(() => expect(recents()).toEqual([]), SLOW)
  })

  test('of a new scanner begins with examples, and asks for a name', async () => {
    const { user } = await enter('/scanner')
    await heading('New scanner')
    await screen.findByText('No rule yet')
    await user.click(await screen.findByRole('button', { name: /close crosses above ema/ }))
    await screen.findByRole('heading', { name: /Found|Scanning/ }, SLOW)
    await user.keyboard('{Control>}s{/Control}')
    const line = await screen.findByRole('combobox', {}, SLOW)
    await user.type(line, '"Crossed"')
    await user.keyboard('{Enter}')
    await heading('Crossed')
  })

  test('keeps the focus in a rule that is typed, also when it is first scanned', async () => {
    const { user } = await enter('/scanner')
    await user.click(await screen.findByRole('button', { name: /As text/ }, SLOW))
    const text = screen.getByRole('textbox', { name: 'Find where, as text' })
    await user.type(text, 'close > 1')
    await screen.findByRole('heading', { name: /Found/ }, SLOW)
    expect(document.activeElement).toBe(text)
    await user.keyboard(' and volume > 0')
    expect((text as HTMLTextAreaElement).value).toBe('close > 1 and volume > 0')
  })

  test('says where another device has saved since, and takes either', async () => {
    let saved = { slug: '', scanner_uuid: '', version: 0 }
    const { user, session } = await enter('/my-scanners', async (prepared) => {
      saved = await save(prepared.session)
    })
    await pointTo(/Rising/)
    await user.keyboard('{Enter}')
    await heading('Rising')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Candles' }), '15min')
    await screen.findByText('Unsaved changes of v1', {}, SLOW)
    await save(session, { slug: saved.slug, logic: 'close > 2' })
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/Version 2 was saved on/, {}, SLOW)
    await screen.findByText(/v2 was saved elsewhere since/, {}, SLOW)
    await user.click(screen.getByRole('button', { name: 'Take v2' }))
    await screen.findByText('Saved', {}, SLOW)
    expect(screen.getByText('v2')).toBeTruthy()
  })

  test('has its changes undone and redone by keys', async () => {
    const { user } = await enter('/my-scanners', async ({ session }) => {
      await save(session)
    })
    await pointTo(/Rising/)
    await user.keyboard('{Enter}')
    await heading('Rising')
    await screen.findByText('Saved', {}, SLOW)
    const candles = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Candles' })
    await user.selectOptions(candles, '15min')
    await screen.findByText('Unsaved changes of v1', {}, SLOW)
    screen.getByRole('button', { name: /Add row/ }).focus()
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('Saved', {}, SLOW)
    expect(candles.value).toBe('5min')
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await screen.findByText('Unsaved changes of v1', {}, SLOW)
    expect(candles.value).toBe('15min')
  })

  test('sets and stops its alert with one key', async () => {
    const { user } = await enter('/my-scanners', async ({ session }) => {
      await save(session)
    })
    await pointTo(/Rising/)
    await user.keyboard('{Enter}')
    await heading('Rising')
    await screen.findByRole('heading', { name: /Found/ }, SLOW)
    await user.keyboard('{Shift>}A{/Shift}')
    await screen.findByText('Scanner alert set successfully', {}, SLOW)
    await screen.findByText(/^Alert on/, {}, SLOW)
    await user.keyboard('{Shift>}A{/Shift}')
    await screen.findByText('Scanner alerts stopped successfully', {}, SLOW)
    await waitFor(() => expect(screen.queryByText(/^Alert on/)).toBeNull(), SLOW)
  })

  test('that is not there says so', async () => {
    await enter('/scanner/sc-nowhere-00')
    await screen.findByText('No such scanner', {}, SLOW)
  })
})

describe('live scanners', () => {
  const together = {
    logic: 'close of "NIFTY 50" > close(-1) of "NIFTY 50"',
    universe: UNIVERSE,
    interval: 'min',
  }

  const withAlert = async ({ session }: Prepared) => {
    await server.call(session, setAlert, { body: { scan: together } })
    for (let minute = 0; minute < 9; minute++) {
      server.clock.advance(MINUTE_MS)
      await server.alerts.settle()
    }
  }

  test('lists alerts with what they raised, and the log of the one under the cursor', async () => {
    showWide()
    const { user, tab } = await enter('/live-alerts', withAlert)
    await rowOf(/NIFTY 50.*INFY, TCS, WIPRO/)
    const log = await table('Alert log')
    await waitFor(() => expect(within(log).getAllByRole('row').length).toBeGreaterThan(3), SLOW)
    const lanes = screen.getByRole('list', { name: 'Raised today, by alert' })
    expect(within(lanes).getByRole('img', { name: /^\d+ raised on \d+ candles$/ })).toBeTruthy()
    expect(await findBarriers()).toEqual([])
    await pointTo(/NIFTY 50.*INFY, TCS, WIPRO/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tab.path()).toContain('/scanner-details?alert='))
    await waitFor(
      () =>
        expect(
          within(screen.getByRole('grid', { name: 'Alert log' })).getAllByRole('row').length,
        ).toBeGreaterThan(3),
      SLOW,
    )
  })

  test('stops one with a key, and sets it again by undo', async () => {
    const { user } = await enter('/live-alerts', withAlert)
    await pointTo(/NIFTY 50.*INFY, TCS, WIPRO/)
    await user.keyboard('s')
    await screen.findByText('Scanner alerts stopped successfully', {}, SLOW)
    await screen.findByText(/0 running/, {}, SLOW)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText(/1 running/, {}, SLOW)
  })

  test('mutes one with a key, and lets it be heard again', async () => {
    const { user } = await enter('/live-alerts', withAlert)
    await pointTo(/NIFTY 50.*INFY, TCS, WIPRO/)
    await user.keyboard('m')
    await rowOf(/no sound/)
    await new Promise((rested) => setTimeout(rested, ROW_KEY_REST_MS))
    await user.keyboard('m')
    await waitFor(() => expect(screen.queryByText('no sound')).toBe(null))
  })

  test('offers lines where none runs', async () => {
    const { user } = await enter('/live-alerts')
    await user.click(await screen.findByRole('button', { name: /alert close crosses above vwap/ }, SLOW))
    const line = await screen.findByRole('combobox', {}, SLOW)
    expect((line as HTMLInputElement).value).toContain('alert close crosses above vwap')
  })
})
