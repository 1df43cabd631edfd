import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { copyFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Sqlite from 'better-sqlite3'
import * as z from 'zod/mini'
import { StoreError } from './store-error.ts'

const DATABASE = 'sauda.db'

const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  ledger: z.strictObject({ seq: z.int(), hash: z.string(), stateHash: z.string() }),
})

/** What a backup must be to be believed; stands beside it as `FILE.json`. */
export type Manifest = z.infer<typeof Manifest>

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

/**
 * A copy of the database as it is at one instant, while others go on writing: `vacuum into` reads one snapshot and
 * holds up nobody, where the copying of pages begins again with every write. Nothing is called `file` before `look`
 * has read the copy and the manifest is on the disk.
 */
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
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  try {
    const database = new Sqlite(source, { fileMustExist: true })
    try {
      database.prepare('vacuum into ?').run(copy)
    } finally {
      database.close()
    }
    await sync(copy)
    const [sha256, { size }] = [await sha256Of(copy), await stat(copy)]
    const lookedAt = join(partial, 'look')
    mkdirSync(lookedAt)
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

/** Puts a backup where there is nothing, when it is whole and `look` finds in it what was there when it was made. */
export const restore = async (
  file: string,
  dataDir: string,
  look: (dataDir: string) => Promise<Manifest['ledger']>,
): Promise<Manifest> => {
  const manifest = await readManifest(file)
  const { size } = await stat(file).catch((error: unknown) => {
    throw new StoreError(`${file} cannot be read`, { cause: error })
  })
  if (size !== manifest.bytes || (await sha256Of(file)) !== manifest.sha256)
    throw new StoreError(
      `${file} is torn or was changed: it is not what its manifest says. Nothing was restored`,
    )
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (readdirSync(dataDir).length > 0)
    throw new StoreError(
      `DATA_DIR: ${dataDir} is not empty. Nothing was restored; move it away or give another`,
    )
  const target = join(dataDir, DATABASE)
  try {
    await copyFile(file, target)
    await sync(target)
    const { seq, hash, stateHash } = await look(dataDir)
    if (
      seq !== manifest.ledger.seq ||
      hash !== manifest.ledger.hash ||
      stateHash !== manifest.ledger.stateHash
    )
      throw new StoreError(`${file} makes other accounts than when it was made. Nothing was restored`)
    return manifest
  } catch (error) {
    for (const name of readdirSync(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
}
