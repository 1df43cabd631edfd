import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBrief } from './brief.ts'
import { createReport, type Report } from './report.ts'

const argument = (name: string): string | null => {
  const index = process.argv.indexOf(name)
  return index < 0 ? null : (process.argv[index + 1] ?? null)
}

const folder = import.meta.dirname

const installPeers = (): void => {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  console.log('Installing the peers …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

const only = argument('--only')
const json = argument('--json')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.bench.ts') && !path.includes('node_modules'))
  .filter((path) => only === null || path.includes(only))
  .sort()
if (files.length === 0) {
  console.error(`No bench is called ${only}. There are files named *.bench.ts below bench/.`)
  process.exit(1)
}

installPeers()
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}; medians`)
const report = createReport()
for (const path of files) {
  console.log(`\n== ${path.replace(/\.bench\.ts$/, '')}`)
  const { bench } = (await import(pathToFileURL(join(folder, path)).href)) as {
    bench: (report: Report) => Promise<void>
  }
  await bench(report)
}
if (json !== null) report.writeJson(json)
const missed = report.figures.filter(({ pass }) => pass === false)
console.log(`\n${report.figures.length} figures, ${isBrief ? 'not judged' : `${missed.length} goals missed`}`)
