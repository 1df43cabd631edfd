import { describe, expect, test } from 'vitest'
import { TEST_MS } from '../../support/limits.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../support/server/stores.ts'
import { runCrashLoop } from './crash-loop.ts'

const ROUNDS = 6
const LONG_MS = TEST_MS

describe('a ledger that is killed while it writes', () => {
  test.each([
    ['SQLite', false, async () => ({ url: null, drop: async () => {} })],
    ['PostgreSQL', !hasPostgres, makePostgres],
  ] as const)(
    'keeps every acknowledged order once, on %s',
    async (_, isAbsent, open) => {
      if (isAbsent) return
      const { url, drop } = await open()
      try {
        const report = await runCrashLoop({
          rounds: ROUNDS,
          dataDir: throwAwayFolder(),
          databaseUrl: url,
        })
        const { kills, lost, doubled, isSameAfterReplay, fault } = report
        expect({ kills, lost, doubled, isSameAfterReplay, fault }).toEqual({
          kills: ROUNDS,
          lost: [],
          doubled: [],
          isSameAfterReplay: true,
          fault: null,
        })
        expect(report.acknowledged).toBeGreaterThan(ROUNDS)
        // What was never answered had its keys retried, so the log holds no order that nobody knows.
        expect(report.ordersInLog).toEqual(report.acknowledged)
        expect(report.fillsInLog).toEqual(report.acknowledged)
      } finally {
        await drop()
      }
    },
    LONG_MS,
  )
})
