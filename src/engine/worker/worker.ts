import { serveEngine, type WorkerScope } from './serve.ts'

/** The types of this folder describe the page's global object, not a worker's. */
const scope = globalThis as unknown as WorkerScope

serveEngine(scope, {
  fetch: (url) => globalThis.fetch(url),
  // The script is built beside the modules, not into this bundle.
  runScript: (url) => import(/* @vite-ignore */ url),
})
