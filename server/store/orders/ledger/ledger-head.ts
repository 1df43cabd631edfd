import { readFileSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Log } from '../../../ports.ts'
import { makePrivateFolder } from '../../database/private-files.ts'
import { StoreError } from '../../database/store-error.ts'
import type { Database } from '../../schema.ts'
import { emptyLog, type LogEnd } from './ledger-end.ts'

/** Data lost with an older database copy is noticed at the next start unless it is younger than this. */
const REMEMBER_EVERY_MS = 250

export const HEAD_NAME = 'sauda.head'

const Head = z.strictObject({
  format: z.literal(1),
  ledger: z.string(),
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
})

/** Recorded end of the ledger; never ahead of what is durable. */
export type Head = z.infer<typeof Head>

/** `ledger` is null when no version with heads has opened the database. */
export interface FoundLedger {
  readonly ledger: string | null
  readonly end: LogEnd
  /** Hash of the entry that the head names; null without that entry. */
  readonly hashAtHead: string | null
}

const CHOICES = `Put the right database back; or restore a backup (npm run restore -- FILE); or, to go on with what is there, npm run ledger -- accept. Nothing was changed`

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR'])

/** Null when there is none. Throws StoreError when it is unreadable. */
export const readHead = (folder: string): Head | null => {
  const path = join(folder, HEAD_NAME)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.has(String(error.code))) return null
    throw new StoreError(`${path}, which remembers where the ledger ended, cannot be read`, { cause: error })
  }
  try {
    return Head.parse(JSON.parse(text))
  } catch (error) {
    throw new StoreError(
      `${path}, which remembers where the ledger ended, is damaged. If the database is the right one, npm run ledger -- accept writes it anew`,
      { cause: error },
    )
  }
}

const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`

export const describeHead = ({ ledger, seq, hash, at }: Head): string =>
  `ledger ${ledger.slice(0, 8)} with ${entries(seq)} (last hash ${hash.slice(0, 12)}, written down ${at})`

export const describeFound = ({ ledger, end }: FoundLedger): string =>
  `${ledger === null ? 'a ledger of an older version' : `ledger ${ledger.slice(0, 8)}`} with ${entries(end.seq)} (last hash ${end.hash.slice(0, 12)})`

/** A sentence, or null when the database continues the remembered ledger. */
export const findHeadFault = (head: Head, found: FoundLedger | null): string | null => {
  const remembered = `This DATA_DIR remembers ${describeHead(head)}`
  if (found === null) return `The database is missing or empty. ${remembered}. ${CHOICES}`
  const holds = `${remembered}; the database holds ${describeFound(found)}. ${CHOICES}`
  if (found.ledger !== head.ledger) return `The database is another one, or from before an update. ${holds}`
  if (found.end.seq < head.seq)
    return `The database is older than what was acknowledged: ${entries(head.seq - found.end.seq)} of the ledger would be lost. ${holds}`
  if (found.hashAtHead !== head.hash)
    return `The database went another way before entry ${head.seq}: another server wrote to a copy of it. ${holds}`
  return null
}

const hashAt = async (db: Kysely<Database>, seq: number): Promise<string | null> => {
  if (seq === 0) return emptyLog.hash
  const row = await db.selectFrom('ledger_event').select('hash').where('seq', '=', seq).executeTakeFirst()
  return row?.hash ?? null
}

/** Read-only. Null without the ledger's tables. */
export const findLedger = async (db: Kysely<Database>, atSeq: number): Promise<FoundLedger | null> => {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (!tables.has('ledger_event')) return null
  const identity = tables.has('ledger_identity')
    ? await db.selectFrom('ledger_identity').select('id').executeTakeFirst()
    : undefined
  const last = await db
    .selectFrom('ledger_event')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ledger: identity?.id ?? null, end: last ?? emptyLog, hashAtHead: await hashAt(db, atSeq) }
}

/** Atomic and durable: a crash leaves the old or the new file, whole. */
export const writeHead = async (
  folder: string,
  { ledger, end, at }: { readonly ledger: string; readonly end: LogEnd; readonly at: string },
): Promise<void> => {
  const path = join(folder, HEAD_NAME)
  const part = `${path}.part`
  const head: Head = { format: 1, ledger, seq: end.seq, hash: end.hash, at }
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  const opened = await open(folder, 'r')
  try {
    // Windows cannot sync folders.
    await opened.sync().catch(() => {})
  } finally {
    await opened.close()
  }
}

export const forgetHead = (folder: string): void => rmSync(join(folder, HEAD_NAME), { force: true })

export const readIdentity = async (db: Kysely<Database>): Promise<string> => {
  const row = await db.selectFrom('ledger_identity').select('id').executeTakeFirst()
  if (row === undefined)
    throw new StoreError('The database does not say which ledger it is: restore a backup')
  return row.id
}

export interface HeadKeeper {
  /** Written soon; the last value wins. Never throws. */
  remember(end: LogEnd): void
  flush(): Promise<void>
}

const nowhere: HeadKeeper = { remember: () => {}, flush: async () => {} }

export const keepHead = async ({
  db,
  folder,
  end,
  now,
  log,
}: {
  readonly db: Kysely<Database>
  readonly folder: string | null
  readonly end: LogEnd
  readonly now: () => number
  readonly log: Log
}): Promise<HeadKeeper> => {
  if (folder === null) return nowhere
  makePrivateFolder(folder)
  const keeper = createHeadKeeper({ folder, ledger: await readIdentity(db), now, log })
  keeper.remember(end)
  await keeper.flush()
  return keeper
}

const createHeadKeeper = ({
  folder,
  ledger,
  now,
  log,
}: {
  readonly folder: string
  readonly ledger: string
  readonly now: () => number
  readonly log: Log
}): HeadKeeper => {
  let wanted: LogEnd | null = null
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isFailing = false

  const write = async (end: LogEnd): Promise<void> => {
    try {
      await writeHead(folder, { ledger, end, at: new Date(now()).toISOString() })
      isFailing = false
    } catch (error) {
      wanted ??= end
      if (!isFailing) log.error({ err: error }, 'where the ledger ends could not be written down')
      isFailing = true
    }
  }

  const start = (): void => {
    if (wanted === null || writing !== null || timer !== null) return
    const end = wanted
    wanted = null
    writing = write(end).finally(() => {
      writing = null
      timer = setTimeout(() => {
        timer = null
        start()
      }, REMEMBER_EVERY_MS)
      timer.unref()
    })
  }

  return {
    remember(end) {
      wanted = end
      start()
    },
    async flush() {
      await writing
      if (timer !== null) clearTimeout(timer)
      timer = null
      const end = wanted
      wanted = null
      if (end !== null) await write(end)
    },
  }
}
