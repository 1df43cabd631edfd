import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forceStop, getOrderLog, listDeployments } from '../../../../src/contract/deployments.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { noLimits } from '../../../../src/domain/deployments/deployment.ts'
import type { OrderLogLine } from '../../../../src/machines/deployments/deployment-log.ts'
import type { Deployment } from '../../../../src/machines/deployments/deployments.ts'
import { ANSWER_AFTER_MS } from '../../../../src/machines/shell/palette.ts'
import { PHONE } from '../../../../src/views/kit/hooks/use-media.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type Asked, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { deploymentOf, logLine, runOf } from '../../../support/deployments.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { frame } from '../../../support/server/live.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }

let server: TestServer
let bench: ConsoleBench
let users = 0

beforeAll(async () => {
  server = await startServer({ now: '2026-11-23 11:41' })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const ok = (data: unknown): Response => Response.json({ status: 'success', data, message: '' })
const refused = (message: string): Response =>
  Response.json({ status: 'error', data: null, message }, { status: 500 })

interface Given {
  readonly deployments?: readonly Deployment[]
  readonly lines?: readonly OrderLogLine[]
}

/** These deployments and this log of each; all else is the server's. */
const answerWith =
  ({ deployments = [], lines = [] }: Given): Answering =>
  ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://console')
    if (pathname.endsWith('/deployments/all')) {
      const rows = deployments.filter(({ type }) => type === searchParams.get('type'))
      return ok(toWire(listDeployments.reply, rows as Deployment[]))
    }
    if (pathname.endsWith('/deployments/order_log')) {
      const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY)
      const page = lines.filter(({ seq }) => seq < before).slice(0, Number(searchParams.get('limit')))
      return ok(toWire(getOrderLog.reply, page as OrderLogLine[]))
    }
    if (pathname.endsWith('/deployments/force_stop')) {
      const key = searchParams.get('key') ?? ''
      return ok(toWire(forceStop.reply, { deploymentUuid: key, status: 'stopped', exits: [] }))
    }
    return pathname.endsWith('/deployments/pause') || pathname.endsWith('/deployments/resume')
      ? ok(null)
      : null
  }

const enter = async (given: Given | Answering, path = '/live-trades?type=auto') => {
  bench.answerInstead(typeof given === 'function' ? given : answerWith(given))
  const name = `runner${++users}`
  const password = await server.addUser(name)
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Live strategies' }, SLOW)
  return { user, ...opened }
}

const infy = runOf('INFY', {
  phase: 'in',
  quantity: 10,
  averagePrice: 1_500,
  stopPrice: 1_480,
  targetPrice: 1_540,
  realisedToday: -12.4,
  pnlToday: -12.4,
  entriesToday: 2,
})
const cross = deploymentOf('EMA cross', {
  latestVersion: 8,
  runs: [infy],
  limits: { ...noLimits, lossPerDay: 500, entriesPerDay: 6 },
})
const range = deploymentOf('Opening range', {
  runs: [runOf('TCS', { note: 'target 10:35', realisedToday: 200, pnlToday: 200 }), runOf('SBIN')],
})
const paused = deploymentOf('Supertrend', { status: 'paused', reason: 'loss limit of the day' })
const ended = deploymentOf('Gap fade', { status: 'stopped', reason: 'by you' })
const virtual = deploymentOf('VWAP', { type: 'paper' })

const lines = [
  logLine(5, '11:40', { symbol: 'INFY', sentence: 'No exit: rsi(14) 55.1' }),
  logLine(4, '11:35', { symbol: 'INFY', sentence: 'No exit: rsi(14) 52.3' }),
  logLine(3, '10:50', {
    symbol: 'INFY',
    kind: 'entered',
    side: 'buy',
    price: 1_500,
    quantity: 10,
    sentence: 'Bought 10 INFY at 1,500.00, because rsi(14) 28.4 is below 30',
  }),
  logLine(2, '10:25', {
    symbol: 'INFY',
    kind: 'exited',
    side: 'sell',
    price: 1_490,
    quantity: 10,
    pnl: -112.4,
    sentence: 'Sold 10 INFY at 1,490.00, stop: −₹112.40 after charges',
  }),
]

const rowOf = (name: string): HTMLElement => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [role=row][data-key]')]
  const row = rows.find((one) => one.querySelector('[role=rowheader]')?.textContent?.includes(name))
  if (row === undefined) throw new Error(`no row ${name}`)
  return row
}
const rowNames = () =>
  [...document.querySelectorAll('main [role=row][data-key] [role=rowheader] bdi')].map(
    ({ textContent }) => textContent,
  )
const cellsOf = (name: string) =>
  [...rowOf(name).querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent)
const panel = (name: string) => screen.findByRole('complementary', { name: `Deployment of ${name}` }, SLOW)
const asks = (part: string): readonly Asked[] => bench.asked.filter(({ path }) => path.includes(part))

