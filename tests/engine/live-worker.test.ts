import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { createEvaluator } from '../../src/engine/live.ts'
import { createLiveHost } from '../../src/engine/live-host.ts'
import { createCompiler } from '../../src/engine/program.ts'
import { engineModules } from './engines.ts'
import { candleAt } from './live-candles.ts'
import type { LiveTask } from './live-worker.ts'
import { candles, indicator } from './notation.ts'

const folder = mkdtempSync(join(tmpdir(), 'live-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a thread goes on from a snapshot of another and sees the same, to the bit', async () => {
  const { backtest } = await engineModules()
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'live-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
    ssr: { noExternal: true },
  })
  const input = candles('100.1 101.7 103.3 102.9 104.1 99.3 98.7 101.1 100.3 | 97.7 98.1 99.9')
  const compiler = createCompiler({ interval: '5min' })
  const step = compiler.operand({ ...indicator('ema', 'close', 3), interval: '10min' })
  const { program } = compiler
  const evaluator = createEvaluator(createLiveHost(backtest), program)
  const rows = Array.from(input.time, (_, row) => candleAt(input, row))
  for (const candle of rows.slice(0, 7)) evaluator.push(candle)
  const task: LiveTask = {
    archive: resolve(import.meta.dirname, '../../public/wasm/backtest.wasm.zip'),
    program,
    step,
    snapshot: evaluator.snapshot(),
    candles: rows.slice(7),
  }
  const values = task.candles.map((candle) => {
    evaluator.push(candle)
    return evaluator.value(step)
  })
  expect(values.every((value) => Number.isFinite(value))).toBe(true)

  const thread = new Worker(join(folder, 'live-worker.mjs'), { workerData: task })
  const [answer] = await once(thread, 'message')
  await thread.terminate()
  expect(answer).toEqual({ values, snapshot: evaluator.snapshot() })
})
