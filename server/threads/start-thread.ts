import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** `name.js` of the built server, or `name/thread.ts` of the sources. */
export const findThreadEntry = (serverDir: string, name: string): string => {
  const built = join(serverDir, `${name}.js`)
  return existsSync(built) ? built : join(serverDir, name, 'thread.ts')
}

/** A thread does not inherit the TypeScript loader, so it registers its own. */
const fromSources = (entry: string): URL => {
  const script = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
await import(${JSON.stringify(pathToFileURL(entry).href)})`
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`)
}

/** V8 would let the young generation, three semi-spaces, grow to 48 MB and stay there. */
const YOUNG_SPACE_MB = 12

export const startThread = (entry: string, workerData: unknown): Worker =>
  new Worker(entry.endsWith('.ts') ? fromSources(entry) : pathToFileURL(entry), {
    workerData,
    execArgv: [],
    // It needs none of our settings and must see no secret.
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SPACE_MB },
  })
