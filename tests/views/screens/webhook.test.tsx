import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutgoingMessage } from '../../../server/webhooks/post-message.ts'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { showApp } from '../../support/view.tsx'

const SLOW = { timeout: FACT_MS }

let server: TestServer
let bench: ConsoleBench
const posted: OutgoingMessage[] = []

beforeEach(async () => {
  posted.length = 0
  server = await startServer({
    post: async (message) => {
      posted.push(message)
      return { status: 200, problem: '' }
    },
  })
  bench = consolesOver(server)
})
afterEach(async () => {
  bench.close()
  await server.close()
})

test('a webhook is set, shows its secret once, is tried, switched off and deleted', async () => {
  const password = await server.addUser('meera')
  const user = showApp(bench.open('/settings?section=webhook'))
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`meera{Tab}${password}{Enter}`)
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' }, SLOW)
  await user.click(address)
  await user.keyboard('http://example.com/a')
  await user.click(screen.getByRole('button', { name: 'Save and switch on' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Only https'), SLOW)
  await user.clear(address)
  await user.type(address, 'https://example.com/a')
  const template = screen.getByRole('textbox', { name: 'Template' })
  await user.click(template)
  await user.paste('{"text": {text}}')
  await screen.findByText(/It is not JSON/)
  expect(screen.getByRole('button', { name: 'Save and switch on' })).toHaveProperty('disabled', true)
  await user.clear(template)
  await user.paste('{"text": "{text}"}')
  await user.click(screen.getByRole('button', { name: 'Save and switch on' }))
  const { textContent: secret } = await screen.findByText(/^[0-9a-f]{64}$/, {}, SLOW)
  expect(await findBarriers()).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  await waitFor(() => expect(posted).toHaveLength(1), SLOW)
  expect(posted[0]).toMatchObject({ url: 'https://example.com/a', secret })
  expect(JSON.parse(posted[0]?.body ?? '')).toEqual({ text: 'A test message of sauda' })

  await user.click(screen.getByRole('button', { name: 'New secret' }))
  await waitFor(() => expect(screen.getByText(/^[0-9a-f]{64}$/).textContent).not.toBe(secret), SLOW)

  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  await screen.findByText('off', {}, SLOW)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText(/^Off\. What your alerts raise/, {}, SLOW)
})
