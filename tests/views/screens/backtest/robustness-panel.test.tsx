import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { epochMs } from '../../../../src/domain/time.ts'
import { Findings } from '../../../../src/views/screens/backtest/robustness/findings.tsx'
import { findBarriers } from '../../../support/barriers.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { overServer } from '../../../support/over-server.ts'
import { enterApp } from '../../../support/view.tsx'

const lineOf = (fast: number) =>
  `bt ema(close,${fast}) crosses above ema(close,21) on nifty 50 2026-10-01..2026-10-30 5min`

const { password, bench } = overServer()

const enter = async (path = '/') => {
  const opened = bench().open(path)
  const user = await enterApp(opened, password())
  const backtest = opened.console.actors.backtest
  const run = async (fast: number) => {
    const before = backtest.getSnapshot().context.slug
    opened.console.runLine(lineOf(fast))
    await waitFor(() => {
      const snapshot = backtest.getSnapshot()
      expect(snapshot.context.slug === before).toEqual(false)
      expect(snapshot.matches({ done: 'idle' })).toEqual(true)
    })
    return screen.findByRole('region', { name: 'Robustness' })
  }
  return { user, ...opened, run }
}

/** Figures of a list by their names. */
const figures = (panel: HTMLElement, list: string): Readonly<Record<string, string>> => {
  const rows = panel.querySelectorAll(`[aria-label="${list}"] > div`)
  return Object.fromEntries(
    [...rows].map((row) => [
      row.querySelector('dt')?.firstChild?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  )
}

describe('the robustness panel', () => {
  test('shows the band, the findings and the deflated Sharpe, and a Monte Carlo test beside the run', async () => {
    const { user, console, run } = await enter()
    const panel = await run(9)
    const result = console.actors.backtest.getSnapshot().context.rows[0]?.result
    const models = [...panel.querySelectorAll('table[aria-label="Results by fill model"] tbody th')]
    expect(models.map((cell) => cell.textContent)).toEqual([
      'Same close',
      'Next openthis report',
      'Across the spread',
      'Worst price',
    ])
    const said = [...panel.querySelectorAll('section[aria-label="Findings"] > ul > li')]
    expect(said.length).toEqual(result?.robustness?.findings.length)
    expect(said[0]?.textContent).toMatch(/^critical.*The candles are simulated/)
    expect(figures(panel, 'Trial-adjusted Sharpe').Trials).toEqual('1 time')

    await user.click(within(panel).getByRole('button', { name: 'Monte Carlo test' }))
    await waitFor(() => expect(Object.keys(figures(panel, 'Monte Carlo test')).length).toEqual(5), {
      timeout: FACT_MS,
    })
    expect(figures(panel, 'Monte Carlo test')['Look-ahead bias']).toEqual('no')
    expect(figures(panel, 'Monte Carlo test')['Better than random entries']).toMatch(/^\d+\.\d%$/)
    expect(await findBarriers()).toEqual([])
  })

  test('counts each parameter set once, also after a reload', async () => {
    const { run, console } = await enter()
    await run(9)
    await run(5)
    const panel = await run(9)
    expect(figures(panel, 'Trial-adjusted Sharpe').Trials).toEqual('2 times')
    console.stop()
    const again = bench().open('/')
    const kept = () => again.console.actors.trials.getSnapshot().context.tried
    await waitFor(() => expect(kept().map(({ trials }) => trials.length)).toEqual([2]))
  })

  test('a failed test says why and can be tried again', async () => {
    const { user, run } = await enter()
    const panel = await run(9)
    bench().answerInstead(({ path }) =>
      path.includes('/instruments/candles')
        ? new Response(JSON.stringify({ detail: { code: 'X', message: 'no candles today' } }), {
            status: 500,
          })
        : null,
    )
    await user.click(within(panel).getByRole('button', { name: 'Monte Carlo test' }))
    const alert = await within(panel).findByRole('alert')
    bench().answerInstead(() => null)
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(Object.keys(figures(panel, 'Monte Carlo test')).length).toEqual(5), {
      timeout: FACT_MS,
    })
  })

  test('a run saved before there was a band still opens, and says that it has none', async () => {
    const { run, console } = await enter()
    await run(9)
    const { slug } = console.actors.backtest.getSnapshot().context
    bench().answerInstead(async ({ path }, deliver) => {
      if (!path.includes('/backtest/get?')) return null
      const text = await (await deliver()).text()
      const saved = JSON.parse(text, (key, value) => (key === 'robustness' ? undefined : value))
      return new Response(JSON.stringify(saved), { status: 200 })
    })
    console.actors.backtest.send({ type: 'backtest.clear' })
    console.actors.backtest.send({ type: 'backtest.open', slug: slug ?? '' })
    await screen.findByText('Not available')
    const panel = screen.getByRole('region', { name: 'Robustness' })
    expect(within(panel).getByText('Not checked').textContent).toEqual('Not checked')
    // Its days are there, so its deflated Sharpe can still be computed.
    expect(figures(panel, 'Trial-adjusted Sharpe').Trials).toEqual('1 time')
  })

  test('a finding with cases is reached and opened by key; one without has nothing to open', async () => {
    render(
      <Findings
        findings={[
          {
            code: 'ambiguous',
            severity: 'doubt',
            text: 'One candle touched both.',
            evidence: [{ at: epochMs(Date.parse('2026-10-01T10:15:00+05:30')), what: 'stop and target' }],
          },
          { code: 'warm_up', severity: 'note', text: 'Ten candles went into it.', evidence: [] },
        ]}
      />,
    )
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement?.textContent).toEqual('warningOne candle touched both.')
    const details = document.querySelectorAll('details')
    expect([details.length, details[0]?.open]).toEqual([1, false])
    await user.click(screen.getByText('One candle touched both.'))
    expect(details[0]?.open).toEqual(true)
    const evidence = within(screen.getByRole('table', { name: 'Evidence' })).getAllByRole('row')
    expect(evidence.map((row) => row.textContent)).toEqual(['01 Oct 2026, 10:15stop and target'])
  })
})
