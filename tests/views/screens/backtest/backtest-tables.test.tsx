import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BacktestResult, PnlRow } from '../../../../src/domain/backtests/backtest.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { dayNumberToIstDate, istDayNumber } from '../../../../src/domain/time.ts'
import { reportOf } from '../../../../src/views/screens/backtest/report.ts'
import { TablesPanel } from '../../../../src/views/screens/backtest/tables/tables-panel.tsx'
import { minutesIn, OPEN_AT, trade } from '../../../domain/backtests/report-tables/trades.ts'
import { backtestResult } from '../../../support/backtests.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const DAYS = 30

/** A month of days that gain and lose in turn, the symbol rising all the while. */
const result: BacktestResult = {
  ...backtestResult(),
  maxCapUsed: 1_000,
  pnl: Array.from({ length: DAYS }, (_, day): PnlRow => {
    const cumulative = day % 2 === 0 ? 100 + day : 60 + day
    return [minutesIn(day * 1440 + 370), 100 + day, 1, cumulative, 0, cumulative]
  }),
  dailyReturns: Array.from({ length: DAYS }, (_, day) => [
    dayNumberToIstDate(istDayNumber(OPEN_AT) + day),
    day % 2 === 0 ? 4.1 : -3.9,
  ]),
  tradeLog: [
    trade({ netPnl: 40, against: 0.2, inFavour: 50, reason: 'target' }),
    trade({ netPnl: -40, against: 41, reason: 'stop', minutes: 30 }),
  ],
  byWeekday: [{ label: 'Mon', trades: 2, netPnl: 0, meanReturn: 0.1 }],
  byHour: [{ label: '09:00', trades: 2, netPnl: 0, meanReturn: null }],
  byMonth: [{ label: '2024-04', trades: 2, netPnl: 0, meanReturn: 0.1 }],
}

const show = (of: BacktestResult) => {
  const rows = [{ instrument: nifty, state: 'saved' as const, result: of, error: null, backtestUuid: null }]
  const report = reportOf(rows, null, nifty)
  if (report === null) throw new Error('no report')
  render(<TablesPanel report={report} capital={10_000} />)
}

const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const figure = (name: string) => screen.getByText(name).closest('dt')?.nextElementSibling?.textContent

/** Finds each box 400 by 260 pixels, where the test's own DOM has no sizes. */
class Measured {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe() {
    const contentRect = { left: 0, top: 0, width: 400, height: 260 }
    this.#tell([{ contentRect } as ResizeObserverEntry], this)
  }
  unobserve() {}
  disconnect() {}
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the tables of a run', () => {
  test('begin with risk; arrows go on to the next', async () => {
    show(result)
    expect(figure('Worst day')).toEqual('−3.90%')
    expect(figure('Winning days')).toEqual('50.00%')
    screen.getByRole('radio', { name: 'Risk' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    const [deepest] = within(screen.getByRole('table', { name: 'Deepest drawdowns' })).getAllByRole(
      'rowheader',
    )
    expect(deepest?.textContent).toEqual('01 Apr 2024')
  })

  test('group trades by exit and holding time', async () => {
    show(result)
    await choose('Trades')
    const byExit = screen.getByRole('table', { name: 'Trades by exit' })
    expect(within(byExit).getByRole('row', { name: /^target/ }).textContent).toEqual('target1100.0%+₹40+₹40')
    expect(screen.getByRole('rowheader', { name: 'up to 1 hour' })).toBeTruthy()
  })

  test('tell what a stop would have met', async () => {
    show(result)
    await choose('Excursions')
    const stops = screen.getByRole('table', { name: 'Effect of a stop' })
    expect(within(stops).getByRole('row', { name: /^0\.30%/ }).textContent).toEqual('0.30%0.0%100.0%')
  })

  test('tell what a stop that is moved by keys would have done', async () => {
    vi.stubGlobal('ResizeObserver', Measured)
    show(result)
    await choose('Excursions')
    const words = () => screen.getByText(/^Stop at \d/).textContent
    expect(words()).toEqual('Stop at 41.50%: no trade reaches it. Drag it or use the arrow keys.')
    const stop = await screen.findByRole('slider', { name: 'Stop' })
    stop.focus()
    await userEvent.keyboard('{ArrowLeft}')
    const effect = '1 of 2 trades stopped · net P&L ₹0 → −₹1 · win rate 50.0% → 50.0%'
    expect(words()).toEqual(`Stop at 41.00%: ${effect}`)
    expect(stop.getAttribute('aria-valuetext')).toEqual(words())
    await userEvent.keyboard('{Home}')
    expect(words()).toEqual(
      'Stop at 0.50%: 1 of 2 trades stopped · net P&L ₹0 → +₹40 · win rate 50.0% → 50.0%',
    )
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(words()).toContain('41.50%')
  })

  test('show trades or days as a distribution', async () => {
    show(result)
    await choose('Distribution')
    expect(figure('Median')).toEqual('₹0')
    await choose('Days')
    expect(figure('Median')).toEqual('+0.10%')
  })

  test('set the run beside its symbol', async () => {
    show(result)
    await choose('Benchmark')
    expect(figure('Buy-and-hold return')).toEqual('+29.00%')
    expect(figure('Down capture')).toEqual('–')
    expect(screen.getByText('The symbol never fell.')).toBeTruthy()
  })

  test('read the calendar, and say so where nothing was traded', async () => {
    show({ ...result, byHour: [] })
    await choose('Calendar')
    expect(screen.getByRole('row', { name: 'Mon 2 ₹0 +0.10%' })).toBeTruthy()
    expect(screen.getByText('No trades')).toBeTruthy()
  })

  test('of a run that never traded say why there is none', async () => {
    show(backtestResult())
    expect(screen.getAllByText('No daily returns.').length).toBeGreaterThan(1)
    for (const name of ['Drawdowns', 'Trades', 'Excursions', 'Distribution', 'Benchmark', 'Calendar']) {
      await choose(name)
      expect(screen.getByRole('region', { name: 'Tables' }).textContent).not.toMatch(/NaN|Infinity|undefined/)
    }
  })
})
