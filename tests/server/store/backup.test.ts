import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCopy } from '../../../server/broker/ledger/read-copy.ts'
import { backUp, restore } from '../../../server/store/database/backup.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { readHead } from '../../../server/store/orders/ledger/ledger-head.ts'
import { insertSession } from '../../../server/store/session/sessions.ts'
import type { UserId } from '../../../server/user.ts'
import { TEST_MS } from '../../support/limits.ts'
import { type BuiltScript, builtScript } from '../../support/server/built-server.ts'
import { createStory, startLedger } from '../../support/server/ledger.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'

const root = resolve(import.meta.dirname, '../../..')
const LONG_MS = TEST_MS

const run = (
  script: BuiltScript,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [builtScript(script), ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
    })
    let output = ''
    for (const voice of [child.stdout, child.stderr])
      voice.on('data', (bytes: Buffer) => {
        output += bytes.toString()
      })
    child.once('close', (code) => done({ code, output }))
  })

const containing = (words: string): unknown => expect.stringContaining(words)

const modesIn = (folder: string): string[] =>
  readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`)

const user = {
  id: 'u-7' as UserId,
  name: 'meera',
  name_key: 'meera',
  password_hash: '',
  must_change_password: 0,
  created_at: 0,
}
const session = {
  token_hash: 't',
  binding_hash: 'b',
  user_id: user.id,
  address: '',
  agent: '',
  created_at: 0,
  ends_at: 9e12,
}

const browser = { token_hash: 'k', user_id: user.id, used_at: 0, ends_at: 9e12 }

describe('a backup', () => {
  const dataDir = throwAwayFolder()
  const file = join(throwAwayFolder(), 'monday')
  let stateHash = ''

  beforeAll(async () => {
    const store = await openStore({ dataDir, databaseUrl: null })
    await store.db.insertInto('user').values(user).execute()
    await insertSession(store.db, session)
    await store.db.insertInto('known_browser').values(browser).execute()
    const { ledger } = await startLedger(store, { headFolder: dataDir })
    const story = createStory(ledger)
    await story.tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 65 @100')
    stateHash = ledger.stateHash()
    // The server goes on: its ledger is neither closed nor let go of while the backup is made.
    const { ledger: end } = await backUp(dataDir, file, readCopy, 'now')
    expect(end).toEqual({ seq: 4, hash: end.hash, stateHash })
    await story.tell('b: buy 65 FUT NRML @100')
    expect(ledger.stateHash()).not.toBe(stateHash)
    await ledger.close()
    await store.close()
  })

  /** What a restore says, and what it leaves in the folder. */
  const restoreTo = async (from: string, target = throwAwayFolder()) => {
    const words = await restore(from, target, readCopy, 'later').then(
      ({ ledger }) => ledger.stateHash,
      (error: unknown) => String(error),
    )
    return { words, left: readdirSync(target) }
  }

  const altered = (change: (copy: string) => void): string => {
    const copy = join(throwAwayFolder(), 'altered')
    writeFileSync(copy, readFileSync(file))
    writeFileSync(`${copy}.json`, readFileSync(`${file}.json`))
    change(copy)
    return copy
  }

  test('is put back as it was and verified', async () => {
    const { words, left } = await restoreTo(file)
    expect([words, left]).toEqual([stateHash, ['sauda.db', 'sauda.head']])
  })

  test('is put in the place of a database that was lost; sessions end and it is remembered', async () => {
    const target = throwAwayFolder()
    for (const name of ['sauda.head', 'sauda.reserve', 'sauda.ballast', 'sauda.db-ledger-lock'])
      writeFileSync(join(target, name), '{}', { mode: 0o644 })
    expect((await restoreTo(file, target)).words).toBe(stateHash)
    expect(readHead(target)).toEqual(expect.objectContaining({ seq: 4, at: 'later' }))
    expect(readHead(target)?.ledger).toBe(readHead(dataDir)?.ledger)
    const store = await openStore({ dataDir: target, databaseUrl: null })
    expect([
      await store.db.selectFrom('user').select('name').execute(),
      await store.db.selectFrom('session').selectAll().execute(),
      await store.db.selectFrom('known_browser').selectAll().execute(),
    ]).toEqual([[{ name: 'meera' }], [], []])
    await store.close()
  })

  test('is its owner’s alone, and so is what is restored from it, also from one that others may read', async () => {
    const [name] = readdirSync(join(file, '..')).filter((each) => !each.endsWith('.json'))
    expect([name, modesIn(join(file, '..'))]).toEqual(['monday', ['monday 600', 'monday.json 600']])
    const loose = altered((copy) => chmodSync(copy, 0o644))
    const target = throwAwayFolder()
    await restoreTo(loose, target)
    expect(modesIn(target)).toEqual(['sauda.db 600', 'sauda.head 600'])
  })

  test.each<[string, string, (copy: string) => void]>([
    ['torn', 'torn or was changed', (copy) => truncateSync(copy, 4096)],
    [
      'altered by a bit',
      'torn or was changed',
      (copy) => {
        const bytes = readFileSync(copy)
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)
        writeFileSync(copy, bytes)
      },
    ],
    ['without its manifest', 'is missing', (copy) => rmSync(`${copy}.json`)],
    [
      'with the manifest of something else',
      'not the manifest',
      (copy) => writeFileSync(`${copy}.json`, '{}'),
    ],
    [
      'of a log that makes other accounts',
      'makes other accounts',
      (copy) => {
        const text = readFileSync(`${copy}.json`, 'utf8')
        writeFileSync(`${copy}.json`, text.replace(stateHash, '0'.repeat(64)))
      },
    ],
  ])('%s is refused (%s) and leaves nothing', async (_, words, change) => {
    expect(await restoreTo(altered(change))).toEqual({ words: containing(words), left: [] })
  })

  test('is not put over what is there, nor made over it', async () => {
    const left = readdirSync(dataDir)
    expect(await restoreTo(file, dataDir)).toEqual({ words: containing('is not empty'), left })
    await expect(backUp(dataDir, file, readCopy, 'now')).rejects.toThrow('is there already')
  })
})

describe('at the shell', () => {
  test(
    'a backup is made, restored and verified',
    async () => {
      const [dataDir, target] = [throwAwayFolder(), throwAwayFolder()]
      const file = join(throwAwayFolder(), 'tuesday')
      await (await openStore({ dataDir, databaseUrl: null })).close()
      expect(await run('backup', ['backup', file], { DATA_DIR: dataDir })).toEqual({
        code: 0,
        output: containing(`${file} holds 0 entries`),
      })
      expect(await run('backup', ['restore', file], { DATA_DIR: target })).toEqual({
        code: 0,
        output: containing('sign in again'),
      })
      expect(await run('ledger', ['verify'], { DATA_DIR: target })).toEqual({
        code: 0,
        output: containing('The ledger is whole.'),
      })
    },
    LONG_MS,
  )

  test(
    'a database that is not the remembered one is accepted when somebody says so',
    async () => {
      const dataDir = throwAwayFolder()
      const place = { dataDir, databaseUrl: null }
      const store = await openStore(place)
      await store.db.insertInto('user').values(user).execute()
      await insertSession(store.db, session)
      const { ledger } = await startLedger(store, { headFolder: dataDir })
      await createStory(ledger).tell('a: buy 65 FUT NRML @100', 'a opened')
      await ledger.close()
      const inOrder = await run('ledger', ['accept', '--yes'], { DATA_DIR: dataDir })
      expect(inOrder).toEqual({ code: 0, output: containing('nothing to accept') })
      await store.db.deleteFrom('ledger_snapshot').execute()
      await store.db.deleteFrom('ledger_event').where('seq', '=', 3).execute()
      await store.close()

      await expect(openStore(place)).rejects.toThrow('is older than what was acknowledged')
      const unasked = await run('ledger', ['accept'], { DATA_DIR: dataDir })
      expect(unasked).toEqual({ code: 1, output: containing('Use --yes') })
      await expect(openStore(place)).rejects.toThrow('is older than what was acknowledged')
      const accepted = await run('ledger', ['accept', '--yes'], { DATA_DIR: dataDir })
      expect(accepted).toEqual({ code: 0, output: containing('Accepted') })
      const again = await openStore(place)
      expect(await again.db.selectFrom('session').selectAll().execute()).toEqual([])
      await again.close()

      rmSync(join(dataDir, 'sauda.db'))
      await expect(openStore(place)).rejects.toThrow('is missing or empty')
      const anew = await run('ledger', ['accept', '--yes'], { DATA_DIR: dataDir })
      expect(anew).toEqual({ code: 0, output: containing('begins with an empty ledger') })
      await (await openStore(place)).close()
    },
    LONG_MS,
  )

  test(
    'of PostgreSQL it is made by its own tools, which is said',
    async () => {
      const environment = { DATABASE_URL: 'postgres://u@127.0.0.1:1/none' }
      expect(await run('backup', ['backup', 'x'], environment)).toEqual({
        code: 2,
        output: containing('pg_dump'),
      })
    },
    LONG_MS,
  )

  test(
    'the first entry that was changed is named',
    async () => {
      const dataDir = throwAwayFolder()
      const store = await openStore({ dataDir, databaseUrl: null })
      const { ledger } = await startLedger(store)
      await createStory(ledger).tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 65 @100')
      await ledger.close()
      expect(await run('ledger', ['replay'], { DATA_DIR: dataDir })).toEqual({
        code: 0,
        output: containing('entries 4'),
      })
      await store.db.updateTable('ledger_event').set({ at: 1 }).where('seq', '=', 3).execute()
      await store.close()
      expect(await run('ledger', ['verify'], { DATA_DIR: dataDir })).toEqual({
        code: 1,
        output: containing('damaged at entry 3'),
      })
    },
    LONG_MS,
  )
})
