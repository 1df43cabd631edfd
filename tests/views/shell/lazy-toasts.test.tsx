import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { createNotices } from '../../../src/machines/notices.ts'
import { preferencesMachine, readPreferences } from '../../../src/machines/shell/preferences.ts'
import { ConsoleProvider, type ViewConsole } from '../../../src/views/kit/console.tsx'
import { LazyToasts } from '../../../src/views/shell/lazy-toasts.tsx'
import { HOVERED_MS } from '../../../src/views/shell/toasts.tsx'

afterEach(() => vi.useRealTimers())

test('what is told before the toasts are there is shown once, and what comes later too', async () => {
  const notices = showToasts()
  act(() => notices.show({ kind: 'error', text: 'The session has ended' }))
  await screen.findByText('The session has ended')
  act(() => notices.show({ kind: 'info', text: 'Backtest deleted' }))
  await screen.findByText('Backtest deleted')
  expect(screen.getAllByText('The session has ended').length).toEqual(1)
})

const SHOWN_MS = 3000
const GONE_MS = 500

test('a pointer that rests on a toast holds it, for a bounded time', async () => {
  const notices = showToasts()
  act(() => notices.show({ kind: 'info', text: 'Line recorded' }))
  await screen.findByText('Line recorded')
  vi.useFakeTimers()
  act(() => notices.show({ kind: 'info', text: 'Basket deleted' }))
  await tick(50)
  fireEvent.mouseEnter(screen.getByText('Basket deleted').closest('ol') ?? document.body)
  await tick(SHOWN_MS)
  await tick(GONE_MS)
  expect(screen.queryByText('Basket deleted')).not.toEqual(null)
  await tick(HOVERED_MS)
  await tick(GONE_MS)
  expect(screen.queryByText('Basket deleted')).toEqual(null)
})

test('the keyboard holds a toast for as long as it is there', async () => {
  const notices = showToasts()
  act(() => notices.show({ kind: 'info', text: 'Watchlist saved' }))
  const toast = (await screen.findByText('Watchlist saved')).closest('li')
  vi.useFakeTimers()
  act(() => notices.show({ kind: 'info', text: 'Scanner deleted' }))
  await tick(50)
  fireEvent.keyDown(document, { code: 'KeyT', altKey: true })
  act(() => toast?.focus())
  await tick(SHOWN_MS + 3 * HOVERED_MS)
  await tick(GONE_MS)
  expect(screen.queryByText('Scanner deleted')).not.toEqual(null)
  act(() => toast?.blur())
  await tick(HOVERED_MS)
  await tick(GONE_MS)
  expect(screen.queryByText('Scanner deleted')).toEqual(null)
})

const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The parts of a console that toasts need; nothing else of it is asked for. */
const showToasts = () => {
  const notices = createNotices(() => 0)
  const preferences = createActor(
    preferencesMachine.provide({ actors: { otherTabs: fromCallback(() => {}) } }),
    { input: { preferences: readPreferences(null) } },
  )
  const console = { notices, actors: { preferences: preferences.start() } } as unknown as ViewConsole
  render(
    <ConsoleProvider value={console}>
      <LazyToasts />
    </ConsoleProvider>,
  )
  return notices
}
