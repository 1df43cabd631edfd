import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { overServer } from '../../support/over-server.ts'
import { enterApp, showApp } from '../../support/view.tsx'

const { password, bench } = overServer()

const BLOCKED = 'This browser blocks storage for this page'
const FULL = 'The browser’s storage is full'

test('nothing is said at the sign-in where nothing is stored, though nothing could be', async () => {
  bench().browser.setStorageFault('blocked')
  const opened = bench().open()
  showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  expect(opened.notices).toEqual([])
})

test('a browser that stores nothing is told of once, with what is forgotten and what to do', async () => {
  bench().browser.setStorageFault('blocked')
  const opened = bench().open()
  const user = await enterApp(opened, password())
  for (const theme of ['dark', 'light', 'dark'] as const)
    opened.console.run({ command: 'theme.set', args: { theme } })
  expect(await screen.findByText(BLOCKED)).toBeTruthy()
  // Focus holds it, however long the rest takes.
  await user.keyboard('{Alt>}t{/Alt}')
  expect(screen.getByText(/^Layout, theme, .* are lost when the page closes\. To keep them, /)).toBeTruthy()
  opened.console.run({ command: 'theme.set', args: { theme: 'light' } })
  expect(opened.notices).toEqual([`warning: ${BLOCKED}`])

  await user.tab()
  await user.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toEqual('Close toast')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText(BLOCKED)).toEqual(null))
})

test('storage that becomes full is told of when something is not remembered, and again after a reload alone', async () => {
  const opened = bench().open()
  await enterApp(opened, password())
  const setTheme = (of: typeof opened, theme: 'light' | 'dark') =>
    of.console.run({ command: 'theme.set', args: { theme } })
  setTheme(opened, 'dark')
  expect(opened.notices).toEqual([])
  bench().browser.setStorageFault('full')
  setTheme(opened, 'light')
  setTheme(opened, 'dark')
  expect(await screen.findByText(FULL)).toBeTruthy()
  const themeOf = ({ console }: typeof opened) => console.actors.preferences.getSnapshot().context.theme
  expect([opened.notices, themeOf(opened)]).toEqual([[`warning: ${FULL}`], 'dark'])
  const again = opened.reload()
  setTheme(again, 'dark')
  setTheme(again, 'light')
  expect(again.notices).toEqual([`warning: ${FULL}`])
})
