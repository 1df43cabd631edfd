import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore, type StorePlace } from '../../../../server/store/database/database.ts'
import { StoreError } from '../../../../server/store/database/store-error.ts'
import { readHead, writeHead } from '../../../../server/store/orders/ledger/ledger-head.ts'
import { createStory, silentLog, startLedger } from '../../../support/server/ledger.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../../support/server/stores.ts'

const places: readonly [string, () => Promise<{ place: StorePlace; drop: () => Promise<void> }>][] = [
  [
    'SQLite',
    async () => ({ place: { dataDir: throwAwayFolder(), databaseUrl: null }, drop: async () => {} }),
  ],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await makePostgres()
      return { place: { dataDir: throwAwayFolder(), databaseUrl: url }, drop }
    },
  ],
]

/** One life of a server's ledger over a place; answers where it ended. */
const live = async (place: StorePlace, ...story: string[]) => {
  const store = await openStore(place)
  const { ledger } = await startLedger(store, { headFolder: place.dataDir })
  await createStory(ledger).tell(...story)
  const end = { seq: ledger.seq, stateHash: ledger.stateHash() }
  await ledger.close()
  await store.close()
  return end
}

const sentenceOf = async (place: StorePlace): Promise<string> => {
  try {
    await (await openStore(place)).close()
    return 'it opened'
  } catch (error) {
    return error instanceof StoreError ? error.message : `not a sentence: ${error}`
  }
}

/** The newest entries are taken away, as in an older copy. */
const makeOlder = async (place: StorePlace, entries: number): Promise<void> => {
  const store = await openStore(place)
  const { seq } = await store.db
    .selectFrom('ledger_event')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await store.db
    .deleteFrom('ledger_event')
    .where('seq', '>', seq - entries)
    .execute()
  await store.close()
}

describe.each(places)('what DATA_DIR remembers of a ledger on %s', (name, make) => {
  const isAbsent = name === 'PostgreSQL' && !hasPostgres

  test.skipIf(isAbsent)('is where it ended, and the next start goes on from it', async () => {
    const { place, drop } = await make()
    const { seq } = await live(place, 'a: buy 65 FUT NRML @100', 'a opened')
    const head = readHead(place.dataDir)
    expect([head?.seq, head?.ledger.length]).toEqual([seq, 32])
    const after = await live(place, 'a filled 65 @100')
    expect(readHead(place.dataDir)).toEqual(expect.objectContaining({ seq: after.seq, ledger: head?.ledger }))
    await drop()
  })

  test.skipIf(isAbsent)('may be behind the database, as after a crash', async () => {
    const { place, drop } = await make()
    await live(place, 'a: buy 65 FUT NRML @100')
    const before = readFileSync(join(place.dataDir, 'sauda.head'))
    await live(place, 'b: buy 65 FUT NRML @100')
    writeFileSync(join(place.dataDir, 'sauda.head'), before)
    expect(await sentenceOf(place)).toBe('it opened')
    await drop()
  })

  test.skipIf(isAbsent)('refuses an older database and says what would be lost', async () => {
    const { place, drop } = await make()
    const { seq } = await live(place, 'a: buy 65 FUT NRML @100', 'a opened')
    await makeOlder(place, 1)
    expect(await sentenceOf(place)).toMatch(
      new RegExp(
        `The database is older than what was acknowledged: 1 entry of the ledger would be lost\\. This DATA_DIR remembers ledger \\w{8} with ${seq} entries .* the database holds ledger \\w{8} with ${seq - 1} entries .*npm run restore.*npm run ledger -- accept\\. Nothing was changed$`,
      ),
    )
    await drop()
  })

  test.skipIf(isAbsent)('refuses a database that went another way', async () => {
    const { place, drop } = await make()
    await live(place, 'a: buy 65 FUT NRML @100')
    const head = readHead(place.dataDir)
    if (head === null) throw new Error('nothing is remembered')
    const end = { seq: head.seq, hash: 'f'.repeat(64) }
    await writeHead(place.dataDir, { ...head, end })
    expect(await sentenceOf(place)).toContain(`went another way before entry ${head.seq}`)
    await drop()
  })

  test.skipIf(isAbsent)('refuses another ledger, also an empty one', async () => {
    const [{ place, drop }, other] = [await make(), await make()]
    await live(place, 'a: buy 65 FUT NRML @100')
    await (await openStore(other.place)).close()
    const swapped = { ...other.place, dataDir: place.dataDir }
    if (place.databaseUrl === null)
      copyFileSync(join(other.place.dataDir, 'sauda.db'), join(place.dataDir, 'sauda.db'))
    expect(await sentenceOf(swapped)).toContain('The database is another one')
    await drop()
    await other.drop()
  })
})

test('an empty PostgreSQL database in the place of the remembered one is refused and left empty', async () => {
  if (!hasPostgres) return
  const [first, second] = [await makePostgres(), await makePostgres()]
  const dataDir = throwAwayFolder()
  await live({ dataDir, databaseUrl: first.url }, 'a: buy 65 FUT NRML @100')
  const place = { dataDir, databaseUrl: second.url }
  expect(await sentenceOf(place)).toContain('DATABASE_URL: The database is missing or empty')
  expect(await sentenceOf(place)).toContain('DATABASE_URL: The database is missing or empty')
  await first.drop()
  await second.drop()
})

test.each<[string, (path: string) => void]>([
  ['is missing', (path) => rmSync(path)],
  ['is empty', (path) => truncateSync(path)],
])('a database that %s is not made anew where one is remembered', async (_, harm) => {
  const place = { dataDir: throwAwayFolder(), databaseUrl: null }
  const path = join(place.dataDir, 'sauda.db')
  await live(place, 'a: buy 65 FUT NRML @100')
  harm(path)
  const left = readdirSync(place.dataDir)
  expect(await sentenceOf(place)).toMatch(
    /sauda\.db: The database is missing or empty\. This DATA_DIR remembers ledger \w{8} with 2 entries/,
  )
  expect([readdirSync(place.dataDir), existsSync(path) ? statSync(path).size : 0]).toEqual([left, 0])
})

test('a log without its database is not thrown away', async () => {
  const place = { dataDir: throwAwayFolder(), databaseUrl: null }
  writeFileSync(join(place.dataDir, 'sauda.db-wal'), 'pages')
  expect(await sentenceOf(place)).toContain('sauda.db-wal, a part of it, is there')
  expect(readFileSync(join(place.dataDir, 'sauda.db-wal'), 'utf8')).toBe('pages')
})

test('a damaged memory is named', async () => {
  const place = { dataDir: throwAwayFolder(), databaseUrl: null }
  await live(place, 'a: buy 65 FUT NRML @100')
  writeFileSync(join(place.dataDir, 'sauda.head'), '{')
  expect(await sentenceOf(place)).toMatch(/sauda\.head, which remembers where the ledger ended, is damaged/)
})

test('a folder that cannot be written does not hold up commits', async () => {
  const place = { dataDir: throwAwayFolder(), databaseUrl: null }
  const store = await openStore(place)
  const headFolder = join(place.dataDir, 'memory')
  const { ledger } = await startLedger(store, { headFolder, log: silentLog })
  rmSync(headFolder, { recursive: true })
  await createStory(ledger).tell('a: buy 65 FUT NRML @100', 'a opened')
  expect(ledger.seq).toBe(3)
  await ledger.close()
  await store.close()
})
