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
import { openStore, type StoreLocation } from '../../../../server/store/database/database.ts'
import { StoreError } from '../../../../server/store/database/store-error.ts'
import { readHead, writeHead } from '../../../../server/store/orders/ledger/ledger-head.ts'
import { createStory, silentLog, startLedger } from '../../../support/server/ledger.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../../support/server/stores.ts'

const places: readonly [string, () => Promise<{ location: StoreLocation; drop: () => Promise<void> }>][] = [
  [
    'SQLite',
    async () => ({ location: { dataDir: throwAwayFolder(), databaseUrl: null }, drop: async () => {} }),
  ],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await makePostgres()
      return { location: { dataDir: throwAwayFolder(), databaseUrl: url }, drop }
    },
  ],
]

/** One life of a server's ledger over a location; answers where it ended. */
const live = async (location: StoreLocation, ...story: string[]) => {
  const store = await openStore(location)
  const { ledger } = await startLedger(store, { headFolder: location.dataDir })
  await createStory(ledger).tell(...story)
  const end = { seq: ledger.seq, stateHash: ledger.stateHash() }
  await ledger.close()
  await store.close()
  return end
}

const sentenceOf = async (location: StoreLocation): Promise<string> => {
  try {
    await (await openStore(location)).close()
    return 'it opened'
  } catch (error) {
    return error instanceof StoreError ? error.message : `not a sentence: ${error}`
  }
}

/** The newest entries are taken away, as in an older copy. */
const makeOlder = async (location: StoreLocation, entries: number): Promise<void> => {
  const store = await openStore(location)
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
    const { location, drop } = await make()
    const { seq } = await live(location, 'a: buy 65 FUT NRML @100', 'a opened')
    const head = readHead(location.dataDir)
    expect([head?.seq, head?.ledger.length]).toEqual([seq, 32])
    const after = await live(location, 'a filled 65 @100')
    expect(readHead(location.dataDir)).toEqual(
      expect.objectContaining({ seq: after.seq, ledger: head?.ledger }),
    )
    await drop()
  })

  test.skipIf(isAbsent)('may be behind the database, as after a crash', async () => {
    const { location, drop } = await make()
    await live(location, 'a: buy 65 FUT NRML @100')
    const before = readFileSync(join(location.dataDir, 'sauda.head'))
    await live(location, 'b: buy 65 FUT NRML @100')
    writeFileSync(join(location.dataDir, 'sauda.head'), before)
    expect(await sentenceOf(location)).toBe('it opened')
    await drop()
  })

  test.skipIf(isAbsent)('refuses an older database and says what would be lost', async () => {
    const { location, drop } = await make()
    const { seq } = await live(location, 'a: buy 65 FUT NRML @100', 'a opened')
    await makeOlder(location, 1)
    expect(await sentenceOf(location)).toMatch(
      new RegExp(
        `The database is older than what was acknowledged: 1 entry of the ledger would be lost\\. This DATA_DIR remembers ledger \\w{8} with ${seq} entries .* the database holds ledger \\w{8} with ${seq - 1} entries .*npm run restore.*npm run ledger -- accept\\. Nothing was changed$`,
      ),
    )
    await drop()
  })

  test.skipIf(isAbsent)('refuses a database that went another way', async () => {
    const { location, drop } = await make()
    await live(location, 'a: buy 65 FUT NRML @100')
    const head = readHead(location.dataDir)
    if (head === null) throw new Error('nothing is remembered')
    const end = { seq: head.seq, hash: 'f'.repeat(64) }
    await writeHead(location.dataDir, { ...head, end })
    expect(await sentenceOf(location)).toContain(`went another way before entry ${head.seq}`)
    await drop()
  })

  test.skipIf(isAbsent)('refuses another ledger, also an empty one', async () => {
    const [{ location, drop }, other] = [await make(), await make()]
    await live(location, 'a: buy 65 FUT NRML @100')
    await (await openStore(other.location)).close()
    const swapped = { ...other.location, dataDir: location.dataDir }
    if (location.databaseUrl === null)
      copyFileSync(join(other.location.dataDir, 'sauda.db'), join(location.dataDir, 'sauda.db'))
    expect(await sentenceOf(swapped)).toContain('The database is another one')
    await drop()
    await other.drop()
  })
})

test('an empty PostgreSQL database in the location of the remembered one is refused and left empty', async () => {
  if (!hasPostgres) return
  const [first, second] = [await makePostgres(), await makePostgres()]
  const dataDir = throwAwayFolder()
  await live({ dataDir, databaseUrl: first.url }, 'a: buy 65 FUT NRML @100')
  const location = { dataDir, databaseUrl: second.url }
  expect(await sentenceOf(location)).toContain('DATABASE_URL: The database is missing or empty')
  expect(await sentenceOf(location)).toContain('DATABASE_URL: The database is missing or empty')
  await first.drop()
  await second.drop()
})

test.each<[string, (path: string) => void]>([
  ['is missing', (path) => rmSync(path)],
  ['is empty', (path) => truncateSync(path)],
])('a database that %s is not made anew where one is remembered', async (_, harm) => {
  const location = { dataDir: throwAwayFolder(), databaseUrl: null }
  const path = join(location.dataDir, 'sauda.db')
  await live(location, 'a: buy 65 FUT NRML @100')
  harm(path)
  const left = readdirSync(location.dataDir)
  expect(await sentenceOf(location)).toMatch(
    /sauda\.db: The database is missing or empty\. This DATA_DIR remembers ledger \w{8} with 2 entries/,
  )
  expect([readdirSync(location.dataDir), existsSync(path) ? statSync(path).size : 0]).toEqual([left, 0])
})

test('a log without its database is not thrown away', async () => {
  const location = { dataDir: throwAwayFolder(), databaseUrl: null }
  writeFileSync(join(location.dataDir, 'sauda.db-wal'), 'pages')
  expect(await sentenceOf(location)).toContain('sauda.db-wal, a part of it, is there')
  expect(readFileSync(join(location.dataDir, 'sauda.db-wal'), 'utf8')).toBe('pages')
})

test('a damaged memory is named', async () => {
  const location = { dataDir: throwAwayFolder(), databaseUrl: null }
  await live(location, 'a: buy 65 FUT NRML @100')
  writeFileSync(join(location.dataDir, 'sauda.head'), '{')
  expect(await sentenceOf(location)).toMatch(
    /sauda\.head, which remembers where the ledger ended, is damaged/,
  )
})

test('a folder that cannot be written does not hold up commits', async () => {
  const location = { dataDir: throwAwayFolder(), databaseUrl: null }
  const store = await openStore(location)
  const headFolder = join(location.dataDir, 'memory')
  const { ledger } = await startLedger(store, { headFolder, log: silentLog })
  rmSync(headFolder, { recursive: true })
  await createStory(ledger).tell('a: buy 65 FUT NRML @100', 'a opened')
  expect(ledger.seq).toBe(3)
  await ledger.close()
  await store.close()
})
