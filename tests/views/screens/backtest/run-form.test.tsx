import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../../src/domain/time.ts'
import { callOfForm, emptyForm } from '../../../../src/views/screens/backtest/form/run-form-values.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { overServer } from '../../../support/over-server.ts'
import { enterApp } from '../../../support/view.tsx'

const { password, bench } = overServer()
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

test('a run is filled in from the keyboard: the best match by Enter, days as they are typed', async () => {
  const user = await enterApp(bench().open('/backtest'), password())
  await user.click(await screen.findByRole('combobox', { name: 'Instruments' }))
  await user.keyboard('nifty 50{Enter}')
  const chosen = await screen.findByRole('list', { name: 'Selected' })
  expect(
    within(chosen)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['NIFTY 50'])
  await user.keyboard('no such share{Enter}')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Instruments' }).value).toBe('no such share')
  await user.keyboard('{Control>}a{/Control}{Backspace}reliance{ArrowDown}{Enter}')
  // The list of found instruments stays open for the next one and hides what is around it.
  expect(within(chosen).getAllByRole('listitem', { hidden: true })).toHaveLength(2)
  expect(screen.queryByText('Enter an entry condition')).toBeNull()

  await user.keyboard('{Tab}')
  const from = await field('From')
  expect(document.activeElement).toBe(from)
  expect([from.value, from.placeholder, from.type]).toEqual(['', 'DD MMM YYYY', 'text'])
  await user.keyboard('1 apr 24{Tab}28/6/2024{Tab}')
  expect([from.value, (await field('To')).value]).toEqual(['01 Apr 2024', '28 Jun 2024'])
  expect(await findBarriers()).toEqual([])

  await user.clear(from)
  await user.type(from, '4/13/2024{Enter}')
  expect(screen.getByText('A date such as 1 apr 24 or 01 Apr 2024').id).toBe(
    from.getAttribute('aria-describedby'),
  )
})

describe('the days of a run', () => {
  const today = '2026-11-23' as IstDate
  const read = (from: string, to: string) => {
    const instruments = ['NSE_INFY' as InstrumentId]
    const form = callOfForm({ ...emptyForm(2), entry: 'close > 1', instruments, from, to }, { today })
    return form.ok ? (form.call.args as { span?: unknown }).span : form.problems
  }

  test.each([
    ['', '', undefined],
    ['1 apr 24', '28 Jun 2024', { from: '2024-04-01', to: '2024-06-28' }],
    ['1 nov', 'today', { from: '2026-11-01', to: '2026-11-23' }],
    ['1 apr 24', '', { to: 'Both dates, or neither for the default span' }],
    ['', 'today', { from: 'Both dates, or neither for the default span' }],
    ['28 jun 24', '1 apr 24', { to: 'The end date is before the start date' }],
    ['soon', '1 apr 24', { from: 'A date such as 1 apr 24 or 01 Apr 2024' }],
  ])('from %j to %j', (from, to, expected) => {
    expect(read(from, to)).toEqual(expected)
  })
})

describe('where the market lives on another day than the wall', () => {
  const ahead = overServer({ MARKET_CLOCK: 'always', MARKET_START: '2026-12-07 10:00' })

  test('today is the day of the market', async () => {
    const { console, ...opened } = ahead.bench().open('/backtest')
    await enterApp({ console, ...opened }, ahead.password())
    await waitFor(() => expect(console.environment().today).toBe('2026-12-07'))
  })
})
