import { copyFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../../server/store/database/database.ts'
import {
  createStory,
  firstDay,
  marketAt,
  owner,
  placeCommand,
  startLedger,
  wallClock,
} from '../../support/server/ledger.ts'
import { stores, throwAwayFolder } from '../../support/server/stores.ts'

const market = marketAt(firstDay, 600)
const buy = (key: string) => placeCommand({ key, symbol: 'FUT', side: 'buy', quantity: 65, price: 100 })

const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})

const startOn = async (dataDir: string) => {
  const store = await openStore({ dataDir, databaseUrl: null })
  open.push(store)
  return { store, ...(await startLedger(store)) }
}

/** A running ledger on a file, with a copy of the file from before its last order. */
const running = async () => {
  const dataDir = throwAwayFolder()
  const path = join(dataDir, 'sauda.db')
  const older = join(throwAwayFolder(), 'older.db')
  const started = await startOn(dataDir)
  await createStory(started.ledger).tell('a: buy 65 FUT NRML @100', 'a opened')
  await sql`pragma wal_checkpoint(truncate)`.execute(started.store.db)
  // As any commit does from time to time; the file is looked at in the next one.
  copyFileSync(path, older)
  return { ...started, dataDir, path, older }
}

describe('a database file under a running ledger', () => {
  const removeAll = (path: string): void => {
    for (const part of ['', '-wal', '-shm']) rmSync(path + part)
  }

  test.each<[string, string, (path: string, older: string) => void]>([
    ['is deleted with its log', 'was deleted or moved', removeAll],
    ['is deleted', 'was deleted or moved', (path) => rmSync(path)],
    ['is moved away', 'was deleted or moved', (path) => renameSync(path, `${path}.old`)],
    [
      'is replaced by an older copy',
      'another file was put in the place',
      (path, older) => renameSync(older, path),
    ],
    ['is overwritten with an older copy', 'was overwritten', (path, older) => copyFileSync(older, path)],
    ['loses its log', 'sauda.db-wal', (path) => rmSync(`${path}-wal`)],
    ['loses the index of its log', 'sauda.db-shm', (path) => rmSync(`${path}-shm`)],
  ])('%s: nothing more is acknowledged', async (_, words, harm) => {
    const { ledger, store, lost, path, older } = await running()
    const { seq } = ledger
    harm(path, older)
    const answers = await Promise.allSettled([
      ledger.submit(owner, buy('after-1'), market),
      ledger.submit(owner, buy('after-2'), market),
    ])
    expect(answers.map((answer) => (answer.status === 'rejected' ? answer.reason : answer.value))).toEqual([
      expect.objectContaining({
        kind: 'unavailable',
        code: 'STORE_LOST',
        message: expect.stringContaining(words),
      }),
      expect.objectContaining({ kind: 'unavailable', code: 'STORE_LOST' }),
    ])
    await expect(ledger.submit(owner, buy('after-3'), market)).rejects.toThrow(words)
    expect([ledger.seq, lost.length, store.lost()?.message]).toEqual([seq, 1, expect.stringContaining(words)])
  })

  test('is noticed gone without any order, and what is known can still be read', async () => {
    const { ledger, lost, path } = await running()
    await ledger.check()
    expect(lost).toEqual([])
    removeAll(path)
    await ledger.check()
    await ledger.check()
    expect(lost).toEqual([expect.objectContaining({ code: 'STORE_LOST' })])
    expect((await ledger.account(owner, wallClock.now(), firstDay)).orders.size).toBe(1)
  })

  test('is noticed by any change, not only by orders', async () => {
    const { store, path, older } = await running()
    copyFileSync(older, path)
    const add = () =>
      store.db.insertInto('watchlist').values({ owner_id: owner, name: 'n', place: 1, symbols: '' }).execute()
    await expect(add()).rejects.toThrow('was overwritten')
    await expect(add()).rejects.toThrow('was overwritten')
  })

  test('is changed by its own commits alone, also when they move pages into it', async () => {
    const { ledger, store, path } = await running()
    const { size } = statSync(path)
    await sql`create table large (body blob)`.execute(store.db)
    for (let row = 0; row < 10; row++)
      await sql`insert into large values (zeroblob(1048576))`.execute(store.db)
    expect(statSync(path).size).toBeGreaterThan(size)
    await ledger.check()
    expect((await ledger.submit(owner, buy('own'), market)).kind).toBe('done')
    expect(store.lost()).toBe(null)
  })

  test('may be written to by an import beside the server', async () => {
    const { ledger, store, path } = await running()
    const other = new Sqlite(path)
    other.exec('create table import (body blob)')
    const before = readFileSync(path)
    // Enough for the other connection to move pages into the file.
    for (let row = 0; row < 20; row++)
      other.prepare('insert into import values (?)').run(Buffer.alloc(1 << 20, row))
    other.close()
    expect(readFileSync(path).equals(before)).toBe(false)
    await ledger.check()
    expect((await ledger.submit(owner, buy('beside'), market)).kind).toBe('done')
    await ledger.check()
    expect(store.lost()).toBe(null)
  })
})

describe.each(stores)('a ledger on $name', ({ open: openOne, isAbsent }) => {
  test.skipIf(isAbsent)('that ends before its last order is not written to', async () => {
    const store = await openOne()
    const { ledger, lost } = await startLedger(store)
    await createStory(ledger).tell('a: buy 65 FUT NRML @100', 'a opened')
    await ledger.check()
    expect(lost).toEqual([])
    await store.db.deleteFrom('ledger_event').where('seq', '=', ledger.seq).execute()
    const { seq } = ledger
    await expect(ledger.submit(owner, buy('after'), market)).rejects.toThrow('holds other orders')
    expect([ledger.seq, lost.length]).toEqual([seq, 1])
    await ledger.abandon()
    await store.close()
  })

  test.skipIf(isAbsent)('that ends before its last order is noticed without any order', async () => {
    const store = await openOne()
    const { ledger, lost } = await startLedger(store)
    await createStory(ledger).tell('a: buy 65 FUT NRML @100', 'a opened')
    await store.db.deleteFrom('ledger_event').where('seq', '=', ledger.seq).execute()
    await ledger.check()
    expect(lost).toEqual([expect.objectContaining({ code: 'STORE_LOST' })])
    await ledger.abandon()
    await store.close()
  })
})
