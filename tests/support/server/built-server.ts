import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

const FOLDER = 'SAUDA_TEST_BUILT_SERVER'

/** As `npm run build` makes it, and beside the built console: from sources, each start would compile for seconds. */
export const buildServer = async (): Promise<() => void> => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist/server-'))
  await build({ root, mode: 'server', logLevel: 'error', build: { outDir: folder } })
  process.env[FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

export type BuiltScript = 'main' | 'user' | 'import' | 'ledger' | 'backup'

export const builtScript = (name: BuiltScript): string => {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('the server of the tests was not built')
  return join(folder, `${name}.js`)
}
