import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

/** The writer as one file of plain JavaScript, which starts at once; inside the project, so that it finds its packages. */
export const buildWriter = async (): Promise<{ readonly path: string; readonly remove: () => void }> => {
  const cache = join(root, 'node_modules/.cache/sauda')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'crash-'))
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // A native module stays a file of its own; packages in the bundle need not be looked for at each start.
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg'] },
    build: { ssr: join(import.meta.dirname, 'writer.ts'), outDir, emptyOutDir: true, target: 'node20' },
  })
  return { path: join(outDir, 'writer.js'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
