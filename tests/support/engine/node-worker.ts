/* The engine worker in a thread of Node: what a browser gives a worker by itself is put in place here. */
import { runInThisContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { serveEngine, type WorkerScope } from '../../../src/engine/worker/serve.ts'

const { base, preset } = workerData as { base: string; preset: string }

const scope = globalThis as unknown as WorkerScope
scope.postMessage = (message) => parentPort?.postMessage(message)
parentPort?.on('message', (data) => scope.onmessage?.({ data }))
runInThisContext(preset)

serveEngine(scope, {
  fetch: (url) => fetch(base + url),
  runScript: async (url) => {
    const response = await fetch(base + url)
    runInThisContext(await response.text())
  },
})
