import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const results = resolve(root, 'node_modules/.cache/sauda/tests.json')
const env = { ...process.env, SAUDA_COUNTED_ELSEWHERE: '1' }

const outcomes = []
const redChecks = []

/** Runs an npm command. What it prints is shown as it comes, or at its end when another runs beside it. */
const check = (name, args, { isAlone = false } = {}) =>
  new Promise((done) => {
    const startedAt = Date.now()
    const printed = []
    const show = (bytes) => (isAlone ? process.stdout.write(bytes) : printed.push(bytes))
    show(`\n== ${name}\n`)
    const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', show)
    child.stderr.on('data', show)
    child.on('close', (code) => {
      outcomes.push(code === 0)
      if (code !== 0) redChecks.push(name)
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      show(`== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
      for (const part of printed) process.stdout.write(part)
      done()
    })
  })

const inTurn = async (checks) => {
  for (const [name, args] of checks) await check(name, args)
}

// The tests come first: they install and build what the checks read.
await check('tests', ['test', '--silent'], { isAlone: true })
const [areTestsGreen] = outcomes
// The compiler uses one core, and most of the others do, so two of them run at a time.
await Promise.all([
  check('types', ['run', '--silent', 'types']),
  inTurn([
    ['format and lint', ['run', '--silent', 'check']],
    ['import arrows', ['run', '--silent', 'arch']],
    ['unused code', ['run', '--silent', 'unused']],
    ['limits that only tighten', ['run', '--silent', 'limits']],
    ['retired words', ['run', '--silent', 'words']],
    ['size budgets', ['run', '--silent', 'size']],
    ['printed pages are current', ['run', '--silent', 'docs', '--', '--check']],
    ['lockfile installs', ['ci', '--dry-run', '--silent']],
    ['where a change goes', ['run', '--silent', 'changes']],
  ]),
])
await check('every bench runs', ['run', '--silent', 'bench', '--', '--brief'], { isAlone: true })

const report = existsSync(results)
  ? JSON.parse(readFileSync(results, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }
const LINES_OF_FAILURE = 12
const whyOf = ({ failureMessages }) =>
  failureMessages
    .flatMap((message) => message.split('\n').slice(0, LINES_OF_FAILURE))
    .map((line) => `\n    ${line}`)
    .join('')
const failedTestsOf = (file) =>
  file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map((test) => `\n  ${test.fullName}${whyOf(test)}`)
    .join('')
const [, ...checks] = outcomes
const passed = report.numPassedTests + checks.filter(Boolean).length
// A run of the tests that failed without a failing test (a file that does not load) still counts.
const failedTests = areTestsGreen ? report.numFailedTests : Math.max(1, report.numFailedTests)
const failed = failedTests + checks.filter((isGreen) => !isGreen).length
process.stdout.write('\n')
for (const file of report.testResults.filter(({ status }) => status === 'failed'))
  process.stdout.write(`FAILED: ${relative(root, file.name)}${failedTestsOf(file)}\n`)
for (const name of redChecks) process.stdout.write(`FAILED: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed} failed, ${report.numPendingTests} skipped\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
