import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

const GATHERED_BYTES = 16 * 1024

export interface GatheringProxy {
  readonly address: string
  /** `performance.now` when an event of the server first contained this, or null. */
  cameAt(text: string): number | null
  close(): Promise<void>
}

export const startGatheringProxy = async (target: string): Promise<GatheringProxy> => {
  const { hostname, port } = new URL(target)
  const came: { readonly at: number; readonly text: string }[] = []

  const passEvents = (from: IncomingMessage, to: ServerResponse): void => {
    to.flushHeaders()
    let gathered: Buffer[] = []
    from.on('data', (bytes: Buffer) => {
      came.push({ at: performance.now(), text: bytes.toString() })
      gathered.push(bytes)
      if (gathered.reduce((sum, { length }) => sum + length, 0) < GATHERED_BYTES) return
      for (const part of gathered) to.write(part)
      gathered = []
    })
    from.on('end', () => to.end())
  }

  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked
    const passed = request({ hostname, port, method, path: url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      if (from.headers['content-type']?.startsWith('text/event-stream')) passEvents(from, answer)
      else from.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (asked, socket, head) => {
    upgraded.add(socket)
    socket.on('close', () => upgraded.delete(socket))
    const there = connect(Number(port), hostname, () => {
      const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`)
      there.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      there.write(head)
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cameAt: (text) => came.find((one) => one.text.includes(text))?.at ?? null,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
        for (const socket of upgraded) socket.destroy()
      }),
  }
}
