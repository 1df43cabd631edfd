import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newLine } from '../../../server/automation/lane.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import type { LogLine } from '../../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { DAY_MS } from '../../../src/domain/time.ts'
import { NIFTY_50, optionId, spreadBy } from '../../support/server/option-deployments.ts'
import { stores } from '../../support/server/stores.ts'

const meera: User = { id: 'meera' as UserId, name: 'meera' }
const first = Date.parse('2026-11-23T10:15:00+05:30')

const line = (seq: number, kind: 'entered' | 'exited', contract: string): LogLine => ({
  ...newLine(seq, first + seq),
  kind,
  sentence: kind,
  segSym: NIFTY_50,
  contract: contract as InstrumentId,
})

describe.each(stores)(
  'what a deployment on options held when a day began, on $name',
  ({ open, isAbsent }) => {
    describe.skipIf(isAbsent)('is known', () => {
      let store: Store
      beforeEach(async () => {
        store = await open()
        await insertUser(store.db, { ...meera, password_hash: '-', must_change_password: 0, created_at: 0 })
      })
      afterEach(() => store.close())

      test('leg by leg, without those that were exited', async () => {
        const deployments = createDeploymentStore(store)
        const deployment = spreadBy(meera, first)
        const { id, owner } = deployment
        await deployments.insert({
          ...deployment,
          status: 'running',
          reason: '',
          stoppedAt: null,
          state: '{}',
          runs: [],
          lastSeq: 0,
        })
        const [sold, bought, other] = [optionId(24_100, 'CE'), optionId(24_200, 'CE'), optionId(24_000, 'PE')]
        const lines = [
          line(1, 'entered', sold),
          line(2, 'entered', bought),
          line(3, 'entered', other),
          line(4, 'exited', other),
        ]
        await deployments.write({ id, owner, lines })
        const span = { from: first + DAY_MS, until: first + 2 * DAY_MS, limit: 10 }
        const { held } = await deployments.deeds(owner, id, span)
        expect(held.map(({ contract }) => contract).toSorted()).toEqual([sold, bought])
      })
    })
  },
)
