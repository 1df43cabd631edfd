import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { EngineError } from '../../../src/engine/failure.ts'
import { runMonteCarlo } from '../../../src/engine/robustness/monte-carlo-run.ts'
import { createEngineClient } from '../../../src/engine/worker/client.ts'
import { builtFile, engineHost, engineModules } from '../../support/engine/engines.ts'
import { candles, compare, indicator, request } from '../../support/engine/notation.ts'
import { createThreads } from '../../support/engine/threads.ts'

const threads = await createThreads()
const modules = await engineModules()
const script = builtFile('wasm_exec.js')
const server = createServer((_, answer) => answer.end(script))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

afterEach(() => threads.end())
afterAll(() => {
  server.close()
  threads.remove()
})

const startClient = () =>
  createEngineClient({ modules, createWorker: () => threads.start({ preset: '', base }) })

const series = (rows: number) =>
  candles(
    Array.from({ length: rows }, (_, row) => {
      const open = 100 + ((row * 37) % 23)
      return `${open}/${open + 4}/${open - 3}/${open + ((row * 11) % 5) - 2}`
    }).join(' '),
  )

const crossing = request({
  entry: compare(indicator('close'), 'crosses above', indicator('sma', 'close', 3, 0)),
  exit: compare(indicator('close'), 'crosses below', indicator('sma', 'close', 3, 0)),
  costs: true,
})

describe('the Monte Carlo test in a worker', () => {
  test('gives the numbers of this thread, whichever worker draws them', async () => {
    const here = runMonteCarlo(
      await engineHost('Backtest'),
      { ...crossing, give: 'monteCarlo', seed: 5 },
      series(150),
    )
    const [one, other] = [startClient(), startClient()]
    const answers = await Promise.all(
      [one, other].map((client) => client.monteCarlo(crossing, 5, series(150))),
    )
    expect(answers).toEqual([here, here])
    expect(here.draws).toEqual(1_000)
    one.stop()
    other.stop()
  })

  test('is cancelled at once, and the next request is answered', async () => {
    const client = startClient()
    await client.load()
    const abort = new AbortController()
    const run = client.monteCarlo(crossing, 5, series(4_000), { signal: abort.signal })
    abort.abort()
    const failure = await run.catch((error) => error)
    expect(failure instanceof EngineError ? failure.failure : failure).toEqual({ kind: 'cancelled' })
    const { draws } = await client.monteCarlo(crossing, 5, series(60))
    expect(draws).toEqual(1_000)
    client.stop()
  })
})
