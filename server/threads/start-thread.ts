import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Where a thread begins: `name.js` beside the built server, or `name/thread.ts` below the sources. */
export const findThreadEntry = (serverDir: string, name: string): string => {
  const built = join(serverDir, `${name}.js`)
  return existsSync(built) ? built : join(serverDir, name, 'thread.ts')
}

/** A thread does not inherit the loader of TypeScript, so it registers one for itself. */
const fromSources = (entry: string): URL => {
  const script = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
await import(${JSON.stringify(pathToFileURL(entry).href)})`
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`)
}

/** Of the three parts of what was made last; V8 would let them grow to 48 MB and keep that. */
const YOUNG_SPACE_MB = 12

export const startThread = (entry: string, workerData: unknown): Worker =>
  new Worker(entry.endsWith('.ts') ? fromSources(entry) : pathToFileURL(entry), {
    workerData,
    execArgv: [],
    // It needs no setting of ours, and no secret.
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SPACE_MB },
  })
