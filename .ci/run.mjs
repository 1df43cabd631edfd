import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const results = resolve(root, 'node_modules/.cache/sauda/tests.json')
const env = { ...process.env, SAUDA_COUNTED_ELSEWHERE: '1' }
const npm = (args) => spawnSync('npm', args, { cwd: root, stdio: 'inherit', env }).status === 0

const outcomes = []
const redChecks = []
const check = (name, args) => {
  const startedAt = Date.now()
  process.stdout.write(`\n== ${name}\n`)
  const isGreen = npm(args)
  outcomes.push(isGreen)
  if (!isGreen) redChecks.push(name)
  process.stdout.write(
    `== ${name}: ${isGreen ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s\n`,
  )
}

// The tests come first: they install and build what the checks read.
check('tests', ['test', '--silent'])
check('format and lint', ['run', '--silent', 'check'])
check('types', ['run', '--silent', 'types'])
check('where a change goes', ['run', '--silent', 'changes'])
check('import arrows', ['run', '--silent', 'arch'])
check('unused code', ['run', '--silent', 'unused'])
check('limits that only tighten', ['run', '--silent', 'limits'])
check('retired words', ['run', '--silent', 'words'])
check('size budgets', ['run', '--silent', 'size'])
check('printed pages are current', ['run', '--silent', 'docs', '--', '--check'])
check('every bench runs', ['run', '--silent', 'bench', '--', '--brief'])
check('lockfile installs', ['ci', '--dry-run', '--silent'])

const report = existsSync(results)
  ? JSON.parse(readFileSync(results, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }
const failedTestsOf = (file) =>
  file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => `\n  ${fullName}`)
    .join('')
const [, ...checks] = outcomes
const passed = report.numPassedTests + checks.filter(Boolean).length
// A run of the tests that failed without a failing test (a file that does not load) still counts.
const failedTests = outcomes[0] ? report.numFailedTests : Math.max(1, report.numFailedTests)
const failed = failedTests + checks.filter((isGreen) => !isGreen).length
process.stdout.write('\n')
for (const file of report.testResults.filter(({ status }) => status === 'failed'))
  process.stdout.write(`FAILED: ${relative(root, file.name)}${failedTestsOf(file)}\n`)
for (const name of redChecks) process.stdout.write(`FAILED: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed} failed, ${report.numPendingTests} skipped\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
