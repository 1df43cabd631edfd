import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import JSZip from 'jszip'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { runSummary } from '../../../src/engine/backtest/summary.ts'
import { type EngineFailure, messageOfFailure } from '../../../src/engine/failure.ts'
import { createEngineClient, ENGINE_QUEUE_MAX } from '../../../src/engine/worker/client.ts'
import { builtFile, engineHost } from '../../support/engine/engines.ts'
import {
  always,
  candles,
  close,
  closesAt,
  compare,
  date,
  never,
  number,
  request,
} from '../../support/engine/notation.ts'
import { createThreads, failureOf } from '../../support/engine/threads.ts'

const files = {
  '/wasm/wasm_exec.js': builtFile('wasm_exec.js'),
  '/wasm/technicals.wasm.zip': builtFile('technicals.wasm.zip'),
  '/wasm/backtest.wasm.zip': builtFile('backtest.wasm.zip'),
}
type File = keyof typeof files

/** What the server gives instead of a file: another body, or a bare status. */
let instead: Partial<Record<File, Buffer | number>> = {}
let asked: string[] = []

const server: Server = createServer((incoming, answer) => {
  const url = incoming.url as File
  asked.push(url)
  const body = instead[url] ?? files[url] ?? 404
  if (typeof body === 'number') answer.writeHead(body).end()
  else answer.end(body)
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const threads = await createThreads()

const startClient = ({ preset = '', at = base } = {}) => {
  const warnings: string[] = []
  const steps: string[] = []
  const client = createEngineClient({
    createWorker: () => threads.start({ preset, base: at }),
    onLoading: (step) => steps.push(step),
    warn: (message) => warnings.push(message),
  })
  return { client, warnings, steps }
}

const zipOf = async (name: string, bytes: string | Uint8Array): Promise<Buffer> =>
  new JSZip().file(name, bytes).generateAsync({ type: 'nodebuffer' })

const story = request({ entry: closesAt(101), exit: closesAt(109) })
const line = '100 101 103 109 111 112'

beforeEach(() => {
  instead = {}
  asked = []
})

afterEach(() => threads.end())

afterAll(() => {
  server.close()
  threads.remove()
})

describe('loading the engines', () => {
  test('fetches the host and both archives, and answers requests', async () => {
    const { client, steps } = startClient()
    await client.load()
    await client.load()
    expect([...asked].sort()).toEqual(Object.keys(files).sort())
    expect(steps).toEqual(['downloading', 'unpacking'])
    const here = runBacktest(await engineHost('Backtest'), story, candles(line))
    expect(await client.runBacktest(story, candles(line))).toEqual({ ...here, runtime: expect.any(Number) })
    expect(
      await client.technicals(
        { interval: '5min', give: 'last', requests: [{ key: 'sma', params: ['close', 2, 0] }] },
        candles(line),
      ),
    ).toEqual({ results: [{ key: 'sma', outputs: { value: [111.5] } }] })
  })

  test('hands minute candles over with the larger ones, and gives both away', async () => {
    const { client } = startClient()
    const doubtful = request({ entry: closesAt(101), stopLoss: 5, targetProfit: 5 })
    const both = candles('101 100/106/94/99 99')
    const minutes = candles('100/106/100/106 106/106/94/99', { minutes: 1, open: '09:20' })
    const { tradeLog } = await client.runBacktest(doubtful, both, { minutes })
    expect(tradeLog.map(({ reason, isAmbiguous }) => [reason, isAmbiguous])).toEqual([['target', false]])
    expect([both.time.length, minutes.time.length, minutes.openInterest.length]).toEqual([0, 0, 0])
  })

  test('copies the candles of other instruments, which many runs share, and gives none away', async () => {
    const { client } = startClient()
    const tcs = instrumentId('NSE', 'TCS')
    const ofTcs = { ...close, instrument: tcs }
    const other = candles('- 20 30 40 50 60')
    const others = { [tcs]: other }
    const crossing = request({ entry: compare(ofTcs, 'equal to', number(30)) })
    for (let turn = 0; turn < 2; turn++) {
      const { tradeLog } = await client.runBacktest(crossing, candles(line), { others })
      expect(tradeLog.map(({ entryPrice }) => entryPrice)).toEqual([109])
    }
    const asked = { interval: '5min', give: 'last', requests: [ofTcs] } as const
    expect(await client.technicals(asked, candles(line), { others })).toEqual({
      results: [{ key: 'close', outputs: { value: [60] } }],
    })
    expect((await client.monteCarlo(crossing, 1, candles(line), { others })).lookAheads).toEqual([])
    expect(other.time.length).toBe(5)
    expect(await failureOf(client.runBacktest(crossing, candles(line)))).toEqual({
      kind: 'refused',
      reason: 'candles of NSE_TCS: there are none',
    })
  })

  test('answers with a summary, or null where the rules give none', async () => {
    const { client } = startClient()
    const asked = {
      give: 'summary',
      interval: '5min',
      to: date('2024-04-02'),
      today: date('2024-04-02'),
    } as const
    const long = Array.from({ length: 40 }, (_, row) => 100 + row).join(' ')
    const here = runSummary(await engineHost('GetTechnicals'), asked, candles(long))
    // Of ten with a value the Hull average lies on a straight line and the cloud has not begun.
    expect(here?.averages).toEqual({ mean: 0.8, verdict: 'strong buy' })
    expect(await client.summary(asked, candles(long))).toEqual(here)
    expect(await client.summary(asked, candles(line))).toBe(null)
    const bad = client.summary({ ...asked, interval: '7min' as never }, candles(long))
    expect(await failureOf(bad)).toEqual({ kind: 'refused', reason: 'interval is 7min' })
  })

  test('is done at once where both functions are there', async () => {
    const preset = 'GetTechnicals = () => "{}"; Backtest = () => JSON.stringify({ here: true })'
    const { client, steps } = startClient({ preset })
    await client.load()
    expect([asked, steps]).toEqual([[], []])
    expect(await client.runBacktest(story, candles(line))).toEqual({ here: true })
  })

  test.each<[string, File, () => Promise<Buffer | number> | Buffer | number, EngineFailure, string]>([
    [
      'an archive that is not there',
      '/wasm/backtest.wasm.zip',
      () => 404,
      { kind: 'download', file: '/wasm/backtest.wasm.zip', status: '404' },
      'HTTP error! Status: 404',
    ],
    [
      'a server in trouble',
      '/wasm/technicals.wasm.zip',
      () => 503,
      { kind: 'download', file: '/wasm/technicals.wasm.zip', status: '503' },
      'HTTP error! Status: 503',
    ],
    [
      'an archive without its module',
      '/wasm/backtest.wasm.zip',
      () => zipOf('other.wasm', 'x'),
      { kind: 'damaged', file: '/wasm/backtest.wasm.zip', reason: 'it holds no backtest.wasm' },
      '/wasm/backtest.wasm.zip is damaged: it holds no backtest.wasm',
    ],
    [
      'a module of other functions',
      '/wasm/backtest.wasm.zip',
      () => zipOf('backtest.wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)),
      { kind: 'missing', name: 'Backtest' },
      'Backtest function not found on window.',
    ],
    [
      'a module of other functions for technicals',
      '/wasm/technicals.wasm.zip',
      () => zipOf('technicals.wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)),
      { kind: 'missing', name: 'GetTechnicals' },
      'GetTechnicals function not found on window.',
    ],
    [
      'a host that installs nothing',
      '/wasm/wasm_exec.js',
      () => Buffer.from('void 0'),
      { kind: 'missing', name: 'GetTechnicals' },
      'GetTechnicals function not found on window.',
    ],
    [
      'a host that is no script',
      '/wasm/wasm_exec.js',
      () => Buffer.from('<html>'),
      { kind: 'damaged', file: '/wasm/wasm_exec.js', reason: "SyntaxError: Unexpected token '<'" },
      "/wasm/wasm_exec.js is damaged: SyntaxError: Unexpected token '<'",
    ],
  ])('%s fails the load, which may be tried again', async (_, file, body, failure, text) => {
    instead = { [file]: await body() }
    const { client, warnings } = startClient()
    expect(await failureOf(client.load())).toEqual(failure)
    expect([messageOfFailure(failure), warnings]).toEqual([text, [text]])
    instead = {}
    await client.load()
    expect((await client.runBacktest(story, candles(line))).tradeLog.length).toBe(1)
  })

  test.each([
    ['cut short', (archive: Buffer) => archive.subarray(0, 700)],
    [
      'changed inside',
      (archive: Buffer) => Buffer.from(archive.map((byte, index) => (index === 500 ? byte ^ 255 : byte))),
    ],
    ['not an archive', () => Buffer.from('hello')],
  ])('a damaged archive is told from a missing one: %s', async (_, spoil) => {
    instead = { '/wasm/backtest.wasm.zip': spoil(files['/wasm/backtest.wasm.zip']) }
    const failure = await failureOf(startClient().client.load())
    expect(failure).toEqual({
      kind: 'damaged',
      file: '/wasm/backtest.wasm.zip',
      reason: expect.stringMatching(/./),
    })
  })

  test('bytes that are no module are damage', async () => {
    instead = { '/wasm/backtest.wasm.zip': await zipOf('backtest.wasm', 'not a module') }
    expect((await failureOf(startClient().client.load())).kind).toBe('damaged')
  })

  test('a server that cannot be reached is told apart', async () => {
    const { client } = startClient({ at: 'http://127.0.0.1:1' })
    const failure = await failureOf(client.load())
    expect(failure).toEqual({ kind: 'unreachable', file: '/wasm/technicals.wasm.zip' })
  })
})

describe('answers that are none', () => {
  test.each([
    ['no JSON', 'Backtest = () => "<oops>"', '<oops>'],
    ['nothing', 'Backtest = () => undefined', 'nothing'],
  ])('%s is warned of and thrown', async (_, backtest, answer) => {
    const { client, warnings } = startClient({ preset: `GetTechnicals = () => "{}"; ${backtest}` })
    const failure = await failureOf(client.runBacktest(story, candles(line)))
    expect(failure).toEqual({ kind: 'malformed', name: 'Backtest', answer })
    expect(warnings).toEqual([`Backtest returned something other than JSON: ${answer}`])
  })
  test('an engine that stops fails its request and serves the next', async () => {
    const preset = `let calls = 0; GetTechnicals = () => "{}"
      Backtest = () => { if (calls++ === 0) throw new Error('unreachable'); return '{"second":true}' }`
    const { client, warnings } = startClient({ preset })
    expect(await failureOf(client.runBacktest(story, candles(line)))).toEqual({
      kind: 'trapped',
      reason: 'unreachable',
    })
    expect(warnings).toEqual(['the engine stopped: unreachable'])
    expect(await client.runBacktest(story, candles(line))).toEqual({ second: true })
  })
  test('a request that makes no sense is refused alone', async () => {
    const { client, warnings } = startClient()
    const bad = client.runBacktest({ ...story, params: { ...story.params, capital: 0 } }, candles(line))
    const good = client.runBacktest(story, candles(line))
    expect(await failureOf(bad)).toEqual({ kind: 'refused', reason: 'capital is 0, must be above 0' })
    expect((await good).tradeLog.length).toBe(1)
    expect(warnings).toEqual([])
  })
})

describe('cancelling', () => {
  const busy = 'GetTechnicals = () => "{}"; Backtest = () => { for (;;); }'

  test('ends a run that never looks up; the next starts from the compiled modules', async () => {
    const { client } = startClient()
    await client.load()
    const before = asked.length
    const abort = new AbortController()
    const first = client.runBacktest(story, candles(line), { signal: abort.signal })
    const second = client.runBacktest(story, candles(line))
    abort.abort()
    expect(await failureOf(first)).toEqual({ kind: 'cancelled' })
    expect((await second).tradeLog.length).toBe(1)
    expect(asked.slice(before)).toEqual(['/wasm/wasm_exec.js'])
  })
  test('reaches a kernel in an endless loop', async () => {
    const { client } = startClient({ preset: busy })
    await client.load()
    const abort = new AbortController()
    const run = client.runBacktest(story, candles(line), { signal: abort.signal })
    abort.abort()
    expect(await failureOf(run)).toEqual({ kind: 'cancelled' })
  })
  test('of a waiting request leaves the running one alone', async () => {
    const { client } = startClient()
    const abort = new AbortController()
    const first = client.runBacktest(story, candles(line))
    const second = client.runBacktest(story, candles(line), { signal: abort.signal })
    abort.abort()
    expect(await failureOf(second)).toEqual({ kind: 'cancelled' })
    expect((await first).tradeLog.length).toBe(1)
  })
  test('before the start asks nothing of the engine', async () => {
    const { client } = startClient()
    const signal = AbortSignal.abort()
    expect(await failureOf(client.runBacktest(story, candles(line), { signal }))).toEqual({
      kind: 'cancelled',
    })
    expect(threads.running()).toEqual([])
  })
  test('stop cancels whatever runs and waits', async () => {
    const { client } = startClient({ preset: busy })
    await client.load()
    const runs = [1, 2].map(() => failureOf(client.runBacktest(story, candles(line))))
    client.stop()
    expect(await Promise.all(runs)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }])
  })
  test('more requests than the queue holds are refused', async () => {
    const { client } = startClient({ preset: busy })
    await client.load()
    const runs = Array.from({ length: ENGINE_QUEUE_MAX + 2 }, () =>
      failureOf(client.runBacktest(story, candles(line))),
    )
    client.stop()
    const failures = await Promise.all(runs)
    expect(failures.filter((failure) => failure.kind === 'refused')).toEqual([
      { kind: 'refused', reason: `${ENGINE_QUEUE_MAX} requests wait for the engine` },
    ])
  })
})

test('candles are given away, not copied', async () => {
  const { client } = startClient()
  const given = candles(line)
  await client.runBacktest(story, given)
  expect(given.close.length).toBe(0)
})

test.each<[string, object, string]>([
  ['no params', { params: null }, 'the request has no params'],
  ['no contract', { contract: undefined }, 'the request has no contract'],
  ['a lot of nothing', { contract: { ...story.contract, lotSize: 0 } }, 'lotSize is 0, must be above 0'],
  [
    'slippage in ticks of nothing',
    { params: { ...story.params, slippageTicks: 1 }, contract: { ...story.contract, tickSize: 0 } },
    'tickSize is 0, must be above 0',
  ],
  ['an unknown source', { source: 'guessed' }, 'source is guessed, allowed imported, simulated'],
])('a request with %s is refused', async (_, changes, reason) => {
  const host = await engineHost('Backtest')
  expect(() => runBacktest(host, { ...story, ...changes } as never, candles(line))).toThrow(reason)
})

test.each<[string, object, string]>([
  ['side', { side: 'hold' }, 'side is hold, allowed buy, sell'],
  ['interval', { interval: '7min' }, 'interval is 7min'],
  ['MIS on weeks', { interval: 'week', product: 'MIS' }, 'MIS is squared off every day, which week candles'],
  ['a day that is none', { from: '2024-02-30' }, 'from is 2024-02-30, not a day'],
  [
    'a span turned round',
    { from: '2024-05-01', to: '2024-04-01' },
    'from 2024-05-01 lies after to 2024-04-01',
  ],
  [
    'a span without candles',
    { from: '2025-05-01', to: '2025-06-01' },
    'there are no candles from 2025-05-01',
  ],
  ['a clock that is none', { tradingStopTime: '25:00' }, 'tradingStopTime is 25:00, not HH:MM'],
  ['hours turned round', { tradingStartTime: '15:15' }, 'trading starts at 15:15, not before 15:15'],
  ['half a lot', { size: { kind: 'lots', lots: 0.5 } }, 'lots is 0.5, must be whole'],
  ['no money', { size: { kind: 'rupees', rupees: Number.NaN } }, 'rupees is NaN, must be above 0'],
  ['no size', { size: undefined }, 'the request has no size'],
  ['endless slippage', { slippageBps: 1e9 }, 'slippageBps is 1000000000, allowed 0 to 1000'],
  ['endless slippage in ticks', { slippageTicks: 1001 }, 'slippageTicks is 1001, allowed 0 to 1000'],
  ['half a tick', { slippageTicks: 0.5 }, 'slippageTicks is 0.5, must be whole'],
  ['a stop of nothing', { stopLoss: 0 }, 'stopLoss is 0, allowed above 0 to 2500000'],
  [
    'a target beyond its cap',
    { targetProfit: 1000, tpslType: 'pct' },
    'targetProfit is 1000, allowed above 0 to 999',
  ],
])('params with %s are refused', async (_, changes, reason) => {
  const host = await engineHost('Backtest')
  const entry = { entry: always, exit: never }
  expect(() => runBacktest(host, request({ ...entry, ...changes } as never), candles(line))).toThrow(reason)
})
