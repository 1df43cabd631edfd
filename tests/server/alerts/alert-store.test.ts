import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlertStore, createAlertStore } from '../../../server/store/alerts.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { UserId } from '../../../server/user.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { stores } from '../../support/server/stores.ts'

const MINUTE_MS = 60_000
const SYMBOLS = 500

const hitsAt = (bar: number) =>
  Array.from({ length: SYMBOLS }, (_, index) => ({
    segSym: `NSE_S${index}` as InstrumentId,
    bar,
    price: 100 + index,
    values: [{ text: 'close', value: 100 + index }],
  }))

describe.each(stores)('the log of an alert on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let alerts: AlertStore
    const owner = randomUUID() as UserId
    const id = randomUUID()
    const alert = { id, owner }
    beforeAll(async () => {
      store = await open()
      alerts = createAlertStore(store)
      await insertUser(store.db, {
        id: owner,
        name: 'watcher',
        password_hash: '-',
        must_change_password: 0,
        created_at: 0,
      })
      await insert(id)
    })
    afterAll(() => store.close())

    const insert = (of: string) =>
      alerts.insert({
        id: of,
        owner,
        scannerUuid: null,
        slug: null,
        name: 'All',
        terms: { logic: 'close > 1', universe: 'NIFTY500', interval: 'min' },
        status: 'running',
        reason: '',
        startedAt: 0,
        stoppedAt: null,
        judgedAt: 0,
      })

    const raisingAt = (bar: number) => ({
      alert,
      hits: hitsAt(bar),
      raisedAt: bar + MINUTE_MS,
      judgedAt: bar + MINUTE_MS,
      isOver: false,
      proposals: [],
      noticesOf: () => [],
    })
    const raise = (bar: number) => alerts.raise([raisingAt(bar)])

    test('takes five hundred symbols of one candle as a row each, and takes them once', async () => {
      await raise(MINUTE_MS)
      await raise(MINUTE_MS)
      const soFar = (await alerts.raisedSoFar([id, randomUUID()], 0))(id)
      expect(soFar.raisedToday).toEqual({ hits: SYMBOLS, symbols: SYMBOLS })
      expect(soFar.lastHits.map(({ segSym }) => segSym)).toEqual(
        hitsAt(0)
          .map(({ segSym }) => segSym)
          .sort(),
      )
      expect(await alerts.find(owner, id)).toMatchObject({ judgedAt: 2 * MINUTE_MS })
      expect((await alerts.log(id, { limit: 2, offset: 1 })).map(({ segSym }) => segSym)).toEqual([
        'NSE_S1',
        'NSE_S10',
      ])
    })

    test('is stored in one step with those that raised nothing, without those that were stopped', async () => {
      const [quiet, stopped] = [randomUUID(), randomUUID()]
      for (const one of [quiet, stopped]) await insert(one)
      await alerts.stop(stopped, { at: 1, reason: 'by hand' })
      const notice = { id: randomUUID(), owner, deploymentType: 'scanner', content: '{}', createdAt: 0 }
      const raising = { ...raisingAt(1.5 * MINUTE_MS), noticesOf: () => [notice] }
      const raised = await alerts.raise([
        { ...raising, alert: { id: quiet, owner }, hits: [] },
        { ...raising, alert: { id: stopped, owner } },
        raising,
      ])
      expect(raised.map(({ notices }) => notices.length)).toEqual([0, 0, 1])
      expect(await alerts.find(owner, quiet)).toMatchObject({ judgedAt: 2.5 * MINUTE_MS })
      expect(await alerts.find(owner, stopped)).toMatchObject({ judgedAt: 0, status: 'stopped' })
      expect(await alerts.log(stopped, { limit: 1, offset: 0 })).toEqual([])
      expect(await alerts.log(id, { limit: 1, offset: 0 })).toMatchObject([{ bar: 1.5 * MINUTE_MS }])
    })

    test('keeps the newest of very many', async () => {
      for (let minute = 2; minute <= 44; minute++) await raise(minute * MINUTE_MS)
      const { raised, timesToday: times } = (await alerts.raisedSoFar([id], 0))(id)
      expect(raised).toBeGreaterThanOrEqual(20_000)
      expect(raised).toBeLessThan(22_000)
      expect(times.at(-1)).toEqual({ at: 45 * MINUTE_MS, count: SYMBOLS })
      expect(times.every(({ count }) => count === SYMBOLS)).toBe(true)
    })
  })
})
