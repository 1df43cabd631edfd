import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type ConsoleBench, consolesOver } from './console.ts'
import { startServer, type TestServer } from './server/server.ts'

interface OverServer {
  /** The password of asha, the only user. */
  readonly password: () => string
  readonly server: () => TestServer
  readonly bench: () => ConsoleBench
}

export const overServer = (environment: Readonly<Record<string, string>> = {}): OverServer => {
  let server: TestServer
  let password: string
  let bench: ConsoleBench

  beforeAll(async () => {
    server = await startServer({ environment })
    password = await server.addUser('asha')
  })
  afterAll(() => server.close())
  beforeEach(() => {
    bench = consolesOver(server)
  })
  afterEach(() => bench.close())

  return { password: () => password, server: () => server, bench: () => bench }
}
