import { act, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { ChartPanel } from '../../../src/views/charts/candle-chart/chart-panel.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { showScreen } from '../../support/view.tsx'
import { waitFor } from '../../support/wait-for.ts'

const PATIENCE = { timeout: FACT_MS }
const QUARTERS = `date,open,high,low,close,volume
${['09:15', '09:30', '09:45'].map((time) => `2024-04-01 ${time},50,52,49,51,7`).join('\n')}
`

let server: TestServer
let password: string
let bench: ConsoleBench

beforeAll(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  server = await startServer()
  password = await server.addUser('asha')
  await importFiles(createCandleStore({ store: server.store, clock: server.clock }), [
    fileOf('TCS.csv', QUARTERS),
  ])
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  // The list takes seconds to read in one thread, and a chart needs none of it.
  bench.answerInstead(({ path }) =>
    path.includes('instrumentsList') ? new Promise<Response>(() => {}) : null,
  )
})
afterEach(() => bench.close())

const show = async (path: string, Screen: () => React.JSX.Element) => {
  const opened = bench.open(path)
  const { auth, charts, storedSeries } = opened.console.actors
  await waitFor(auth, (state) => state.matches('signedOut'))
  auth.send({ type: 'auth.signIn', userName: 'asha', password })
  await waitFor(auth, (state) => state.matches({ signedIn: 'ready' }), PATIENCE)
  await waitFor(storedSeries, ({ context }) => context.output !== null, PATIENCE)
  const user = showScreen(opened, Screen)
  const loaded = () =>
    act(() => waitFor(charts, ({ context }) => context.charts.first.candles !== null, PATIENCE))
  await loaded()
  return { user, loaded, charts }
}

const chosen = (): string | null =>
  screen.getByRole('group', { name: 'Candles' }).querySelector('input:checked')?.closest('label')
    ?.textContent ?? null

describe('imported history on a chart', () => {
  test('is chosen, says its years, has no last price, and offers what there is', async () => {
    const { user, loaded } = await show('/trading-view?symbol=NSE_TCS&interval=15min', () => (
      <ChartPanel slot="first" isWhole />
    ))
    expect([chosen(), screen.queryByText('Imported, 2024')]).toEqual(['Market', null])

    await user.click(screen.getByRole('radio', { name: 'Imported' }))
    await loaded()
    await screen.findByText('Imported, 2024', {}, PATIENCE)
    expect(chosen()).toEqual('Imported')
    screen.getByRole('application', { name: 'TCS, 15 Minutes, Imported, 2024' })
    const intervals = within(screen.getByRole('group', { name: 'Interval' })).getAllByRole('radio')
    expect(intervals.map((radio) => radio.closest('label')?.textContent)).toEqual([
      '15m',
      '30m',
      '1h',
      '4h',
      '1d',
      '1w',
      '1M',
    ])
    expect(await findBarriers()).toEqual([])
  })

  test('that lacks the interval says what is imported, and both ways on are one press away', async () => {
    const { user, charts } = await show('/trading-view?symbol=NSE_TCS&interval=5min&candles=imported', () => (
      <ChartPanel slot="first" isWhole />
    ))
    await screen.findByText('No imported 5-minute candles for TCS', {}, PATIENCE)
    screen.getByText('Imported: 15 minutes, 2024.')
    await user.click(screen.getByRole('button', { name: '30 Minutes' }))
    await screen.findByRole('application', { name: 'TCS, 30 Minutes, Imported, 2024' }, PATIENCE)
    act(() => charts.send({ type: 'chart.interval', slot: 'first', interval: '5min' }))
    await user.click(await screen.findByRole('button', { name: 'Show market data' }, PATIENCE))
    await screen.findByRole('application', { name: 'TCS, 5 Minutes' }, PATIENCE)
  })

  test('of an instrument without any is said to be none', async () => {
    await show('/trading-view?symbol=NSE_INFY&interval=5min&candles=imported', () => (
      <ChartPanel slot="first" isWhole />
    ))
    await screen.findByText('No imported candles for INFY', {}, PATIENCE)
  })

  test('cannot be chosen where one trades', async () => {
    await show('/markets', () => <ChartPanel slot="first" />)
    expect(screen.queryByRole('group', { name: 'Candles' })).toEqual(null)
  })
})
