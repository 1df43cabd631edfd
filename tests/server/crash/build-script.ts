import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

interface BuiltScript {
  readonly path: string
  readonly remove: () => void
}

/**
 * A script of this folder as one file of plain JavaScript, which starts at once. It lies as deep in the project as the
 * sources, so that it finds its packages and the files that these name beside themselves.
 */
export const buildScript = async (name: string): Promise<BuiltScript> => {
  const builds = join(root, 'dist/tests')
  mkdirSync(builds, { recursive: true })
  const outDir = mkdtempSync(join(builds, 'crash-'))
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // A native module stays a file of its own; packages in the bundle need not be looked for at each start.
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg', '@node-rs/argon2'] },
    build: { ssr: join(import.meta.dirname, `${name}.ts`), outDir, emptyOutDir: true, target: 'node20' },
  })
  return { path: join(outDir, `${name}.js`), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
