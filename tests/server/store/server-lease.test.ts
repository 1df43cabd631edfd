import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../../server/store/database/database.ts'
import { isLeaseFree, LeaseLost, takeServerLease } from '../../../server/store/database/server-lease.ts'
import { inTransaction } from '../../../server/store/database/transaction.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../support/server/stores.ts'

describe.skipIf(!hasPostgres)('the lease of a database on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof makePostgres>>
  let opened: Store[]
  beforeEach(async () => {
    database = await makePostgres()
    opened = []
  })
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()))
    await database.drop()
  })

  const open = async (): Promise<Store> => {
    const store = await openStore({ dataDir: throwAwayFolder(), databaseUrl: database.url })
    opened.push(store)
    return store
  }
  const take = async (store: Store) => {
    const lease = await takeServerLease(store)
    if (lease === null) throw new Error('another store has the lease')
    return lease
  }
  const runOut = ({ db }: Store) => sql`update server_lease set held_until = 0`.execute(db)
  const addRow = (store: Store, id: number): Promise<void> =>
    inTransaction(store, async (trx) => {
      await trx.insertInto('market_clock').values({ id, market_at: 0 }).execute()
    })
  const rows = async ({ db }: Store): Promise<number> =>
    (await db.selectFrom('market_clock').selectAll().execute()).length

  test('is free before its table is there', async () => {
    const one = await open()
    await sql`drop table server_lease`.execute(one.db)
    expect(await isLeaseFree(one.db)).toBe(true)
  })

  test('is held by one store alone, and free again at once after its release', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await take(one)
    expect([await isLeaseFree(other.db), await takeServerLease(other)]).toEqual([false, null])
    await lease.release()
    expect(await isLeaseFree(other.db)).toBe(true)
    await take(other)
    expect(await takeServerLease(one)).toBeNull()
  })

  test('is free once its holder has no connection left, as after it was killed', async () => {
    const [one, other] = [await open(), await open()]
    await take(one)
    await one.close()
    opened = [other]
    await expect.poll(() => isLeaseFree(other.db)).toBe(true)
    await take(other)
  })

  test('that ran out is renewed where no other took it', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await take(one)
    await runOut(other)
    await lease.renew()
    expect(await takeServerLease(other)).toBeNull()
    await addRow(one, 1)
    expect(await rows(one)).toBe(1)
  })

  test('that another took refuses every transaction of the first, which writes nothing', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await take(one)
    await runOut(other)
    await take(other)
    await expect(addRow(one, 1)).rejects.toThrow(LeaseLost)
    await expect(lease.renew()).rejects.toThrow(LeaseLost)
    expect(await rows(other)).toBe(0)
    await lease.release()
    await addRow(other, 2)
    expect([await rows(other), await isLeaseFree(one.db)]).toEqual([1, false])
  })

  test('is taken from a holder that stopped within a transaction, which then comes to nothing', async () => {
    const [one, other] = [await open(), await open()]
    await take(one)
    let goOn = () => {}
    const frozen = new Promise<void>((done) => {
      goOn = done
    })
    let begun = () => {}
    const hasBegun = new Promise<void>((done) => {
      begun = done
    })
    const stopped = inTransaction(one, async (trx) => {
      await trx.insertInto('market_clock').values({ id: 1, market_at: 0 }).execute()
      begun()
      await frozen
      await trx.insertInto('market_clock').values({ id: 2, market_at: 0 }).execute()
    })
    const outcome = stopped.then(
      () => 'written',
      () => 'refused',
    )
    await hasBegun
    await runOut(other)
    await take(other)
    goOn()
    expect([await outcome, await rows(other)]).toEqual(['refused', 0])
  })

  test('is renewed while transactions run, and none of them fails for it', async () => {
    const one = await open()
    const lease = await take(one)
    let isDone = false
    const renewing = (async () => {
      while (!isDone) await lease.renew()
    })()
    for (let from = 0; from < 100; from += 5)
      await Promise.all(
        Array.from({ length: 5 }, () =>
          inTransaction(one, async (trx) => {
            await sql`select count(*) from ledger_event`.execute(trx)
          }),
        ),
      )
    isDone = true
    await renewing
  })
})
