import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Candles } from '../../src/domain/charts/candle.ts'
import { parseCondition } from '../../src/domain/strategies/condition/parse.ts'
import type { Condition } from '../../src/domain/strategies/condition/tree.ts'
import { createHost, type Host } from '../../src/engine/kernel-host.ts'
import { archiveOf, compileModule } from '../../src/engine/modules.ts'
import { putChart } from '../../src/engine/program/chart.ts'
import { evaluate } from '../../src/engine/program/evaluate.ts'
import { backtestKernels, technicalsKernels } from '../../src/engine/program/kernels.ts'
import { createCompiler } from '../../src/engine/program/program.ts'
import type { Report } from '../report.ts'
import { madeCandles, shippedModule } from './made-candles.ts'

const SYMBOLS = 500
const DAYS = 250
const SCAN_MS_MAX = 60
const ZIP_KB_MAX = 40
const READY_MS_MAX = 150
const CONDITION = 'ema(close,9) crosses above ema(close,21) and rsi(14) < 70 and close > sma(close,20)'
/** No hits in half a million candle days would mean that nothing was scanned. */
const HITS_MIN = 100

const archives = ['technicals', 'backtest'] as const

const fileOf = (name: (typeof archives)[number]): URL =>
  new URL(`../../public/wasm/${archiveOf(name)}`, import.meta.url)

const read = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(`column ${parsed.problem.column}: expected ${parsed.problem.expected}`)
  return parsed.tree
}

const compile = (condition: Condition) => {
  const compiler = createCompiler({ interval: 'day' })
  const step = compiler.condition(condition)
  return { program: compiler.program, step }
}

interface Scanned {
  readonly isHit: boolean
  readonly held: number
}

const scanOne = (host: Host, candles: Candles, { program, step }: ReturnType<typeof compile>): Scanned =>
  host.use((memory) => {
    const rows = candles.time.length
    const flags = evaluate(memory, program, candles, putChart(memory, candles))(step)
    // Flags are bytes, returned inside f64 values.
    const bytes = new Uint8Array(memory.take(flags, Math.ceil(rows / 8)).buffer, 0, rows)
    return { isHit: bytes.at(-1) === 1, held: bytes.reduce((sum, flag) => sum + flag, 0) }
  })

const startEngines = async (
  base: string,
  candles: Candles,
  condition: ReturnType<typeof compile>,
): Promise<void> => {
  const [technicals, backtest] = await Promise.all(
    archives.map(async (name) => {
      const response = await fetch(`${base}/${name}`)
      return compileModule(name, await response.arrayBuffer(), name)
    }),
  )
  if (technicals === undefined || backtest === undefined) throw new Error('a module is missing')
  createHost(technicals, 'GetTechnicals', technicalsKernels)
  scanOne(createHost(backtest, 'Backtest', backtestKernels), candles, condition)
}

export const bench = async (report: Report): Promise<void> => {
  const host = createHost(await shippedModule('backtest'), 'Backtest', backtestKernels)
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
      value: (await readFile(fileOf(name))).length / 1024,
      goal: ZIP_KB_MAX,
    })

  const files = new Map<string, Buffer>(
    await Promise.all(archives.map(async (name) => [`/${name}`, await readFile(fileOf(name))] as const)),
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
