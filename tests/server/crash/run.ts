import { makePostgres, throwAwayFolder } from '../../support/server/stores.ts'
import { runCrashLoop } from './crash-loop.ts'

/*
 * The long crash loop: `npm run crash -- 300` kills 300 writers on SQLite, `npm run crash -- 100 postgres` 100 on
 * PostgreSQL. Ends with 1 when an acknowledged order is lost or doubled, or the ledger does not verify.
 */
const rounds = Number(process.argv[2] ?? 30)
const isPostgres = process.argv[3] === 'postgres'
const database = isPostgres ? await makePostgres() : null
const startedAt = performance.now()
try {
  const report = await runCrashLoop({
    rounds,
    dataDir: throwAwayFolder(),
    databaseUrl: database?.url ?? null,
  })
  const { kills, acknowledged, retried, lost, doubled, fillsInLog, isSameAfterReplay, fault } = report
  for (const line of [...lost, ...doubled]) process.stdout.write(`${line}\n`)
  const problem = fault ?? (isSameAfterReplay ? null : 'a snapshot and the log make different accounts')
  const isSound = lost.length === 0 && doubled.length === 0 && problem === null
  process.stdout.write(
    `${isPostgres ? 'PostgreSQL' : 'SQLite'}: ${rounds} rounds, ${kills} kills, ${acknowledged} acknowledged orders, ` +
      `${retried} retried, ${fillsInLog} fills, ${lost.length} lost, ${doubled.length} doubled, ` +
      `ledger ${problem === null ? 'verified' : `NOT verified: ${problem}`}, ` +
      `${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
  )
  process.exitCode = isSound ? 0 : 1
} finally {
  await database?.drop()
}
