import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { exampleCandles } from '../../../docs/example-candles.ts'
import { type Candles, candlesFrom } from '../../../src/domain/charts/candle.ts'
import { PERIOD_MAX } from '../../../src/domain/charts/indicators/spec.ts'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import type { IndicatorRequest, TechnicalsResult } from '../../../src/engine/backtest/request.ts'
import { MEMORY_BYTES_MAX } from '../../../src/engine/kernel-host.ts'
import { INDICATORS_MAX, runTechnicals } from '../../../src/engine/program/technicals.ts'
import { createEngineClient } from '../../../src/engine/worker/client.ts'
import { builtFile, engineHost, engineModules } from '../../support/engine/engines.ts'
import { hostileCases, misshapen, usualParams } from '../../support/engine/hostile.ts'
import { createThreads, failureOf } from '../../support/engine/threads.ts'

const host = await engineHost('GetTechnicals')
const input = exampleCandles()
const good: IndicatorRequest = { key: 'close', params: [0] }
const goodAnswer = { key: 'close', outputs: { value: [input.close.at(-1)] } }

const script = builtFile('wasm_exec.js')
const server: Server = createServer((_, answer) => answer.end(script))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const threads = await createThreads()
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const client = createEngineClient({
  modules: await engineModules(),
  createWorker: () => threads.start({ base }),
})
afterAll(async () => {
  await threads.end()
  server.close()
  threads.remove()
})

/** What is given to a worker is given away. */
const copyOf = (candles: Candles): Candles => candlesFrom((name) => candles[name].slice())

const asking = (requests: readonly unknown[]) => ({
  interval: '15min' as const,
  give: 'last' as const,
  requests: requests as readonly IndicatorRequest[],
})

const places: readonly [string, (requests: readonly unknown[]) => Promise<TechnicalsResult>][] = [
  ['the engine', async (requests) => runTechnicals(host, asking(requests), input)],
  ['a worker', (requests) => client.technicals(asking(requests), copyOf(input))],
]

const batches = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

describe.each(places)('hostile params, told to %s', (_, ask) => {
  test('fail their indicator alone with a reason that names the param, whatever the indicator', async () => {
    expect(new Set(hostileCases.map(({ request }) => request.key)).size).toBe(
      indicators.filter(({ params }) => params.length > 0).length,
    )
    expect(hostileCases.length).toBeGreaterThan(2000)
    for (const batch of batches(hostileCases, INDICATORS_MAX - 1)) {
      const { results } = await ask([...batch.map(({ request }) => request), good])
      batch.forEach(({ request, param }, index) => {
        const answer = results[index]
        const problem = answer !== undefined && 'problem' in answer ? answer.problem : 'it was answered'
        expect([request, problem.startsWith(`${request.key}: ${param} is `)]).toEqual([request, true])
        expect(problem).toContain('allowed ')
      })
      expect(results.at(-1)).toEqual(goodAnswer)
    }
  })

  test.each(misshapen)('%j is no request, and the one beside it is answered', async (bad, reason) => {
    const { results } = await ask([bad, good])
    const [answer] = results
    expect(answer !== undefined && 'problem' in answer ? answer.problem : 'it was answered').toMatch(reason)
    expect(results[1]).toEqual(goodAnswer)
  })

  test('the longest period of every indicator is answered with nothing, not with a trap', async () => {
    const requests = indicators.map((spec) => ({
      key: spec.key,
      params: spec.params.map((param) =>
        param.max === PERIOD_MAX && param.integer ? PERIOD_MAX : param.default,
      ),
    }))
    const { results } = await ask(requests)
    const refused = results.filter((answer) => 'problem' in answer).map(({ key }) => key)
    // Their usual candle is finer than those given.
    expect(refused).toEqual(['nth_candle'])
    expect(results.find(({ key }) => key === 'sma')).toEqual({ key: 'sma', outputs: { value: [null] } })
  })
})

describe('a request as a whole', () => {
  test.each([
    [{ interval: '7min', give: 'last', requests: [] }, 'interval is 7min'],
    [{ interval: '15min', give: 'all', requests: [] }, 'give is all, allowed columns, last, summary'],
    [{ interval: '15min', give: 'last', requests: 'sma' }, 'requests is not a list of at most 64 indicators'],
    [
      { interval: '15min', give: 'last', requests: Array(INDICATORS_MAX + 1).fill(good) },
      'requests is not a list of at most 64 indicators',
    ],
  ] as const)('%# is refused, and the next is answered', async (bad, reason) => {
    const failed = failureOf(client.technicals(bad as never, copyOf(input)))
    const next = client.technicals(asking([good]), copyOf(input))
    expect(await failed).toEqual({ kind: 'refused', reason })
    expect((await next).results).toEqual([goodAnswer])
  })

  test('one that needs more memory than there may be is refused, and the next is answered', async () => {
    const rows = 400_000
    const long = candlesFrom((name) =>
      Float64Array.from({ length: rows }, (_, row) => (name === 'time' ? row * 60_000 : 100)),
    )
    const requests = Array.from({ length: INDICATORS_MAX }, (_, index) => ({
      key: 'moving_average',
      params: ['triple', 'close', index + 2, 0],
    }))
    const ask = { interval: 'min' as const, give: 'last' as const, requests }
    const failed = failureOf(client.technicals(ask, long))
    const next = client.technicals(asking([good]), copyOf(input))
    const reason = `the request needs more than ${MEMORY_BYTES_MAX / 1_048_576} MB of memory; use fewer candles`
    expect(await failed).toEqual({ kind: 'refused', reason })
    expect((await next).results).toEqual([goodAnswer])
    expect(threads.running().length).toBe(1)
  })
})

describe('while it runs', () => {
  /** An engine whose kernels tell how large its memory is: the host alone may make it larger. */
  const watchedHost = async () => {
    const seen = { kernels: 0, grownInside: 0, bytes: 0 }
    const real = WebAssembly.Instance
    const watch =
      (kernel: CallableFunction, memory: WebAssembly.Memory) =>
      (...numbers: readonly number[]): unknown => {
        const before = memory.buffer.byteLength
        const answer = kernel(...numbers)
        seen.kernels += 1
        seen.bytes = memory.buffer.byteLength
        if (seen.bytes !== before) seen.grownInside += 1
        return answer
      }
    const instantiate = (module: WebAssembly.Module) => {
      const { memory, ...others } = new real(module).exports
      const watched = Object.entries(others).map(([name, value]) => [
        name,
        typeof value === 'function' ? watch(value, memory as WebAssembly.Memory) : value,
      ])
      return { exports: { memory, ...Object.fromEntries(watched) } }
    }
    const instance = new Proxy(real, { construct: (_, [module]) => instantiate(module) })
    const during = <Answer>(work: () => Answer): Answer => {
      WebAssembly.Instance = instance
      try {
        return work()
      } finally {
        WebAssembly.Instance = real
      }
    }
    return { host: await engineHost('GetTechnicals'), seen, during }
  }

  test('no kernel takes memory, and a hundred requests of every indicator need no more than one', async () => {
    const { host: watched, seen, during } = await watchedHost()
    const requests = indicators
      .filter(({ key }) => key !== 'nth_candle')
      .map((spec) => ({ key: spec.key, params: usualParams(spec) }))
    const run = () => runTechnicals(watched, asking(requests), input)
    during(run)
    const once = seen.bytes
    for (let time = 0; time < 100; time++) during(run)
    expect(seen.kernels).toBeGreaterThan(10_000)
    expect([seen.grownInside, seen.bytes]).toEqual([0, once])
    expect(once).toBeGreaterThan(65_536)
  })
})
