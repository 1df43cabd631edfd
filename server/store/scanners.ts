import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { ScannerBody } from '../../src/contract/scanners/scanner.ts'
import { fromWire, toWire } from '../../src/contract/wire.ts'
import type { Scanner } from '../../src/domain/scanners/scanner.ts'
import type { UserId } from '../user.ts'
import { likePattern } from './like-pattern.ts'
import type { Database, ScannerTable, ScannerVersionTable } from './schema.ts'

type Db = Kysely<Database>

/** JSON by the wire's names, so that renaming a field in code changes nothing that is stored. */
export const printScanner = (scanner: Scanner): string => JSON.stringify(toWire(ScannerBody, scanner))

/** Throws for a body that no version wrote. */
export const parseScanner = (body: string): Scanner =>
  fromWire(ScannerBody, z.parse(ScannerBody, JSON.parse(body)))

export const insertScanner = async (db: Db, row: ScannerTable): Promise<void> => {
  await db.insertInto('scanner').values(row).execute()
}

export const updateScanner = async (
  db: Db,
  { owner_id, scanner_uuid }: Pick<ScannerTable, 'owner_id' | 'scanner_uuid'>,
  change: Partial<ScannerTable>,
): Promise<void> => {
  await db
    .updateTable('scanner')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('scanner_uuid', '=', scanner_uuid)
    .execute()
}

export const findScanner = (db: Db, owner: UserId, scannerUuid: string) =>
  db
    .selectFrom('scanner')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('scanner_uuid', '=', scannerUuid)
    .executeTakeFirst()

export const findScannerBySlug = (db: Db, owner: UserId, slug: string) =>
  db
    .selectFrom('scanner')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const countScanners = async (db: Db, owner: UserId): Promise<number> => {
  const row = await db
    .selectFrom('scanner')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const findScannerNames = async (
  db: Db,
  owner: UserId,
  keys: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('scanner')
    .select('name_key')
    .where('owner_id', '=', owner)
    .where('deleted_at', 'is', null)
    .where('name_key', 'in', keys)
    .execute()
  return rows.map((row) => row.name_key)
}

export const purgeScanners = async (db: Db, owner: UserId, deletedBefore: number): Promise<void> => {
  await db
    .deleteFrom('scanner')
    .where('owner_id', '=', owner)
    .where('deleted_at', '<', deletedBefore)
    .execute()
}

export const insertScannerVersion = async (db: Db, row: ScannerVersionTable): Promise<void> => {
  await db.insertInto('scanner_version').values(row).execute()
}

export const findScannerVersion = (db: Db, owner: UserId, scannerUuid: string, version: number) =>
  db
    .selectFrom('scanner_version')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('scanner_uuid', '=', scannerUuid)
    .where('version', '=', version)
    .executeTakeFirst()

export const newestScannerVersions = (
  db: Db,
  owner: UserId,
  scannerUuid: string,
  limit: number,
): Promise<ScannerVersionTable[]> =>
  db
    .selectFrom('scanner_version')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('scanner_uuid', '=', scannerUuid)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export interface ScannerListing {
  readonly search: string
  /** UUIDs of scanners with a running alert. */
  readonly isLive: boolean
  readonly by: 'updated' | 'created' | 'name'
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

const sortColumns = {
  updated: 'scanner.updated_at',
  created: 'scanner.created_at',
  name: 'scanner.name_key',
} as const

const listed = (db: Db, owner: UserId, { search, isLive }: ScannerListing) => {
  const pattern = likePattern(search)
  const ofOwner = db
    .selectFrom('scanner')
    .where('scanner.owner_id', '=', owner)
    .where('scanner.deleted_at', 'is', null)
    .where((eb) => sql<boolean>`${eb.ref('scanner.search')} like ${pattern} escape '\\'`)
  if (!isLive) return ofOwner
  return ofOwner.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('alert')
        .select('alert.id')
        .whereRef('alert.scanner_uuid', '=', 'scanner.scanner_uuid')
        .whereRef('alert.owner_id', '=', 'scanner.owner_id')
        .where('alert.stopped_at', 'is', null),
    ),
  )
}

export const pageScanners = async (
  db: Db,
  owner: UserId,
  listing: ScannerListing,
): Promise<{ readonly rows: readonly ScannerTable[]; readonly total: number }> => {
  const query = listed(db, owner, listing)
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst()
  const rows = await query
    .selectAll('scanner')
    .orderBy(sortColumns[listing.by], listing.isDescending ? 'desc' : 'asc')
    .orderBy('scanner.scanner_uuid')
    .limit(listing.limit)
    .offset(listing.offset)
    .execute()
  return { rows, total: Number(counted?.count ?? 0) }
}
