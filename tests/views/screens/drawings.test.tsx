import { act, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeDrawings, getDrawings } from '../../../src/contract/charts/drawings.ts'
import type { Drawing } from '../../../src/domain/charts/drawings/drawing.ts'
import { ChartPanel } from '../../../src/views/charts/candle-chart/chart-panel.tsx'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { answerShortList, INFY, tradeAs } from '../../support/orders/book-trader.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { showScreen } from '../../support/view.tsx'
import { waitFor } from '../../support/wait-for.ts'

const PATIENCE = { timeout: FACT_MS }
const DAY = 86_400_000

let server: TestServer
let bench: ConsoleBench
let users = 0
let name = ''
let password = ''

beforeAll(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server = await startTradingServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  name = `drawer${++users}`
  password = await server.addUser(name)
  bench = consolesOver(server)
  bench.answerInstead(answerShortList)
})
afterEach(() => bench.close())

const enter = async () => {
  const opened = bench.open(`/trading-view?symbol=${INFY}&interval=5min`)
  await tradeAs(opened, { server, name, password }, [])
  const user = showScreen(opened, () => <ChartPanel slot="first" isWhole />)
  const { actors, run, dispatch } = opened.console
  const list = (): readonly Drawing[] => actors.drawings.getSnapshot().context.lists[INFY] ?? []
  const isSaved = () =>
    act(() => waitFor(actors.drawings, ({ context }) => context.unsaved.length === 0, PATIENCE))
  const onServer = async () => {
    const session = await server.signIn(name, password)
    const answer = await server.call(session, getDrawings, { query: { sym: INFY } })
    return (answer.json() as { readonly data: readonly { readonly tool: string }[] }).data
  }
  const add = (tool: Drawing['tool'], price: number) =>
    act(() =>
      run({
        command: 'drawing.draw',
        args: {
          tool,
          points: [
            { at: Date.UTC(2026, 10, 19, 5), price },
            ...(tool === 'horizontal' ? [] : [{ at: Date.UTC(2026, 10, 19, 5) + DAY, price: price + 5 }]),
          ],
        },
      }),
    )
  await act(() => waitFor(actors.drawings, ({ context }) => context.lists[INFY] !== undefined, PATIENCE))
  const kept = () => opened.tab.storage.tab().getItem('unsaved-drawings') ?? ''
  return { user, actors, run, dispatch, list, isSaved, onServer, add, kept }
}

const openMenu = async (user: Awaited<ReturnType<typeof enter>>['user']) => {
  await user.click(screen.getByRole('button', { name: /^drawings/ }))
  return within(await screen.findByRole('dialog', { name: 'Drawings' }, PATIENCE))
}

describe('drawings of a chart', () => {
  test('are listed, locked, hidden and removed by their buttons, and undone', async () => {
    const { user, list, isSaved, onServer, add, run } = await enter()
    add('horizontal', 1_500)
    add('trend', 1_480)
    await isSaved()
    expect((await onServer()).map(({ tool }) => tool)).toEqual(['horizontal', 'trend'])
    const menu = await openMenu(user)
    const rows = within(await menu.findByRole('list', { name: 'Drawings on this chart' }, PATIENCE))
    expect(rows.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      '1 Horizontal line 1,500.00',
      '2 Trend line 1,480.00 to 1,485.00',
    ])
    await user.click(rows.getByRole('button', { name: 'Lock Horizontal line 1,500.00' }))
    await user.click(rows.getByRole('button', { name: 'Hide Trend line 1,480.00 to 1,485.00' }))
    expect(list().map(({ isLocked, isHidden }) => [isLocked, isHidden])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(rows.getByRole('button', { name: 'Remove Horizontal line 1,500.00' })).toHaveProperty(
      'disabled',
      true,
    )
    await user.click(menu.getByRole('button', { name: 'Remove all' }))
    expect(list().map(({ tool }) => tool)).toEqual(['horizontal'])
    act(() => run({ command: 'drawing.undo', args: {} }))
    await isSaved()
    expect((await onServer()).map(({ tool }) => tool)).toEqual(['horizontal', 'trend'])
    act(() => run({ command: 'drawing.redo', args: {} }))
    await isSaved()
    expect((await onServer()).map(({ tool }) => tool)).toEqual(['horizontal'])
  })

  test('the toolbar of the selected one shows its keys and changes it; Esc ends the selection', async () => {
    const { user, list, add, actors, run } = await enter()
    add('trend', 1_480)
    const bar = await screen.findByRole('toolbar', { name: /^Trend line 1,480/ }, PATIENCE)
    await user.click(within(bar).getByRole('button', { name: /Colour/ }))
    await user.click(within(bar).getByRole('button', { name: /2 px/ }))
    await user.click(within(bar).getByRole('button', { name: /Extend/ }))
    expect(list()[0]).toMatchObject({ colour: 'orange', width: 3, tool: 'ray' })
    await user.click(within(bar).getByRole('button', { name: /Lock/ }))
    expect(
      within(bar)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Unlock l'])
    act(() => run({ command: 'drawing.cancel', args: {} }))
    expect(screen.queryByRole('toolbar', { name: /^Ray/ })).toBe(null)
    // The next one is drawn as the last was.
    expect(actors.drawings.getSnapshot().context.style).toMatchObject({ colour: 'orange', width: 3 })
  })

  test('a drawn long position becomes an order line of its risk, entry, stop and target', async () => {
    const { user, actors, run } = await enter()
    act(() =>
      run({
        command: 'drawing.draw',
        args: {
          tool: 'long',
          points: [
            { at: Date.UTC(2026, 10, 19, 5), price: 1_500 },
            { at: Date.UTC(2026, 10, 19, 6), price: 1_490 },
          ],
        },
      }),
    )
    const bar = await screen.findByRole('toolbar', { name: /^Long position/ }, PATIENCE)
    const field = within(bar).getByRole('textbox', { name: /Risk/ })
    await user.clear(field)
    await user.type(field, '12000{Enter}')
    await user.click(within(bar).getByRole('button', { name: /Order/ }))
    expect(actors.palette.getSnapshot().context.line).toBe('buy INFY r12000 @1500 sl 1490 tp 1520')
  })

  test('without the server they stay, are kept by the window, and are saved once it is back', async () => {
    const { list, isSaved, onServer, add, actors, kept } = await enter()
    bench.answerInstead((asked, deliver) =>
      asked.path.includes(changeDrawings.path) && asked.method === 'POST'
        ? Promise.reject(new TypeError('the line is cut'))
        : answerShortList(asked, deliver),
    )
    add('horizontal', 1_505)
    await act(() => waitFor(actors.drawings, (state) => state.matches({ saving: 'waiting' }), PATIENCE))
    expect(list()).toHaveLength(1)
    expect(actors.drawings.getSnapshot().context.message).toBe(
      'Error saving drawings: the server cannot be reached',
    )
    expect(kept()).toContain('"horizontal"')
    bench.answerInstead(answerShortList)
    act(() => actors.drawings.send({ type: 'drawings.retry' }))
    await isSaved()
    expect((await onServer()).map(({ tool }) => tool)).toEqual(['horizontal'])
    expect(kept()).not.toContain('"horizontal"')
  })
})
