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

test('what is not built yet is marked where the rail leads to it, and nothing else is', async () => {
  await enterApp(bench().open('/'), password())
  const rail = screen.getByRole('navigation', { name: 'Main' })
  const marked = within(rail)
    .getAllByRole('link')
    .filter((link) => link.title.endsWith('not built yet'))
    .map((link) => link.textContent)
  expect(marked).toContain('Volatilitysoon')
  expect(marked.filter((text) => text?.startsWith('Strategies') || text?.startsWith('Equity'))).toEqual([])
})
