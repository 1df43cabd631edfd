import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCopy } from '../../../server/broker/ledger/read-copy.ts'
import { backUp, restore } from '../../../server/store/backup.ts'
import { openStore } from '../../../server/store/database.ts'
import { createStory, startLedger } from '../../support/ledger.ts'
import { TEST_MS } from '../../support/limits.ts'
import { throwAwayFolder } from '../../support/stores.ts'

const root = resolve(import.meta.dirname, '../../..')
const LONG_MS = TEST_MS

const run = (
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/cli', script), ...args], {
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

describe('a backup', () => {
  const dataDir = throwAwayFolder()
  const file = join(throwAwayFolder(), 'monday')
  let stateHash = ''

  beforeAll(async () => {
    const store = await openStore({ dataDir, databaseUrl: null })
    const { ledger } = await startLedger(store)
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
    const words = await restore(from, target, readCopy).then(
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
    expect([words, left.includes('sauda.db')]).toEqual([stateHash, true])
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
      expect(await run('backup.ts', ['backup', file], { DATA_DIR: dataDir })).toEqual({
        code: 0,
        output: containing(`${file} holds 0 entries`),
      })
      expect((await run('backup.ts', ['restore', file], { DATA_DIR: target })).code).toBe(0)
      expect(await run('ledger.ts', ['verify'], { DATA_DIR: target })).toEqual({
        code: 0,
        output: containing('The ledger is whole.'),
      })
    },
    LONG_MS,
  )

  test(
    'of PostgreSQL it is made by its own tools, which is said',
    async () => {
      const environment = { DATABASE_URL: 'postgres://u@127.0.0.1:1/none' }
      expect(await run('backup.ts', ['backup', 'x'], environment)).toEqual({
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
      expect(await run('ledger.ts', ['replay'], { DATA_DIR: dataDir })).toEqual({
        code: 0,
        output: containing('entries 4'),
      })
      await store.db.updateTable('ledger_event').set({ at: 1 }).where('seq', '=', 3).execute()
      await store.close()
      expect(await run('ledger.ts', ['verify'], { DATA_DIR: dataDir })).toEqual({
        code: 1,
        output: containing('damaged at entry 3'),
      })
    },
    LONG_MS,
  )
})
