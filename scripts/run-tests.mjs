import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const results = join(root, 'node_modules/.cache/sauda/tests.json')
mkdirSync(join(results, '..'), { recursive: true })
rmSync(results, { force: true })

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
)

const report = JSON.parse(readFileSync(results, 'utf8'))
const left = new Map()
for (const file of report.testResults) {
  for (const test of file.assertionResults) {
    if (test.status === 'passed' || test.status === 'failed') continue
    const name = file.name.slice(root.length + 1)
    left.set(name, (left.get(name) ?? 0) + 1)
  }
}
for (const [file, count] of left) process.stdout.write(`LEFT OUT: ${count} in ${file}\n`)
const brokenFiles = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
).length
const failed = report.numFailedTests + brokenFiles
// The checks that call this script add their own and print the line themselves.
if (process.env.SAUDA_COUNTED_ELSEWHERE === undefined) {
  process.stdout.write(
    `${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests} skipped\n`,
  )
}
process.exit(status !== 0 || failed > 0 || report.numPassedTests === 0 ? 1 : 0)
