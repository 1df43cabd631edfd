import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectionLimitsFor } from '../../../server/http/limits/connection-limits.ts'
import { createImport, sendImportFile } from '../../../src/contract/instruments/imports.ts'
import { FACT_MS, TEST_MS } from '../../support/limits.ts'
import {
  answerOf,
  callAs,
  endConnections,
  GET,
  LIMITS,
  SLOW,
  servers,
  sockets,
  start,
  UPLOAD,
} from '../../support/server/connection-server.ts'
import { listen } from '../../support/server/connections.ts'
import { openSocket } from '../../support/server/raw-socket.ts'
import { dataOf, ownPage, sessionHeaders, startServer, urlOf } from '../../support/server/server.ts'

afterEach(endConnections)

describe('a connection', () => {
  test('whose body does not come in ten seconds is told so and closed', async () => {
    const { later, open } = await start()
    const socket = await open('127.0.0.2', SLOW)
    later(LIMITS.bodyMs - 1)
    expect(socket.destroyed).toEqual(false)
    const told = answerOf(socket)
    later(1)
    expect(await told).toEqual(408)
    await once(socket, 'close')
  })

  test('that uploads may take longer while it goes on, and is closed when it does not', async () => {
    const { later, open, server, connections } = await start()
    const asked = once(server, 'request') as Promise<[IncomingMessage]>
    const socket = await open('127.0.0.2', UPLOAD)
    const [request] = await asked
    for (let n = 0; n < 5; n++) {
      const came = once(request, 'data')
      socket.write('x'.repeat(LIMITS.uploadBytes))
      await came
      later(LIMITS.stallMs - 1)
    }
    expect([socket.destroyed, connections.counts().slowBodies]).toEqual([false, 0])
    const told = answerOf(socket)
    later(LIMITS.stallMs)
    expect([await told, connections.counts().slowBodies]).toEqual([408, 1])
  })

  test('that uploads less than the bound in a quarter of a minute is closed, however steadily it sends', async () => {
    const { later, open, server, connections } = await start()
    const asked = once(server, 'request') as Promise<[IncomingMessage]>
    const socket = await open('127.0.0.2', UPLOAD)
    const [request] = await asked
    const told = answerOf(socket)
    for (let n = 1; n <= 3; n++) {
      expect(connections.counts().slowBodies).toEqual(0)
      const came = once(request, 'data')
      socket.write('x'.repeat(LIMITS.uploadBytes / 5))
      await came
      later(LIMITS.stallMs / 3)
    }
    expect([await told, connections.counts().slowBodies]).toEqual([408, 1])
  })

  test('that uploads is not closed for what the server has not taken in', async () => {
    const { later, open, server, connections } = await start()
    const asked = once(server, 'request') as Promise<[IncomingMessage]>
    const socket = await open('127.0.0.2', UPLOAD.replace('POST /', 'POST /busy'))
    const [request] = await asked
    socket.write('x'.repeat(90_000))
    await vi.waitUntil(() => request.readableLength >= request.readableHighWaterMark, { timeout: FACT_MS })
    later(0)
    later(LIMITS.stallMs)
    later(LIMITS.stallMs)
    expect([socket.destroyed, connections.counts().slowBodies]).toEqual([false, 0])
  })

  test('has its whole time for each call, whatever it carried before', async () => {
    const { later, open, server, connections } = await start()
    const socket = await open('127.0.0.2', callAs('meera'))
    await answerOf(socket)
    const next = async (bytes: string): Promise<void> => {
      const asked = once(server, 'request')
      socket.write(bytes)
      await asked
    }
    later(LIMITS.stallMs)
    await next(UPLOAD.replace('99999', '2'))
    later(1)
    expect(connections.counts().slowBodies).toEqual(0)
    socket.write('}')
    await answerOf(socket)
    later(LIMITS.bodyMs)
    await next(SLOW)
    later(LIMITS.bodyMs - 1)
    expect(connections.counts().slowBodies).toEqual(0)
    const told = answerOf(socket)
    later(1)
    expect(await told).toEqual(408)
  })

  test('that takes nothing of its answer for a quarter of a minute is cut', async () => {
    const { later, open, connections } = await start()
    const socket = await open('127.0.0.2', '')
    socket.pause()
    socket.write(GET.replace('/', '/large').replace('\r\n\r\n', '\r\nX-User: meera\r\n\r\n'))
    await once(servers.at(-1) as Server, 'request')
    later(0)
    later(LIMITS.stallMs)
    socket.resume()
    await once(socket, 'close')
    expect(connections.counts().slowReaders).toEqual(1)
  })

  test('that takes its answer bit by bit is not cut', async () => {
    const { later, open, connections } = await start()
    const socket = await open('127.0.0.2', '')
    let received = 0
    let wanted = 0
    let reached = () => {}
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length
      if (received >= wanted) reached()
    })
    // More than the system keeps between the two, so that the server must have sent some of it anew.
    const take = (bytes: number) => {
      wanted = received + bytes
      const taken = new Promise<void>((resolve) => {
        reached = () => resolve(void socket.pause())
      })
      socket.resume()
      return taken
    }
    socket.write(GET.replace('/', '/pieces').replace('\r\n\r\n', '\r\nX-User: meera\r\n\r\n'))
    for (let n = 0; n < 4; n++) {
      await take(20_000_000)
      later(LIMITS.stallMs - 1)
    }
    expect([socket.destroyed, connections.counts().slowReaders]).toEqual([false, 0])
  })

  test('is looked at every second, without being asked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { pass, open } = await start()
      const socket = await open('127.0.0.2', SLOW)
      const told = answerOf(socket)
      pass(LIMITS.bodyMs)
      vi.advanceTimersByTime(1000)
      expect(await told).toEqual(408)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('on the real server a body that is late is refused, the file of an import may take longer', async () => {
  const limits = { ...connectionLimitsFor(1024), bodyMs: 1, stallMs: TEST_MS }
  const server = await startServer({ parts: () => ({ connectionLimits: limits }) })
  const port = Number((await listen(server)).split(':')[1])
  const session = await server.enter('meera')
  const { import_id } = dataOf(createImport, await server.call(session, createImport))
  const send = async (line: string, headers: Readonly<Record<string, string>>, body: string) => {
    const socket = await openSocket(port)
    sockets.push(socket)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return socket
  }
  const upload = await send(
    `PUT ${urlOf(sendImportFile, { import_id, name: 'a.csv' })}`,
    { ...sessionHeaders(session), 'content-type': 'application/octet-stream', 'content-length': '2' },
    'a',
  )
  const late = await send(
    'POST /api/login',
    { ...ownPage, 'content-type': 'application/json', 'content-length': '999' },
    '{',
  )
  const status = await answerOf(late)
  expect([status, upload.destroyed]).toEqual([408, false])
  upload.write('b')
  expect(await answerOf(upload)).toEqual(200)
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})
