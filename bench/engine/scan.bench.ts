import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Candles } from '../../src/domain/candle.ts'
import { parseCondition } from '../../src/domain/condition/parse.ts'
import type { Condition } from '../../src/domain/condition/tree.ts'
import { putChart } from '../../src/engine/chart.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { createHost, type Host } from '../../src/engine/host.ts'
import { backtestKernels, technicalsKernels } from '../../src/engine/kernels.ts'
import { createCompiler } from '../../src/engine/program.ts'
import { unzip } from '../../src/engine/unzip.ts'
import type { Report } from '../report.ts'
import { madeCandles } from './made-candles.ts'

const SYMBOLS = 500
const DAYS = 250
const SCAN_MS_MAX = 60
const ZIP_KB_MAX = 40
const READY_MS_MAX = 150
const CONDITION = 'ema(close,9) crosses above ema(close,21) and rsi(14) < 70 and close > sma(close,20)'
/** Of half a million candle days some hundred cross; none at all would mean that nothing was scanned. */
const HITS_MIN = 100

const archives = ['technicals', 'backtest'] as const

const archiveOf = (name: (typeof archives)[number]): URL =>
  new URL(`../../public/wasm/${name}.wasm.zip`, import.meta.url)

const read = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(`column ${parsed.problem.column}: expected ${parsed.problem.expected}`)
  return parsed.tree
}

/** A condition made into a program, to be run over the candles of any symbol. */
const compile = (condition: Condition) => {
  const compiler = createCompiler({ interval: 'day' })
  const step = compiler.condition(condition)
  return { program: compiler.program, step }
}

interface Scanned {
  /** Whether it holds on the last candle. */
  readonly isHit: boolean
  /** Candles it held on. */
  readonly held: number
}

const scanOne = (host: Host, candles: Candles, { program, step }: ReturnType<typeof compile>): Scanned =>
  host.use((desk) => {
    const rows = candles.time.length
    const flags = evaluate(desk, program, candles, putChart(desk, candles))(step)
    // Flags are bytes; they are taken out in the numbers they lie in.
    const bytes = new Uint8Array(desk.take(flags, Math.ceil(rows / 8)).buffer, 0, rows)
    return { isHit: bytes.at(-1) === 1, held: bytes.reduce((sum, flag) => sum + flag, 0) }
  })

/** Fetches both archives, unpacks, compiles and answers one request, as a worker does when it is first asked. */
const startEngines = async (
  base: string,
  candles: Candles,
  condition: ReturnType<typeof compile>,
): Promise<void> => {
  const [technicals, backtest] = await Promise.all(
    archives.map(async (name) => {
      const response = await fetch(`${base}/${name}`)
      const bytes = await unzip(await response.arrayBuffer(), `${name}.wasm`)
      if (bytes === null) throw new Error(`the archive holds no ${name}.wasm`)
      return WebAssembly.compile(bytes)
    }),
  )
  if (technicals === undefined || backtest === undefined) throw new Error('a module is missing')
  createHost(technicals, 'GetTechnicals', technicalsKernels)
  scanOne(createHost(backtest, 'Backtest', backtestKernels), candles, condition)
}

export const bench = async (report: Report): Promise<void> => {
  const bytes = await unzip(new Uint8Array(await readFile(archiveOf('backtest'))).buffer, 'backtest.wasm')
  if (bytes === null) throw new Error('backtest.wasm is not in its archive: npm run build:engines')
  const host = createHost(await WebAssembly.compile(bytes), 'Backtest', backtestKernels)
  const condition = compile(read(CONDITION))
  const universe = Array.from({ length: SYMBOLS }, (_, seed) =>
    madeCandles(DAYS, { seed: seed + 1, daily: true }),
  )
  const scan = () => universe.map((candles) => scanOne(host, candles, condition))
  const held = scan().reduce((sum, one) => sum + one.held, 0)
  if (held < HITS_MIN) throw new Error(`the condition held ${held} times: nothing was scanned`)
  await report.compare({
    name: `scan of ${SYMBOLS} symbols over ${DAYS} days, three indicators`,
    runs: 15,
    goal: SCAN_MS_MAX,
    ours: () => void scan(),
    peers: {},
  })

  for (const name of archives)
    report.value({
      name: `${name}.wasm.zip`,
      unit: 'KB',
      value: (await readFile(archiveOf(name))).length / 1024,
      goal: ZIP_KB_MAX,
    })

  const files = new Map<string, Buffer>(
    await Promise.all(archives.map(async (name) => [`/${name}`, await readFile(archiveOf(name))] as const)),
  )
  const server = createServer((asked, answer) => answer.end(files.get(asked.url ?? '')))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [candles] = universe
  if (candles === undefined) throw new Error('there are no candles')
  await report.compare({
    name: 'both engines fetched over loopback, unpacked, compiled, first request answered',
    runs: 11,
    goal: READY_MS_MAX,
    ours: () => startEngines(base, candles, condition),
    peers: {},
  })
  server.close()
}
