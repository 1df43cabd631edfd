import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

/*
 * A key that is pressed before the next frame is drawn belongs where the key before it has led. `fireEvent` and the
 * looks at the focus leave no frame between them.
 */
const focused = () => document.activeElement

const openTicket = async () => {
  const opened = bench().open('/order-window')
  await enterApp(opened, password())
  opened.console.run({
    command: 'order.ticket',
    args: { instrument: 'NSE_INFY' as InstrumentId, side: 'buy' },
  })
  await screen.findByRole('spinbutton', { name: 'Quantity' })
  return opened
}

test('an order that is at fault has its caret in the field at fault before anything else is heard', async () => {
  await openTicket()
  fireEvent.click(screen.getByRole('radio', { name: 'LIMIT' }))
  const price = screen.getByRole('spinbutton', { name: 'Price' })
  fireEvent.change(price, { target: { value: '' } })
  screen.getByRole('spinbutton', { name: 'Quantity' }).focus()
  const form = price.closest('form')
  if (form === null) throw new Error('the price has no form')
  fireEvent.submit(form)
  expect([focused(), price.getAttribute('aria-invalid')]).toEqual([price, 'true'])
})

test('a backtest that is at fault has its caret in the field at fault before anything else is heard', async () => {
  const opened = bench().open('/backtest')
  await enterApp(opened, password())
  const entry = await screen.findByRole('textbox', { name: 'Entry' })
  const form = entry.closest('form')
  if (form === null) throw new Error('the entry has no form')
  fireEvent.submit(form)
  expect(focused()?.getAttribute('aria-invalid')).toEqual('true')
})
