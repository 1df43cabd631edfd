import { describe, expect, test } from 'vitest'
import { ended } from '../../support/browser/processes.ts'
import { TEST_MS } from '../../support/limits.ts'
import { builtScript } from '../../support/server/built-server.ts'
import { hasPostgres, makePostgres } from '../../support/server/stores.ts'
import { launch, runTakeoverLoop } from './takeover-loop.ts'

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

  test.skipIf(!hasPostgres)(
    'is refused where it was not asked to wait, and takes over at once from one that was stopped',
    async () => {
      const { url: databaseUrl, drop } = await makePostgres()
      const main = builtScript('main')
      const first = launch({ main, databaseUrl, isStandby: false })
      const launched = [first]
      try {
        const firstAddress = await first.address
        await expect.poll(async () => (await fetch(`${firstAddress}/ready`)).status).toBe(200)
        const standby = launch({ main, databaseUrl, isStandby: true })
        launched.push(standby)
        await standby.waits
        const second = launch({ main, databaseUrl, isStandby: false })
        expect(await ended(second.child)).toBe(1)
        // Its last words can come after its end is known.
        await expect.poll(second.output).toContain('With STANDBY=on this one waits, and takes over when the')
        first.child.kill('SIGTERM')
        expect(await ended(first.child)).toBe(0)
        const address = await standby.address
        await expect.poll(async () => (await fetch(`${address}/ready`)).status).toBe(200)
        standby.child.kill('SIGTERM')
        expect(await ended(standby.child)).toBe(0)
      } finally {
        for (const { child } of launched) child.kill('SIGKILL')
        await drop()
      }
    },
    TEST_MS,
  )
})
