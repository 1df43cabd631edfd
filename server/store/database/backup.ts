import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { copyFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Sqlite from 'better-sqlite3'
import * as z from 'zod/mini'
import { HEAD_NAME, writeHead } from '../orders/ledger/ledger-head.ts'
import { OLD_RESERVE_NAME, RESERVE_NAME } from './disk-reserve.ts'
import { makePrivate, makePrivateFolder } from './private-files.ts'
import { StoreError } from './store-error.ts'

const DATABASE = 'sauda.db'
/** Recreated by the server; a restore may leave or replace these files. */
const REPLACEABLE = [
  HEAD_NAME,
  `${HEAD_NAME}.part`,
  ...[RESERVE_NAME, OLD_RESERVE_NAME].flatMap((name) => [name, `${name}.part`]),
  `${DATABASE}-ledger-lock`,
]

const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  ledger: z.strictObject({ seq: z.int(), hash: z.string(), stateHash: z.string() }),
})

export type Manifest = z.infer<typeof Manifest>

const NAMES_SHOWN = 5

const manifestOf = (file: string): string => `${file}.json`

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const sync = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// `vacuum into` copies one snapshot without blocking writers; copying pages would restart at every write.
// `file` gets its name only after `look` has read the copy and the manifest is on disk.
export const backUp = async (
  dataDir: string,
  file: string,
  look: (copyDir: string) => Promise<Manifest['ledger']>,
  madeAt: string,
): Promise<Manifest> => {
  const source = join(dataDir, DATABASE)
  if (!existsSync(source)) throw new StoreError(`DATA_DIR: there is no database at ${source}`)
  for (const path of [file, manifestOf(file)])
    if (existsSync(path))
      throw new StoreError(`${path} is there already. Nothing was written; give another name`)
  const partial = `${file}.partial`
  const copy = join(partial, DATABASE)
  await rm(partial, { recursive: true, force: true })
  makePrivateFolder(partial)
  try {
    const database = new Sqlite(source, { fileMustExist: true })
    try {
      database.prepare('vacuum into ?').run(copy)
    } finally {
      database.close()
    }
    makePrivate([copy])
    await sync(copy)
    const [sha256, { size }] = [await sha256Of(copy), await stat(copy)]
    const lookedAt = join(partial, 'look')
    makePrivateFolder(lookedAt)
    await copyFile(copy, join(lookedAt, DATABASE))
    const manifest: Manifest = { format: 1, madeAt, bytes: size, sha256, ledger: await look(lookedAt) }
    const words = join(partial, 'manifest.json')
    await writeFile(words, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await sync(words)
    await rename(copy, file)
    await rename(words, manifestOf(file))
    return manifest
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const readManifest = async (file: string): Promise<Manifest> => {
  const path = manifestOf(file)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null)
    throw new StoreError(`${path} is missing: the backup was not finished, or not all of it was brought here`)
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new StoreError(`${path} is not the manifest of a backup`, { cause: error })
  }
}

const makeReady = (database: string): string => {
  const connection = new Sqlite(database, { fileMustExist: true })
  try {
    for (const table of ['session', 'known_browser', 'sign_in_failure'])
      connection.prepare(`delete from ${table}`).run()
    const id = connection.prepare<[], string>('select id from ledger_identity').pluck().get()
    if (id === undefined) throw new StoreError('The backup does not say which ledger it is')
    return id
  } finally {
    connection.close()
  }
}

/** Restores only where there is no database; everyone is signed out, and DATA_DIR remembers its ledger. */
export const restore = async (
  file: string,
  dataDir: string,
  look: (dataDir: string) => Promise<Manifest['ledger']>,
  restoredAt: string,
): Promise<Manifest> => {
  const manifest = await readManifest(file)
  const { size } = await stat(file).catch((error: unknown) => {
    throw new StoreError(`${file} cannot be read`, { cause: error })
  })
  if (size !== manifest.bytes || (await sha256Of(file)) !== manifest.sha256)
    throw new StoreError(
      `${file} is torn or was changed: it is not what its manifest says. Nothing was restored`,
    )
  makePrivateFolder(dataDir)
  const inTheWay = readdirSync(dataDir).filter((name) => !REPLACEABLE.includes(name))
  if (inTheWay.length > 0)
    throw new StoreError(
      `DATA_DIR: ${dataDir} is not empty (${inTheWay.slice(0, NAMES_SHOWN).join(', ')}). Nothing was restored; move that away or give another folder`,
    )
  const partial = join(dataDir, 'restore.partial')
  const copy = join(partial, DATABASE)
  makePrivateFolder(partial)
  try {
    await copyFile(file, copy)
    makePrivate([copy])
    const { seq, hash, stateHash } = await look(partial)
    if (
      seq !== manifest.ledger.seq ||
      hash !== manifest.ledger.hash ||
      stateHash !== manifest.ledger.stateHash
    )
      throw new StoreError(`${file} makes other accounts than when it was made. Nothing was restored`)
    const ledger = makeReady(copy)
    await sync(copy)
    // Before the database, so that a crash in between leaves a folder that reports it missing.
    await writeHead(dataDir, { ledger, end: { seq, hash }, at: restoredAt })
    await rename(copy, join(dataDir, DATABASE))
    return manifest
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
