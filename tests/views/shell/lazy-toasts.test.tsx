import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { createNotices } from '../../../src/machines/notices.ts'
import { preferencesMachine, readPreferences } from '../../../src/machines/preferences.ts'
import { ConsoleProvider, type ViewConsole } from '../../../src/views/kit/console.tsx'
import { LazyToasts } from '../../../src/views/shell/lazy-toasts.tsx'

test('what is told before the toasts are there is shown once, and what comes later too', async () => {
  const notices = createNotices(() => 0)
  const preferences = createActor(
    preferencesMachine.provide({ actors: { otherTabs: fromCallback(() => {}) } }),
    { input: { preferences: readPreferences(null) } },
  )
  // The parts of a console that toasts need; nothing else of it is asked for.
  const console = { notices, actors: { preferences: preferences.start() } } as unknown as ViewConsole
  render(
    <ConsoleProvider value={console}>
      <LazyToasts />
    </ConsoleProvider>,
  )
  act(() => notices.show({ kind: 'error', text: 'The session has ended' }))
  await screen.findByText('The session has ended')
  act(() => notices.show({ kind: 'info', text: 'Backtest deleted' }))
  await screen.findByText('Backtest deleted')
  expect(screen.getAllByText('The session has ended').length).toEqual(1)
})
