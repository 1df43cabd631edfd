import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { provideNotificationStream } from '../../../src/console/notifications/notification-adapters.ts'
import { createTicket } from '../../../src/contract/notifications/notifications.ts'
import type { HttpClient } from '../../../src/platform/http-client.ts'
import { createMemoryBrowser } from '../../support/browser/memory-browser.ts'

/** A page that is still loading, and the calls and streams it makes. */
const start = () => {
  const made: string[] = []
  const waiting = new Set<() => void>()
  const platform = createMemoryBrowser({
    openEvents: (url) => {
      made.push(`stream ${url}`)
      return () => {}
    },
    whenLoaded: (run) => {
      waiting.add(run)
      return () => waiting.delete(run)
    },
  }).openTab()
  const http = {
    call: async (endpoint: object) => {
      if (endpoint !== createTicket) return []
      made.push('ticket')
      return { ticket: 'T', expires_at: 0 }
    },
    prepare: () => ({ url: '/stream' }),
  } as unknown as HttpClient
  const stream = createActor(provideNotificationStream({ platform, http, userUuid: () => 'meera' }), {
    input: { random: () => 0 },
  }).start()
  stream.send({ type: 'stream.connect' })
  return {
    made,
    waiting,
    stream,
    load: () => {
      for (const run of waiting) run()
    },
  }
}

test('a page that is still loading opens its stream, and asks for its ticket, only once it is loaded', async () => {
  const { made, waiting, load } = start()
  await vi.waitFor(() => expect(waiting.size).toEqual(1))
  expect(made).toEqual([])
  load()
  await vi.waitFor(() => expect(made).toEqual(['ticket', 'stream /stream']))
})

test('a page whose session ends before it is loaded opens none', async () => {
  const { waiting, stream } = start()
  await vi.waitFor(() => expect(waiting.size).toEqual(1))
  stream.send({ type: 'session.ended' })
  expect(waiting.size).toEqual(0)
})
