import { makePostgres, throwAwayFolder } from '../../support/stores.ts'
import { runCrashLoop } from './crash-loop.ts'

/*
 * The long crash loop: `npm run crash -- 200` kills 200 writers on SQLite, `npm run crash -- 200 postgres` on
 * PostgreSQL. Ends with 1 when an acknowledged order is lost or doubled.
 */
const rounds = Number(process.argv[2] ?? 30)
const database = process.argv[3] === 'postgres' ? await makePostgres() : null
const startedAt = performance.now()
const report = await runCrashLoop({
  rounds,
  dataDir: throwAwayFolder(),
  databaseUrl: database?.url ?? null,
  lifeMs: (round) => 50 + ((round * 97) % 251),
})
await database?.drop()
const seconds = Math.round((performance.now() - startedAt) / 1000)
process.stdout.write(`${JSON.stringify({ ...report, seconds }, null, 2)}\n`)
process.exitCode = report.wrong.length === 0 && report.isSameAfterReplay && report.fault === null ? 0 : 1
