import { serveEngine, type WorkerScope } from './serve.ts'
import { unzip } from './unzip.ts'

/** The types of this folder know the page's global object only. */
const scope = globalThis as unknown as WorkerScope

serveEngine(scope, {
  fetch: (url) => globalThis.fetch(url),
  unzip,
  // Served as it is: the script is built beside the modules, not into this bundle.
  runScript: (url) => import(/* @vite-ignore */ url),
})
