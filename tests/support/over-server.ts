import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type ConsoleBench, consolesOver } from './console.ts'
import { startServer, type TestServer } from './server.ts'

interface OverServer {
  /** Of asha, the one user there is. */
  readonly password: () => string
  readonly server: () => TestServer
  /** Consoles of the test that runs. */
  readonly bench: () => ConsoleBench
}

/** A server and consoles over it, for the tests of the block it is called in. */
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
