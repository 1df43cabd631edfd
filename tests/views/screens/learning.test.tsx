import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCommand } from '../../../src/commands/registry.ts'
import { IntroScreen } from '../../../src/views/screens/intro/intro-screen.tsx'
import { TrainerScreen } from '../../../src/views/screens/trainer/trainer-screen.tsx'
import { TourStrip } from '../../../src/views/shell/tour/tour-strip.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { answerShortList, tradeAs } from '../../support/orders/book-trader.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { showScreen } from '../../support/view.tsx'

const PATIENCE = { timeout: FACT_MS }
let server: TestServer
let bench: ConsoleBench
let users = 0

beforeAll(async () => {
  server = await startTradingServer()
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => bench.close())

const enter = async (path: string, view: () => React.ReactNode) => {
  const name = `learner${++users}`
  const password = await server.addUser(name)
  bench.answerInstead(answerShortList)
  const opened = bench.open(path)
  await tradeAs(opened, { server, name, password }, [])
  // Its commands are loaded after the shell.
  await waitFor(() => expect(findCommand('trainer.open')).toBeTruthy(), PATIENCE)
  opened.console.actors.navigation.send({ type: 'view.open', path })
  const user: UserEvent = showScreen(opened, view)
  return { user, actors: opened.console.actors, run: opened.console.runLine, path: () => opened.tab.path() }
}

describe('the first steps', () => {
  test('show a page with its video, write its lines on the palette and count what was done', async () => {
    const { user, actors, run, path } = await enter('/intro?page=virtual', IntroScreen)
    const steps = within(await screen.findByRole('list', { name: 'Steps' }, PATIENCE))
    expect(steps.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1Place an order/),
      expect.stringMatching(/^2Look after the position/),
      expect.stringMatching(/^3Review the day/),
    ])
    const video = screen.getByLabelText('Virtual: recorded in the console')
    expect(video.getAttribute('autoplay')).toBe(null)
    expect(await findBarriers()).toEqual([])
    await user.click(steps.getByRole('button', { name: /Place an order/ }))
    expect(actors.palette.getSnapshot().context.line).toBe('buy 10 infy')
    actors.palette.send({ type: 'palette.close' })
    run('go positions')
    run('intro virtual')
    await screen.findByRole('button', { name: /Done: ?Look after the position/ }, PATIENCE)
    await user.keyboard(']')
    await waitFor(() => expect(path()).toMatch(/page=backtest/))
    await screen.findByRole('button', { name: /Bring your own candles/ }, PATIENCE)
  })

  test('copy sample data as one’s own, once', async () => {
    const { user, actors } = await enter('/intro', IntroScreen)
    await user.click(await screen.findByRole('button', { name: /^Add sample data/ }, PATIENCE))
    await waitFor(() => {
      const { lists } = actors.watchlists.getSnapshot().context
      expect(lists.map(({ name }) => name)).toEqual(['First steps'])
    }, PATIENCE)
    const mine = () =>
      actors.scanners.getSnapshot().context.output?.mine.map(({ scannerName }) => scannerName)
    actors.scanners.send({ type: 'current.watch', key: '' })
    await waitFor(
      () => expect(mine()?.toSorted()).toEqual(['Golden cross', 'Volume three times the usual']),
      PATIENCE,
    )
  })
})

describe('the tour', () => {
  test('asks for an order, a backtest and a scan, counts them, skips and ends', async () => {
    const { user, actors, run } = await enter('/', TourStrip)
    expect(screen.queryByRole('status', { name: 'Tour' })).toBe(null)
    run('tour')
    const strip = within(await screen.findByRole('status', { name: 'Tour' }, PATIENCE))
    await strip.findByText(/^buy 10 infy/)
    await user.click(strip.getByRole('button', { name: 'Write it' }))
    expect(actors.palette.getSnapshot().context.line).toMatch(/^buy 10 infy/)
    actors.palette.send({ type: 'palette.close' })
    await user.click(strip.getByRole('button', { name: 'Skip' }))
    await strip.findByText(/^bt ema/)
    run('tour skip')
    await strip.findByText(/^scan rsi/)
    expect(await findBarriers()).toEqual([])
    run('tour skip')
    await strip.findByText(/The tour is over/)
    await user.click(strip.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Tour' })).toBe(null))
  })
})

describe('the key trainer', () => {
  test('asks, says what a wrong line would do, takes any line of the same meaning, and asks again', async () => {
    const { user, actors } = await enter('/trainer', TrainerScreen)
    await screen.findByRole('button', { name: 'Begin' }, PATIENCE)
    await user.keyboard('{Enter}')
    const line = await screen.findByRole('textbox', { name: 'The line that does it' }, PATIENCE)
    await waitFor(() => expect(document.activeElement).toBe(line))
    await user.keyboard('exit all{Enter}')
    await screen.findByText(/^That would be another thing: Exit/)
    await user.clear(line)
    await user.keyboard('nonsense here{Enter}')
    await screen.findByText(/^Not understood: nonsense/)
    await user.clear(line)
    await user.keyboard('buy infy 10q{Enter}')
    const result = within(await screen.findByRole('region', { name: 'Result' }))
    expect(result.getByText('Mistakes').nextElementSibling?.textContent).toBe('2')
    expect(actors.orderBook.getSnapshot().context.output ?? []).toEqual([])
    expect(await findBarriers()).toEqual([])
    await user.keyboard('r')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Result' })).toBe(null))
    await user.keyboard('?')
    await screen.findByText('Shortest')
    await user.keyboard('buy 10 infy{Enter}')
    await screen.findByText('answer shown, no best')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: /^Sell 5 TCS/ }, PATIENCE)
  })

  test('makes drills of what is clicked often, answered by keys that do nothing else', async () => {
    const { user, actors, path } = await enter('/trainer?set=yours', TrainerScreen)
    await screen.findByText('Nothing to learn yet', {}, PATIENCE)
    const call = 'view.open {"view":"positions"}'
    for (let click = 0; click < 3; click++) actors.trainer.send({ type: 'drill.clicked', call })
    await user.click(await screen.findByRole('button', { name: 'Begin' }, PATIENCE))
    await screen.findByRole('heading', { name: 'Go to Positions: press its keys' })
    await user.keyboard('gb')
    await screen.findByText('Those are other keys: g b')
    await user.keyboard('gp')
    await screen.findByRole('region', { name: 'Result' })
    expect(path()).toBe('/trainer?set=yours')
    expect(await findBarriers()).toEqual([])
  })
})
