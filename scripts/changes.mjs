import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { changes, proof } from './changes/changes.mjs'
import { compiler } from './types/compiler.mjs'

// The table "Where a change goes" of docs/architecture.md says how many files a change touches. This check makes the changes
// in a copy of the tree, shows that they work there, and compares the counts. Pages printed from the code do not count.
const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'sauda-changes-'))
const fail = (text) => {
  throw new Error(text)
}
const run = (name, args, options = {}) => spawnSync(name, args, { cwd: copy, encoding: 'utf8', ...options })
const succeed = (what, args) => {
  const { status, stdout, stderr } = run(process.execPath, args)
  if (status !== 0) fail(`with the changes made, ${what} fail:\n${stdout}\n${stderr}`)
}

const copyTree = () => {
  const { stdout } = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const path of stdout.split('\0').filter((one) => one !== '' && existsSync(join(root, one))))
    cpSync(join(root, path), join(copy, path))
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '.cache'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  // What the compiler knows of the unchanged files, so that it reads only what the changes concern.
  const known = join(root, 'node_modules/.cache/tsc')
  if (existsSync(known)) cpSync(known, join(copy, 'node_modules/.cache/tsc'), { recursive: true })
  symlinkSync(join(root, 'public/wasm'), join(copy, 'public/wasm'))
}

const make = ({ path, after, text }) => {
  const file = join(copy, path)
  if (after === undefined) {
    if (existsSync(file)) fail(`${path} exists already`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return
  }
  const before = readFileSync(file, 'utf8')
  if (before.split(after).length !== 2)
    fail(`${path}: found ${before.split(after).length - 1} times: ${after}`)
  writeFileSync(
    file,
    before.replace(after, () => after + text),
  )
}

/** `| an indicator | where | 5 |` */
const written = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| (an? [a-z ]+) \|.*\| (\d+) \|$/gm,
    ),
  ].map(([, what, count]) => [what, Number(count)]),
)

try {
  copyTree()
  const wrong = changes.flatMap(({ what, edits }) => {
    edits.forEach(make)
    const files = [...new Set(edits.map(({ path }) => path))]
    process.stdout.write(`${what}: ${files.length} files\n`)
    return written.get(what) === files.length
      ? []
      : [
          `docs/architecture.md says ${written.get(what)} files for ${what}; they are:\n  ${files.join('\n  ')}`,
        ]
  })
  if (wrong.length > 0) fail(wrong.join('\n'))
  writeFileSync(join(copy, proof.path), proof.text)
  succeed('types', compiler)
  succeed('the printed pages', [join(root, 'node_modules/tsx/dist/cli.mjs'), 'docs/print.ts'])
  succeed('tests', [join(root, 'node_modules/vitest/vitest.mjs'), 'run', proof.path, ...proof.tests])
} finally {
  rmSync(copy, { recursive: true, force: true })
}
