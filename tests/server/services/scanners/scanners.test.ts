import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../../server/refusal.ts'
import { createScanners, type Scanners } from '../../../../server/services/scanners/scanners.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { insertUser } from '../../../../server/store/session/users.ts'
import type { User, UserId } from '../../../../server/user.ts'
import type { Scanner } from '../../../../src/domain/scanners/scanner.ts'
import { clockAt } from '../../../support/clock.ts'
import { stores } from '../../../support/server/stores.ts'

const scanner: Scanner = {
  scannerName: 'Oversold',
  logic: 'rsi(14) < 30',
  universe: 'NIFTY500',
  interval: 'day',
  subCategory: 'reversal',
  note: '',
}

const sample = {
  slug: 'sc-golden-cross',
  scannerUuid: '11111111-1111-4111-8111-111111111111',
  scanner: { ...scanner, scannerName: 'Golden cross', logic: 'sma(close,50) crosses above sma(close,200)' },
}

const alertId = '22222222-2222-4222-8222-222222222222'

describe.each(stores)('scanners on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    const clock = clockAt('2026-11-20 10:00')
    let store: Store
    let scanners: Scanners
    let user: User
    const alerts = new Map<string, string>()
    const stopped: string[] = []
    beforeAll(async () => {
      store = await open()
      scanners = createScanners({
        store,
        clock,
        samples: [sample],
        alertsOf: () => alerts,
        stopAlertOf: async (_, uuid) => {
          stopped.push(uuid)
        },
      })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      alerts.clear()
      user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
      await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
    })

    const save = (change: Partial<Scanner> = {}, of: Parameters<Scanners['save']>[2] = {}) =>
      scanners.save(user, { ...scanner, ...change }, of)
    const names = async (query: Parameters<Scanners['list']>[1] = {}) =>
      (await scanners.list(user, query)).data.map((entry) => entry.scannerName)
    const refusalOf = async (act: Promise<unknown>): Promise<unknown> => {
      try {
        return await act
      } catch (error) {
        if (error instanceof Refusal) return [error.code, error.message]
        throw error
      }
    }

    test('are read as they were saved, each save a version that says what changed', async () => {
      const { slug, scannerUuid, version } = await save()
      expect([slug.startsWith('sc-oversold-'), version]).toEqual([true, 1])
      await save({ universe: 'NIFTY50', note: 'Only large ones.' }, { slug, version: 1 })
      expect(await scanners.get(user, slug)).toMatchObject({
        ...scanner,
        universe: 'NIFTY50',
        note: 'Only large ones.',
        scannerUuid,
        version: 2,
        latestVersion: 2,
        isSample: false,
        isLive: false,
        currentAlertUuid: null,
      })
      expect(await scanners.get(user, slug, 1)).toMatchObject({ ...scanner, version: 1, latestVersion: 2 })
      expect((await scanners.versions(user, slug)).map(({ version: of, changes }) => [of, changes])).toEqual([
        [2, ['Universe: NIFTY 50, was NIFTY 500', 'Note changed']],
        [1, []],
      ])
      expect(await refusalOf(scanners.get(user, slug, 3))).toEqual([
        'NOT_FOUND',
        'No version 3 of this scanner',
      ])
    })

    test('are saved once, however often the call is repeated, and not over a newer version', async () => {
      const scannerUuid = randomUUID()
      const [first, again] = [await save({}, { scannerUuid }), await save({}, { scannerUuid })]
      expect(again).toEqual(first)
      await save({ interval: '5min' }, { slug: first.slug, version: 1 })
      expect(await refusalOf(save({ interval: 'hour' }, { slug: first.slug, version: 1 }))).toEqual([
        'VERSION_CONFLICT',
        'Version 2 was saved on 2026-11-20 at 10:00; this change was made from version 1',
      ])
      // What is saved already is no conflict.
      expect(await save({ interval: '5min' }, { slug: first.slug, version: 1 })).toMatchObject({ version: 2 })
    })

    test('that cannot be read are refused in words, with the column of the rule', async () => {
      expect(await refusalOf(save({ logic: 'rsi(14) <' }))).toEqual([
        'MALFORMED',
        expect.stringContaining('The rule cannot be read at column 10'),
      ])
      expect(await refusalOf(save({ universe: 'NIFTY42' }))).toEqual(['MALFORMED', 'NIFTY42 is no universe'])
      expect(await refusalOf(save({ scannerName: 'a/b' }))).toEqual([
        'MALFORMED',
        'Use letters, digits, spaces and & only, 60 at most',
      ])
      await save()
      expect(await refusalOf(save({ scannerName: 'OVERSOLD ' }))).toEqual([
        'CONFLICT',
        'You have a scanner named OVERSOLD already',
      ])
      expect(await names()).toEqual(['Oversold'])
    })

    test('are copied under a free name, samples too', async () => {
      await scanners.copy(user, { slug: sample.slug })
      const twice = randomUUID()
      await scanners.copy(user, { slug: sample.slug, scannerUuid: twice })
      await scanners.copy(user, { slug: sample.slug, scannerUuid: twice })
      await scanners.copy(user, { slug: sample.slug, scannerName: 'Crossed' })
      expect(await names({ sort: 'name' })).toEqual(['Crossed', 'Golden cross', 'Golden cross 2'])
    })

    test('that are deleted stop their alert, and come back under their name', async () => {
      const { scannerUuid, slug } = await save()
      alerts.set(scannerUuid, alertId)
      expect(await scanners.get(user, slug)).toMatchObject({ isLive: true, currentAlertUuid: alertId })
      await scanners.delete(user, scannerUuid, 'request')
      expect(stopped.at(-1)).toBe(scannerUuid)
      expect(await names()).toEqual([])
      expect(await refusalOf(scanners.get(user, slug))).toEqual(['NOT_FOUND', 'No such scanner'])
      expect(await refusalOf(scanners.delete(user, scannerUuid, 'request'))).toEqual([
        'NOT_FOUND',
        'No such scanner',
      ])
      await scanners.restore(user, scannerUuid)
      expect(await names()).toEqual(['Oversold'])
    })

    test('are listed by page, search and kind, those of nobody else', async () => {
      for (const [index, name] of ['Beta', 'Alpha', 'Gamma'].entries()) {
        clock.advance(1_000)
        await save({ scannerName: name, note: index === 2 ? '100% of_it' : '' })
      }
      expect(await names()).toEqual(['Gamma', 'Alpha', 'Beta'])
      expect(await names({ sort: '-name' })).toEqual(['Gamma', 'Beta', 'Alpha'])
      expect(await names({ search: '100% OF_' })).toEqual(['Gamma'])
      expect(await scanners.list(user, { page: '2', limit: '2', sort: 'name' })).toMatchObject({
        currentPage: 2,
        perPage: 2,
        total: 3,
        totalPages: 2,
        data: [{ scannerName: 'Gamma' }],
      })
      expect(await names({ live: 'true' })).toEqual([])
      expect(await names({ sample: 'true' })).toEqual(['Golden cross'])
      expect(await names({ sample: 'true', search: 'rsi' })).toEqual([])
    })
  })
})
