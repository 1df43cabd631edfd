import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRuleDefinitions, type RuleDefinitions } from '../../../server/services/rule-definitions.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import {
  DEFINITION_VERSIONS_MAX,
  deleteRuleDefinition,
  getDefinitionVersions,
  getRuleDefinitions,
  RULE_DEFINITIONS_MAX,
  saveRuleDefinition,
} from '../../../src/contract/rule-definitions.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { refusalOf } from '../../support/orders/refusals.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const makeUser = async (store: Store): Promise<User> => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}

const spread = 'spread(n) = close - ema(close,n)'

describe.each(stores)('definitions on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let definitions: RuleDefinitions
    let user: User
    let at = Date.parse('2026-11-25T05:30:00Z') as EpochMs
    beforeAll(async () => {
      store = await open()
      definitions = createRuleDefinitions({ store, clock: { now: () => at } })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      user = await makeUser(store)
    })

    test('are kept per user by name, each change as a version; a deleted one is gone with all of them', async () => {
      const first = { text: spread, version: 1, savedAt: at }
      expect(
        await definitions.save(user, { text: 'Spread( n )=close - ema(close,n) ', version: null }),
      ).toEqual(first)
      await definitions.save(user, { text: 'fast = ema(close,9)', version: null })
      at = (at + 60_000) as EpochMs
      const second = { text: 'spread(n = 20) = close - ema(close,n)', version: 2, savedAt: at }
      expect(await definitions.save(user, { text: second.text, version: 1 })).toEqual(second)
      expect((await definitions.list(user)).map(({ text }) => text)).toEqual([
        'fast = ema(close,9)',
        second.text,
      ])
      expect(await definitions.versions(user, 'spread')).toEqual([second, first])
      expect(await definitions.list(await makeUser(store))).toEqual([])
      await definitions.remove(user, 'spread')
      expect(await refusalOf(definitions.versions(user, 'spread'))).toContain('NOT_FOUND')
      expect(await refusalOf(definitions.remove(user, 'spread'))).toBe(
        'NOT_FOUND: Error deleting definition: no definition is named spread',
      )
    })

    test('a change made from an older version, or of a name that is there or gone, is refused', async () => {
      await definitions.save(user, { text: spread, version: null })
      await definitions.save(user, { text: 'spread(n) = close - sma(close,n)', version: 1 })
      expect(await refusalOf(definitions.save(user, { text: spread, version: 1 }))).toMatch(
        /^VERSION_CONFLICT: Version 2 was saved on .* made from version 1$/,
      )
      expect(await refusalOf(definitions.save(user, { text: spread, version: null }))).toBe(
        'VERSION_CONFLICT: You have a definition named spread already',
      )
      await definitions.remove(user, 'spread')
      expect(await refusalOf(definitions.save(user, { text: spread, version: 2 }))).toBe(
        'VERSION_CONFLICT: spread has been deleted meanwhile',
      )
    })

    test('one that another uses cannot be deleted, and none may use itself', async () => {
      await definitions.save(user, { text: spread, version: null })
      await definitions.save(user, { text: 'wide = spread(20) > atr(14)', version: null })
      expect(await refusalOf(definitions.remove(user, 'spread'))).toBe(
        'CONFLICT: wide uses spread; change or delete wide first',
      )
      expect(
        await refusalOf(definitions.save(user, { text: 'spread(n) = max(wide, n)', version: 1 })),
      ).toContain('MALFORMED')
      expect((await definitions.list(user)).map(({ version }) => version)).toEqual([1, 1])
      await definitions.remove(user, 'wide')
      await definitions.remove(user, 'spread')
    })

    test('two saves of the same version in one instant: one is kept, the other refused', async () => {
      await definitions.save(user, { text: spread, version: null })
      const saves = [20, 50].map((length) =>
        definitions.save(user, { text: `spread(n) = close - ema(close,${length})`, version: 1 }),
      )
      const ended = await Promise.allSettled(saves)
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect((await definitions.versions(user, 'spread')).map(({ version }) => version)).toEqual([2, 1])
    })

    test('names and versions are bounded', async () => {
      for (let index = 0; index < RULE_DEFINITIONS_MAX; index++)
        await definitions.save(user, { text: `d${index} = close`, version: null })
      expect(await refusalOf(definitions.save(user, { text: 'more = close', version: null }))).toBe(
        'CONFLICT: At most 200 definitions; delete one first',
      )
      for (let version = 1; version < DEFINITION_VERSIONS_MAX; version++)
        await definitions.save(user, { text: 'd0 = close', version })
      expect(
        await refusalOf(definitions.save(user, { text: 'd0 = open', version: DEFINITION_VERSIONS_MAX })),
      ).toContain('Version limit reached (200)')
    })
  })
})

describe('definitions over HTTP', () => {
  test('are saved, listed and deleted, and a bad one is refused with its column', async () => {
    const server = await startServer()
    const session = await server.enter('asha')
    const saved = await server.call(session, saveRuleDefinition, { body: { text: spread, version: null } })
    expect(dataOf(saveRuleDefinition, saved)).toEqual({
      text: spread,
      version: 1,
      saved_at: expect.any(Number),
    })
    const versions = { ...getDefinitionVersions, path: '/definitions/spread/versions' }
    expect(dataOf(versions, await server.call(session, versions))).toHaveLength(1)
    const text = 'x = close > emma(close,9)'
    const bad = await server.call(session, saveRuleDefinition, { body: { text, version: null } })
    expect([bad.statusCode, bad.body]).toEqual([
      400,
      expect.stringContaining('body.text, column 13: found emma, expected an indicator; nearest: ema'),
    ])
    const mine = { ...deleteRuleDefinition, path: '/definitions/spread' }
    expect((await server.call(session, mine)).statusCode).toBe(200)
    expect(dataOf(getRuleDefinitions, await server.call(session, getRuleDefinitions))).toEqual([])
    await server.close()
  })
})
