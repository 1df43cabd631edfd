import { describe, expect, test } from 'vitest'
import { TEST_MS } from '../../support/limits.ts'
import { builtScript } from '../../support/server/built-server.ts'
import { hasPostgres, makePostgres } from '../../support/server/stores.ts'
import { runTakeoverLoop } from './takeover-loop.ts'

/** The first holder is killed, the second frozen. */
const ROUNDS = 2

describe('a server that waits for another on one database', () => {
  test.skipIf(!hasPostgres)(
    'takes over when that is killed or frozen, with every order once and the same sessions and deployments',
    async () => {
      const { url, drop } = await makePostgres()
      try {
        const report = await runTakeoverLoop({
          rounds: ROUNDS,
          main: builtScript('main'),
          databaseUrl: url,
        })
        const { lost, doubled, acknowledgedLate, fault } = report
        expect({ lost, doubled, acknowledgedLate, fault }).toEqual({
          lost: [],
          doubled: [],
          acknowledgedLate: 0,
          fault: null,
        })
        expect(report.waits).toHaveLength(ROUNDS)
        expect(report.acknowledged).toBeGreaterThan(ROUNDS)
      } finally {
        await drop()
      }
    },
    TEST_MS,
  )
})
