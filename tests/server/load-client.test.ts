import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createHttpClient } from '../../bench/load/http-client.ts'

test('a load goes on over a new connection where the server has closed an idle one', async () => {
  const server = createServer((_, response) => response.setHeader('content-length', 2).end('ok'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const closed = new Promise<void>((done) => {
    server.once('connection', (socket) => socket.once('close', () => done()))
  })
  const { port } = server.address() as AddressInfo
  const client = createHttpClient({ host: '127.0.0.1', port, connections: 1 })
  try {
    const first = await client.call('GET', '/', {}, null)
    server.closeIdleConnections()
    await closed
    const second = await client.call('GET', '/', {}, null)
    expect([first, second]).toEqual([
      { status: 200, body: 'ok' },
      { status: 200, body: 'ok' },
    ])
  } finally {
    client.close()
    server.close()
  }
})
