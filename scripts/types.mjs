import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { assemblyCompiler, compiler } from './types/compiler.mjs'

// Checks the types of everything. The bench reads the types of the libraries it compares with, which
// are installed for it alone; where they cannot be had, the rest is checked and the gap is named.
const root = resolve(import.meta.dirname, '..')
const bench = resolve(root, 'bench')
const run = (command, args, cwd) => spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0

const hasPeers = () => existsSync(resolve(bench, 'node_modules/.package-lock.json'))
if (!hasPeers()) run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], bench)

const check = (args) => run(process.execPath, args, root)
const isGreen = [compiler, assemblyCompiler].map(check).every(Boolean)
const isBenchGreen = !hasPeers() || check([...compiler, 'bench'])
if (!hasPeers())
  process.stdout.write('left out: the types of bench, whose libraries could not be installed\n')
process.exit(isGreen && isBenchGreen ? 0 : 1)
