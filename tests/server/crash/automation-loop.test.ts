import { describe, expect, test } from 'vitest'
import { TEST_MS } from '../../support/limits.ts'
import { hasPostgres, makePostgres } from '../../support/server/stores.ts'
import { runAutomationLoop } from './automation-loop.ts'

const KILLS = 3

describe('deployments of a server that is killed', () => {
  test.each([
    ['SQLite', false, {}],
    ['PostgreSQL', !hasPostgres, { makeDatabase: makePostgres }],
  ] as const)(
    'have the logs, orders and positions of one that is not, on %s',
    async (_, isAbsent, database) => {
      if (isAbsent) return
      const report = await runAutomationLoop({ kills: KILLS, seed: 3, ...database })
      const { kills, differences, fault } = report
      expect({ kills, differences, fault }).toEqual({ kills: KILLS, differences: [], fault: null })
      expect(report.orders).toBeGreaterThan(KILLS)
    },
    TEST_MS,
  )
})
