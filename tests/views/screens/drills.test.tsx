import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCommand } from '../../../src/commands/registry.ts'
import { listDrills } from '../../../src/contract/drills.ts'
import { DrillsScreen } from '../../../src/views/screens/drills/drills-screen.tsx'
import { DrillStrip } from '../../../src/views/shell/drill/drill-strip.tsx'
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

const enter = async () => {
  const name = `driller${++users}`
  const password = await server.addUser(name)
  bench.answerInstead(answerShortList)
  const opened = bench.open('/drills')
  await tradeAs(opened, { server, name, password }, [])
  // Its commands are loaded after the shell.
  await waitFor(() => expect(findCommand('drill.begin')).toBeTruthy(), PATIENCE)
  opened.console.actors.navigation.send({ type: 'view.open', path: '/drills' })
  const { actors, runLine } = opened.console
  const user = showScreen(opened, () => (
    <>
      <DrillsScreen />
      <DrillStrip />
    </>
  ))
  return { user, actors, run: runLine }
}

const begin = (actors: Awaited<ReturnType<typeof enter>>['actors'], kind: 'broker' | 'crash') =>
  actors.drillAct.send({ type: 'request.send', input: { kind, share: null } })

describe('drills', () => {
  test('are listed with what to do; Enter writes a line and starts nothing', async () => {
    const { user, actors } = await enter()
    const list = await screen.findByRole('grid', { name: 'Drills' }, PATIENCE)
    await screen.findByText('No drill yet', {}, PATIENCE)
    expect(within(list).getAllByRole('row').length).toBe(7)
    const row = within(list).getByRole('row', { name: /Broker answers late/ })
    row.focus()
    await screen.findByText(/Never send it again/, {}, PATIENCE)
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Enter}')
    expect(actors.palette.getSnapshot().context.line).toBe('drill broker')
    expect(actors.drills.getSnapshot().context.output).toEqual([])
  })

  test('show on a strip and end by a key; the debriefing is honest', async () => {
    const { user, actors } = await enter()
    await screen.findByText('No drill yet', {}, PATIENCE)
    begin(actors, 'broker')
    const strip = within(await screen.findByRole('region', { name: 'Drill' }, PATIENCE))
    strip.getByText(/^\d+ (s|min) left$/)
    strip.getByRole('button', { name: 'End' })
    within(screen.getByRole('grid', { name: 'Drills' }))
      .getByRole('row', { name: /Gap/ })
      .focus()
    await user.keyboard('x')
    const debriefing = await screen.findByRole('list', { name: 'Debriefing' }, PATIENCE)
    expect(debriefing.textContent).toBe(
      'You held nothing and had no order open: it could not hurt. Try again with a position.',
    )
    expect(screen.queryByRole('region', { name: 'Drill' })).toBe(null)
    expect(await findBarriers()).toEqual([])
  })

  test('of the market are refused in words where prices cannot be moved', async () => {
    const { actors } = await enter()
    begin(actors, 'crash')
    await waitFor(
      () =>
        expect(actors.drillAct.getSnapshot().context.message).toBe(
          'This market has no flash crash drill: its prices cannot be moved',
        ),
      PATIENCE,
    )
    expect(actors.drills.getSnapshot().context.output).toEqual([])
  })

  test('that cannot be loaded say so, and are loaded again', async () => {
    const { user, actors } = await enter()
    await screen.findByText('No drill yet', {}, PATIENCE)
    bench.answerInstead((asked, deliver) =>
      asked.path.endsWith(listDrills.path)
        ? new Response('', { status: 503 })
        : answerShortList(asked, deliver),
    )
    actors.drills.send({ type: 'session.ended' })
    actors.drills.send({ type: 'current.watch', key: '' })
    const retry = await screen.findByRole('button', { name: 'Retry' }, PATIENCE)
    bench.answerInstead(answerShortList)
    await user.click(retry)
    await screen.findByText('No drill yet', {}, PATIENCE)
  })
})
