/* An evaluator in a thread of Node, over the module as it is shipped: goes on from a snapshot and says what it sees. */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createEvaluator } from '../../src/engine/live.ts'
import type { Candle } from '../../src/engine/live-frames.ts'
import { createLiveHost } from '../../src/engine/live-host.ts'
import type { Program, StepId } from '../../src/engine/steps.ts'
import { unzip } from '../../src/engine/unzip.ts'

export interface LiveTask {
  readonly archive: string
  readonly program: Program
  readonly step: StepId
  readonly snapshot: Float64Array<ArrayBuffer>
  readonly candles: readonly Candle[]
}

const { archive, program, step, snapshot, candles } = workerData as LiveTask

const bytes = await unzip(new Uint8Array(readFileSync(archive)).buffer, 'backtest.wasm')
if (bytes === null) throw new Error(`${archive} holds no backtest.wasm`)
const evaluator = createEvaluator(createLiveHost(await WebAssembly.compile(bytes)), program)
evaluator.restore(snapshot)
const values = candles.map((candle) => {
  evaluator.push(candle)
  return evaluator.value(step)
})
parentPort?.postMessage({ values, snapshot: evaluator.snapshot() })
