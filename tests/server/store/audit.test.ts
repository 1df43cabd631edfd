import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAuditFault, findRecentAuditFault, withAudit } from '../../../server/store/audit.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { clockAt } from '../../support/clock.ts'
import { stores } from '../../support/server/stores.ts'

describe.each(stores)('the audit log on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    const clock = clockAt('2026-11-20 23:30')
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store.close())

    const record = (object: string) =>
      withAudit({ store, clock }, (_, write) => write({ action: 'backtest.deleted', object }))

    test('an empty log is whole', async () => {
      expect(await findAuditFault(store.db)).toEqual(null)
    })

    test('entries written at once follow from each other, none is lost', async () => {
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(record))
      const rows = await store.db.selectFrom('audit').selectAll().orderBy('seq').execute()
      expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6])
      expect(rows.map((row) => row.object).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
      expect(rows.map((row) => row.ist_date)).toEqual(Array(6).fill('2026-11-20'))
      expect(await findAuditFault(store.db)).toEqual(null)
    })

    test('an act that fails leaves no entry', async () => {
      const act = withAudit({ store, clock }, async (_, write) => {
        await write({ action: 'backtest.deleted', object: 'never' })
        throw new Error('no')
      })
      await expect(act).rejects.toThrow('no')
      expect(
        await store.db.selectFrom('audit').select('seq').where('object', '=', 'never').execute(),
      ).toEqual([])
    })

    test.each([
      ['a changed entry', 3, sql`update audit set object = 'z' where seq = 3`],
      ['a changed entry whose hash was left', 3, sql`update audit set at = 0 where seq = 3`],
      ['a removed entry', 2, sql`delete from audit where seq = 2`],
      ['a removed beginning', 1, sql`delete from audit where seq = 1`],
    ])('%s is found', async (_, seq, tampering) => {
      const before = await store.db.selectFrom('audit').selectAll().execute()
      await tampering.execute(store.db)
      expect([await findAuditFault(store.db), await findRecentAuditFault(store.db)]).toEqual([seq, seq])
      await store.db.deleteFrom('audit').execute()
      await store.db.insertInto('audit').values(before).execute()
      expect(await findAuditFault(store.db)).toEqual(null)
    })
  })
})
