import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { findBarriers } from '../../support/barriers.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

const limit = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `${name} limit` })

test('limits are shown with what is used, changed by form and by line, and taken back', async () => {
  const opened = bench().open('/settings?section=limits')
  const user = await enterApp(opened, password())
  const lots = await limit('Lots per order')
  expect(lots.value).toEqual('100')
  expect(screen.getByText('no loss today').parentElement?.textContent).toEqual('no loss today of ₹20,000')
  expect(await findBarriers()).toEqual([])

  await user.clear(lots)
  await user.type(lots, '0')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save limits' })
  expect(screen.getByText('1 to 10,000').textContent).toEqual('1 to 10,000')
  expect(save.disabled).toEqual(true)
  await user.clear(lots)
  await user.type(lots, '50{Enter}')
  await waitFor(() => expect(opened.notices).toContain('success: Limit changed: Lots per order 100 → 50'))

  opened.console.runLine('limit day loss 30k')
  await waitFor(() => expect(opened.notices).toContain('success: Limit changed: Day loss ₹20,000 → ₹30,000'))
  await waitFor(async () => expect((await limit('Day loss')).value).toEqual('30,000'))
  expect((await limit('Lots per order')).value).toEqual('50')
})

test('a refusal by a limit of one’s own names it and opens it', async () => {
  const opened = bench().open('/order-window')
  const user = await enterApp(opened, password())
  const infy = 'NSE_INFY' as InstrumentId
  opened.console.run({ command: 'order.ticket', args: { instrument: infy, side: 'buy' } })
  await user.click(await screen.findByRole('radio', { name: 'LIMIT' }))
  const price = screen.getByRole('spinbutton', { name: 'Price' })
  await user.clear(price)
  await user.type(price, '1400')
  const refusal = await screen.findByText(/^Price band: your limit is 3% from the last price/)
  expect(refusal.textContent).toMatch(/`limits` changes it\.$/)
  await user.click(screen.getByRole('button', { name: 'Change limit' }))
  expect((await limit('Price band')).value).toEqual('3')
})
