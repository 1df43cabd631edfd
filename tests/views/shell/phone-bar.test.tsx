import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

test('every place that the rail or the header leads to, and those they have no room for, is one tap behind More', async () => {
  const user = await enterApp(bench().open('/'), password())
  const bar = screen.getByRole('navigation', { name: 'Navigation' })
  await user.click(within(bar).getByRole('button', { name: 'More' }))
  const dialog = await screen.findByRole('dialog', { name: 'Menu' })
  const titles = within(dialog)
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(titles).toEqual(
    expect.arrayContaining([
      'Order Book',
      'Settings',
      'Watchlists',
      'Chart',
      'Notifications',
      'Order window',
    ]),
  )
  await user.click(within(dialog).getByRole('link', { name: 'Watchlists' }))
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBe(null)
})
