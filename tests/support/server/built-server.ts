import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

const folder = join(root, 'dist/server-of-tests')

/** As `npm run build` makes them: from sources, each start of a server would compile them for seconds. */
export const buildServer = async (): Promise<void> => {
  await build({ root, mode: 'server', logLevel: 'error', build: { outDir: folder } })
}

export type BuiltScript = 'main' | 'user' | 'import' | 'ledger' | 'backup'

export const builtScript = (name: BuiltScript): string => join(folder, `${name}.js`)
