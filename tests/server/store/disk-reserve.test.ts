import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaperLedger } from '../../../server/broker/ledger/create-ledger.ts'
import { verifyLedger } from '../../../server/broker/ledger/verify.ts'
import { openStore, type Store } from '../../../server/store/database/database.ts'
import { createDiskReserve } from '../../../server/store/database/disk-reserve.ts'
import { inTransaction } from '../../../server/store/database/transaction.ts'
import { createLedgerStore } from '../../../server/store/orders/ledger/ledger.ts'
import {
  createStory,
  firstDay,
  marketAt,
  owner,
  placeCommand,
  silentLog,
  startLedger,
} from '../../support/server/ledger.ts'
import { fillDisk, mountSmallDisk } from '../../support/server/small-disk.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'

const RESERVE_BYTES = 64 * 1024 * 1024

test('the diskReserve is made, given up once, made again and found again', async () => {
  const folder = throwAwayFolder()
  const path = join(folder, 'sauda.reserve')
  const diskReserve = createDiskReserve({ folder, log: silentLog })
  expect([await diskReserve.spend(), diskReserve.isSpent]).toEqual([false, false])
  await Promise.all([diskReserve.renew(), diskReserve.renew()])
  const { size, blocks } = statSync(path)
  expect([size, blocks * 512 >= RESERVE_BYTES]).toEqual([RESERVE_BYTES, true])
  expect([await diskReserve.spend(), diskReserve.isSpent, existsSync(path)]).toEqual([true, true, false])
  expect([await diskReserve.spend(), diskReserve.isSpent]).toEqual([false, true])
  await diskReserve.renew()
  expect([diskReserve.isSpent, existsSync(path)]).toEqual([false, true])
  const found = createDiskReserve({ folder, log: silentLog })
  expect([await found.spend(), found.isSpent]).toEqual([true, true])
})

describe('the reserve of an earlier version', () => {
  const oldOf = (folder: string) => join(folder, 'sauda.ballast')

  test('is taken over at a start, so that it can be given up on a full disk', async () => {
    const folder = throwAwayFolder()
    await createDiskReserve({ folder, log: silentLog }).renew()
    renameSync(join(folder, 'sauda.reserve'), oldOf(folder))
    const taken = createDiskReserve({ folder, log: silentLog })
    expect(readdirSync(folder)).toEqual(['sauda.reserve'])
    expect([await taken.spend(), readdirSync(folder)]).toEqual([true, []])
  })

  test('is written anew where it was cut short, with no part of it left', async () => {
    const folder = throwAwayFolder()
    for (const path of [oldOf(folder), `${oldOf(folder)}.part`]) writeFileSync(path, 'half')
    await createDiskReserve({ folder, log: silentLog }).renew()
    expect(readdirSync(folder)).toEqual(['sauda.reserve'])
    expect(statSync(join(folder, 'sauda.reserve')).size).toBe(RESERVE_BYTES)
  })
})

test('a transaction that finds the store full says so, and not what came of it', async () => {
  const store = await openStore({ dataDir: throwAwayFolder(), databaseUrl: null })
  // As many pages as it has.
  await sql`pragma max_page_count = 1`.execute(store.db)
  const work = inTransaction(store, async (trx) => {
    await sql`create table large (body text)`.execute(trx)
  })
  await expect(work).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await store.answers()).toEqual(true)
  await store.close()
})

const disk = mountSmallDisk()
const title = disk === null ? 'a full disk (skipped: this user may not mount one)' : 'a full disk'

describe.skipIf(disk === null)(title, () => {
  const folder = disk ?? ''
  const filler = join(folder, 'filler')
  let store: Store
  let ledger: PaperLedger
  const diskReserve = createDiskReserve({ folder, log: silentLog })
  beforeAll(async () => {
    store = await openStore({ dataDir: folder, databaseUrl: null })
    ;({ ledger } = await startLedger(store, { reserve: diskReserve }))
  })
  afterAll(async () => {
    await ledger.abandon()
    await store.close()
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })

  const market = marketAt(firstDay, 900)
  let keys = 0
  const place = (side: 'buy' | 'sell', quantity = 65) =>
    ledger.submit(
      owner,
      placeCommand({ key: `full-${++keys}`, symbol: 'FUT', side, quantity, price: 100 }),
      market,
    )

  test('takes no entries, takes cancels and exits, and takes entries again when there is room', async () => {
    await diskReserve.renew()
    const story = createStory(ledger)
    await story.tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 65 @100')
    await story.tell('b: buy 65 FUT NRML @100', 'b opened')
    fillDisk(filler)

    // What the log has room for inside its own file still goes in.
    let refused: unknown = null
    for (let tries = 0; refused === null && tries < 5000; tries++)
      refused = await place('buy').then(
        () => null,
        (error: unknown) => error,
      )
    expect(refused).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('is full') })
    expect([diskReserve.isSpent, existsSync(join(folder, 'sauda.reserve'))]).toEqual([true, false])

    const seq = ledger.seq
    await expect(place('buy')).rejects.toMatchObject({ kind: 'unavailable' })
    await diskReserve.renew()
    expect([ledger.seq, diskReserve.isSpent]).toEqual([seq, true])
    expect(await story.say('cancel b')).toEqual('done')
    expect((await place('sell')).kind).toEqual('done')
    await expect(place('sell', 66)).rejects.toMatchObject({ kind: 'unavailable' })

    rmSync(filler)
    await diskReserve.renew()
    expect([diskReserve.isSpent, (await place('buy')).kind]).toEqual([false, 'done'])
    expect((await verifyLedger(createLedgerStore(store))).fault).toEqual(null)
  })
})