describe('live strategies', () => {
  test('are listed with state, P&L, next check and the nearest limit; the stopped ones last', async () => {
    await enter({ deployments: [ended, cross, paused, range, virtual], lines })
    await waitFor(
      () => expect(rowNames()).toEqual(['EMA cross', 'Supertrend', 'Opening range', 'Gap fade']),
      SLOW,
    )
    expect(cellsOf('EMA cross')).toEqual(['INFY', 'Runninglong 10', '−12.40', '2', '11:45', '2 of 6 entries'])
    expect(cellsOf('Supertrend').slice(1, 2)).toEqual(['Pausedloss limit of the day'])
    expect(cellsOf('Opening range')).toEqual([
      '2 symbols',
      'Running0 of 2 held',
      '+200.00',
      '0',
      '11:45',
      'no limit',
    ])
    expect(rowOf('Gap fade').querySelector('[data-ended]')?.tagName).toEqual('SPAN')
    await screen.findByRole('radio', { name: 'Auto 3' }, SLOW)
    await screen.findByRole('radio', { name: 'Virtual 1' }, SLOW)
    await panel('EMA cross')
    expect(await findBarriers()).toEqual([])
  })

  test('have a P&L that follows the price, in the row, the day and the position', async () => {
    const { console } = await enter({ deployments: [cross], lines })
    const detail = await panel('EMA cross')
    act(() => console.quotes.write(frame('NSE_INFY 1510')))
    await waitFor(() => expect(cellsOf('EMA cross')[2]).toEqual('+87.60'), SLOW)
    const day = screen.getByRole('region', { name: 'Today' })
    // The row and the day each have four updates a second of their own.
    await waitFor(() => expect(day.textContent).toContain('+₹87.60'))
    expect(day.textContent).toContain('realised −₹12.40 · open +₹100.00')
    const position = within(detail).getByRole('region', { name: 'Position' })
    // It has four updates a second of its own, too.
    await waitFor(() => {
      for (const part of [
        'Long 10',
        'at 1,500.00',
        '+₹100.00',
        'stop 1,480.00 · 30.00 away',
        'target 1,540.00',
      ])
        expect(position.textContent).toContain(part)
    })
    act(() => console.quotes.write(frame('NSE_INFY 1455')))
    await waitFor(() => expect(cellsOf('EMA cross')[5]).toEqual('loss 92%'), SLOW)
    await waitFor(() =>
      expect(rowOf('EMA cross').querySelector('[data-tone=near]')?.textContent).toEqual('loss 92%'),
    )
  })

  test('of several instruments unfold by → and fold by ←, from the row of an instrument too', async () => {
    const { user } = await enter({ deployments: [range] })
    await waitFor(() => expect(document.activeElement).toBe(rowOf('Opening range')), SLOW)
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(rowNames()).toEqual(['Opening range', 'TCS', 'SBIN']), SLOW)
    expect(screen.getByRole('button', { name: 'Symbols of Opening range' }).ariaExpanded).toEqual('true')
    expect(cellsOf('TCS').slice(1, 3)).toEqual(['Flattarget 10:35', '+200.00'])
    await user.keyboard('jj')
    await waitFor(() => expect(document.activeElement).toBe(rowOf('SBIN')), SLOW)
    const detail = await panel('Opening range')
    await waitFor(() =>
      expect(within(detail).getByRole('region', { name: 'Position' }).textContent).toContain('SBIN'),
    )
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(rowNames()).toEqual(['Opening range']), SLOW)
    await waitFor(() => expect(document.activeElement).toBe(rowOf('Opening range')), SLOW)
  })

  test('are read beside the row under the cursor: version, rules and the log, whose checks are folded', async () => {
    const { user } = await enter({ deployments: [cross, range], lines })
    const detail = await panel('EMA cross')
    expect(detail.textContent).toContain('version 7, 8 is newer')
    const log = within(detail).getByRole('region', { name: 'Order log' })
    await within(log).findByText('2 checks without an act, the last: No exit: rsi(14) 55.1', {}, SLOW)
    const said = () =>
      within(log)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(said()).toEqual([
      '11:402 checks without an act, the last: No exit: rsi(14) 55.1',
      '10:50Bought 10 INFY at 1,500.00, because rsi(14) 28.4 is below 30',
      '10:25Sold 10 INFY at 1,490.00, stop: −₹112.40 after charges',
    ])
    await user.keyboard('v')
    await waitFor(() => expect(said().length).toEqual(4))
    await user.keyboard('j')
    const next = await panel('Opening range')
    expect(within(next).getByText('AUTO').tagName).toEqual('SPAN')
  })

  test('are paused at once, stopped after a second Enter, and resumed by the same key', async () => {
    const { user } = await enter({ deployments: [cross, paused], lines })
    await waitFor(() => expect(document.activeElement).toBe(rowOf('EMA cross')), SLOW)
    await user.keyboard('p')
    await waitFor(() => expect(asks('/deployments/pause').length).toEqual(1), SLOW)
    await user.keyboard('s')
    await screen.findByText(/leaves 10 INFY open, without stop and target/, {}, SLOW)
    expect(asks('/deployments/force_stop')).toEqual([])
    const askedAt = performance.now()
    await waitFor(() => expect(performance.now() - askedAt).toBeGreaterThan(2 * ANSWER_AFTER_MS))
    await user.keyboard('{Enter}')
    await waitFor(
      () =>
        expect(asks('/deployments/force_stop').map(({ path }) => path)).toEqual([
          `/api/deployments/force_stop?key=${cross.deploymentUuid}&exit_positions=false`,
        ]),
      SLOW,
    )
    await user.click(rowOf('Supertrend'))
    await user.keyboard('p')
    await waitFor(() => expect(asks('/deployments/resume').length).toEqual(1), SLOW)
  })

  test('have their trades of the day as bars, and by t as a table', async () => {
    const wide = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(wide(media), { matches: media === '(min-width: 62.5em)' }),
    )
    const first = logLine(1, '09:35', { symbol: 'INFY', kind: 'entered', side: 'buy' })
    const { user } = await enter({ deployments: [cross], lines: [...lines, first] })
    const lanes = await screen.findByRole('region', { name: 'Trades of the day by instrument' }, SLOW)
    const bars = within(lanes).getAllByTitle(/^Long from /)
    expect(bars.map(({ textContent }) => textContent)).toEqual([
      'Long from 09:35 to 10:25: −112',
      'Long from 10:50: held',
    ])
    expect(await findBarriers()).toEqual([])
    await user.keyboard('t')
    const trades = await screen.findByRole('grid', { name: 'Trades of the day' }, SLOW)
    const rows = () => within(trades).getAllByRole('row').slice(1)
    await waitFor(
      () =>
        expect(rows().map(({ textContent }) => textContent)).toEqual([
          'INFYLong10:50held–',
          'INFYLong09:3510:25−112.40',
        ]),
      SLOW,
    )
  })

  test('of another type are a tab away, and the filter narrows by name or symbol', async () => {
    const { user } = await enter({ deployments: [cross, range, virtual] })
    await waitFor(() => expect(rowNames()).toEqual(['EMA cross', 'Opening range']), SLOW)
    await user.keyboard('/')
    await user.keyboard('tcs')
    await waitFor(() => expect(rowNames()).toEqual(['Opening range']), SLOW)
    await user.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(rowNames()).toEqual(['EMA cross', 'Opening range']), SLOW)
    await user.keyboard('3')
    await waitFor(() => expect(rowNames()).toEqual(['VWAP']), SLOW)
    expect(within(await panel('VWAP')).getByText('VIRTUAL').tagName).toEqual('SPAN')
  })

  test('that do not exist say how to deploy one', async () => {
    await enter({})
    await screen.findByText('No strategy is running', {}, SLOW)
    expect(screen.getByRole('button', { name: /^Deploy one/ }).textContent).toContain('d')
    expect(await findBarriers()).toEqual([])
  })

  test('that cannot be loaded say why, and Retry loads them', async () => {
    let isDown = true
    const { user } = await enter((asked, deliver) =>
      isDown && asked.path.includes('/deployments/all')
        ? refused('The store is busy')
        : answerWith({ deployments: [cross] })(asked, deliver),
    )
    const alert = await within(screen.getByRole('main')).findByRole('alert', {}, SLOW)
    expect(alert.textContent).toContain('The store is busy')
    isDown = false
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(rowNames()).toEqual(['EMA cross']), SLOW)
  })

  test('stay with their age when a newer list cannot be loaded', async () => {
    let isDown = false
    const { console } = await enter((asked, deliver) =>
      isDown && asked.path.includes('/deployments/all')
        ? refused('The store is busy')
        : answerWith({ deployments: [cross] })(asked, deliver),
    )
    await waitFor(() => expect(rowNames()).toEqual(['EMA cross']), SLOW)
    isDown = true
    act(() => console.dispatch({ to: 'deployments', event: { type: 'deployments.load' } }))
    await screen.findByText(/^The store is busy\. As of /, {}, SLOW)
    expect(rowNames()).toEqual(['EMA cross'])
  })

  test('on a phone open in place with ruler, last line and three buttons', async () => {
    const wide = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(wide(media), { matches: media === PHONE }),
    )
    const { user } = await enter({ deployments: [cross, range], lines })
    const list = await screen.findByRole('list', { name: 'Live strategies' }, SLOW)
    const rows = () => within(list).getAllByRole('button')
    const first = await within(list).findByRole('button', { name: /^EMA cross/ }, SLOW)
    expect(first.ariaExpanded).toEqual('true')
    await within(list).findByText(/^Bought/, {}, SLOW)
    expect(within(list).getByRole('region', { name: 'Position' }).textContent).toContain('Long 10')
    for (const name of ['Pause', 'Stop', 'Stop and exit'])
      expect(within(list).getByRole('button', { name }).tagName).toEqual('BUTTON')
    expect(await findBarriers()).toEqual([])
    await user.click(within(list).getByRole('button', { name: /^Opening range/ }))
    await waitFor(() => expect(first.ariaExpanded).toEqual('false'))
    expect(rows().length).toBeGreaterThan(4)
  })
})
