import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

// The import check has been seen to read nothing and report success, so what it saw is compared with the tree.
const root = resolve(import.meta.dirname, '..')
const folders = ['src', 'server']
const { stdout, stderr, status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...folders,
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
)
if (stdout === '') {
  process.stderr.write(stderr)
  process.exit(status || 1)
}
const { modules, summary } = JSON.parse(stdout)
const isSource = (path) =>
  /\.(ts|tsx)$/.test(path) && !path.endsWith('.d.ts') && !path.includes('engine/assembly/')
const inTree = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
  )
  .filter(isSource)
const seen = new Set(modules.map(({ source }) => source))
const missed = inTree.filter((path) => !seen.has(path))

for (const { rule, from, to } of summary.violations) process.stdout.write(`${rule.name}: ${from} -> ${to}\n`)
if (missed.length > 0) process.stdout.write(`not looked at: ${missed.join(', ')}\n`)
process.stdout.write(`${inTree.length} files, ${summary.violations.length} arrows out of place\n`)
process.exit(summary.violations.length > 0 || missed.length > 0 || inTree.length === 0 ? 1 : 0)
