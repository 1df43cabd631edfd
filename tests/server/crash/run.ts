import { buildServer, builtScript } from '../../support/server/built-server.ts'
import { makePostgres, throwAwayFolder } from '../../support/server/stores.ts'
import { runAutomationLoop } from './automation-loop.ts'
import { runCrashLoop } from './crash-loop.ts'
import { runTakeoverLoop } from './takeover-loop.ts'

/*
 * The long crash loops. `npm run crash -- 300` kills 300 writers of orders on SQLite, `npm run crash -- 100 postgres` 100
 * on PostgreSQL; `npm run crash -- automation 100 postgres` a server with deployments; `npm run crash -- takeover 10` kills
 * or freezes the first of two servers on one PostgreSQL 10 times. Ends with 1 when an acknowledged
 * order is lost or doubled, the ledger does not verify, or a deployment's log is not that of a server without kills.
 */
const words = process.argv.slice(2)
const isOfAutomation = words.includes('automation')
const isPostgres = words.includes('postgres')
const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? 30)
const name = isPostgres ? 'PostgreSQL' : 'SQLite'
const startedAt = performance.now()
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const ledgerIs = (problem: string | null): string =>
  `ledger ${problem === null ? 'verified' : `NOT verified: ${problem}`}`

const killWriters = async (): Promise<boolean> => {
  const database = isPostgres ? await makePostgres() : null
  try {
    const databaseUrl = database?.url ?? null
    const report = await runCrashLoop({ rounds, dataDir: throwAwayFolder(), databaseUrl })
    const { kills, acknowledged, retried, lost, doubled, fillsInLog, isSameAfterReplay, fault } = report
    for (const line of [...lost, ...doubled]) say(line)
    const problem = fault ?? (isSameAfterReplay ? null : 'a snapshot and the log make different accounts')
    say(
      `${name}: ${rounds} rounds, ${kills} kills, ${acknowledged} acknowledged orders, ${retried} retried, ` +
        `${fillsInLog} fills, ${lost.length} lost, ${doubled.length} doubled, ${ledgerIs(problem)}, ${seconds()}`,
    )
    return lost.length === 0 && doubled.length === 0 && problem === null
  } finally {
    await database?.drop()
  }
}

const killAutomation = async (): Promise<boolean> => {
  let isSound = true
  for (let [seed, left] = [1, rounds]; left > 0; seed++) {
    const { kills, lines, orders, differences, fault } = await runAutomationLoop({
      kills: left,
      seed,
      ...(isPostgres ? { makeDatabase: makePostgres } : {}),
    })
    left -= kills
    isSound &&= differences.length === 0 && fault === null
    for (const line of differences) say(line)
    say(
      `${name}: prices ${seed}, ${kills} kills, ${lines} lines of the logs, ${orders} orders, ` +
        `${differences.length} differences, ${ledgerIs(fault)}, ${seconds()}`,
    )
  }
  return isSound
}

const takeOver = async (): Promise<boolean> => {
  const removeServer = await buildServer()
  const database = await makePostgres()
  try {
    const report = await runTakeoverLoop({ rounds, main: builtScript('main'), databaseUrl: database.url })
    const { waits, acknowledged, retried, lost, doubled, acknowledgedLate, fault } = report
    for (const line of [...lost, ...doubled]) say(line)
    say(
      `PostgreSQL: ${rounds} takeovers in ${waits.join(', ')} ms, ${acknowledged} acknowledged orders, ${retried} retried, ` +
        `${lost.length} lost, ${doubled.length} doubled, ${acknowledgedLate} by a server that was replaced, ${ledgerIs(fault)}, ${seconds()}`,
    )
    return lost.length + doubled.length + acknowledgedLate === 0 && fault === null
  } finally {
    await database.drop()
    removeServer()
  }
}

const runs = () => {
  if (words.includes('takeover')) return takeOver()
  return isOfAutomation ? killAutomation() : killWriters()
}

process.exitCode = (await runs()) ? 0 : 1
