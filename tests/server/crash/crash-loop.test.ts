import { describe, expect, test } from 'vitest'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../support/stores.ts'
import { runCrashLoop } from './crash-loop.ts'

const ROUNDS = 4
const LONG_MS = 120_000

/** From 50 to 300 ms, another each round. */
const lifeMs = (round: number): number => 50 + ((round * 97) % 251)

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
          lifeMs,
        })
        const { wrong, isSameAfterReplay, fault } = report
        expect({ wrong, isSameAfterReplay, fault }).toEqual({
          wrong: [],
          isSameAfterReplay: true,
          fault: null,
        })
        expect(report.acknowledged).toBeGreaterThan(ROUNDS)
        expect(report.ordersInLog).toBeGreaterThanOrEqual(report.acknowledged)
      } finally {
        await drop()
      }
    },
    LONG_MS,
  )
})
