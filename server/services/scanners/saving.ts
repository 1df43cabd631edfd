import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { runSlug } from '../../../src/domain/backtests/run-slug.ts'
import { isListName, listNameWords } from '../../../src/domain/list-name.ts'
import { checkScanner, SCANNER_NAME_MAX, type Scanner } from '../../../src/domain/scanners/scanner.ts'
import { Refusal } from '../../refusal.ts'
import { withAudit } from '../../store/audit.ts'
import { inTransaction } from '../../store/database/transaction.ts'
import {
  countScanners,
  findScanner,
  findScannerBySlug,
  findScannerNames,
  findScannerVersion,
  insertScanner,
  insertScannerVersion,
  parseScanner,
  printScanner,
  purgeScanners,
  updateScanner,
} from '../../store/scanners.ts'
import type { Database, ScannerTable } from '../../store/schema.ts'
import type { User } from '../../user.ts'
import { nameKeyOf, nameOfCopy, twiceIfDuplicate, versionConflict } from '../saved-names.ts'
import { wireField } from '../wire-field.ts'
import type { ScannerPorts } from './service-ports.ts'

const SCANNERS_PER_USER = 1_000
const VERSIONS_PER_SCANNER = 1_000
const RESTORABLE_MS = 30 * 86_400_000
const SUFFIX_BYTES = 4

/** Absent `slug`: a new scanner. Absent `version`: made from the newest one. */
interface Change {
  readonly slug?: string | undefined
  readonly scannerUuid?: string | undefined
  readonly version?: number | undefined
}

interface Work {
  readonly trx: Transaction<Database>
  readonly user: User
  readonly now: number
}

export const noScanner = (): Refusal => new Refusal('NOT_FOUND', 'No such scanner')

const uuidTaken = (): Refusal => new Refusal('CONFLICT', 'This scanner_uuid belongs to another scanner')

const refuseFaults = (scanner: Scanner): void => {
  const [first, ...others] = checkScanner(scanner)
  if (first === undefined) return
  throw new Refusal('MALFORMED', first.problem, {
    issues: [first, ...others].map(({ field, problem }) => `body.${wireField(field)}: ${problem}`),
  })
}

const refuseTakenName = async ({ trx, user }: Work, name: string): Promise<void> => {
  if ((await findScannerNames(trx, user.id, [nameKeyOf(name)])).length > 0)
    throw new Refusal('CONFLICT', `You have a scanner named ${name} already`)
}

const contentOf = (scanner: Scanner) => ({
  name: scanner.scannerName,
  name_key: nameKeyOf(scanner.scannerName),
  search: [scanner.scannerName, scanner.logic, scanner.subCategory, scanner.note].join('\n').toLowerCase(),
  body: printScanner(scanner),
})

const putVersion = ({ trx, now }: Work, row: ScannerTable): Promise<void> => {
  const { owner_id, scanner_uuid, version, body } = row
  return insertScannerVersion(trx, { owner_id, scanner_uuid, version, body, saved_at: now })
}

const create = async (work: Work, scanner: Scanner, scannerUuid: string): Promise<ScannerTable> => {
  const { trx, user, now } = work
  await purgeScanners(trx, user.id, now - RESTORABLE_MS)
  if ((await countScanners(trx, user.id)) >= SCANNERS_PER_USER)
    throw new Refusal('CONFLICT', `${SCANNERS_PER_USER} scanners are saved; delete some first`)
  await refuseTakenName(work, scanner.scannerName)
  const row: ScannerTable = {
    owner_id: user.id,
    scanner_uuid: scannerUuid,
    slug: `sc-${runSlug(scanner.scannerName, randomBytes(SUFFIX_BYTES).toString('hex'))}`,
    version: 1,
    ...contentOf(scanner),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await insertScanner(trx, row)
  await putVersion(work, row)
  return row
}

/** The same scanner saved again under its id is the first save once more. */
const createOnce = async (work: Work, scanner: Scanner, scannerUuid: string): Promise<ScannerTable> => {
  const { trx, user } = work
  const known = await findScanner(trx, user.id, scannerUuid)
  if (known === undefined) return create(work, scanner, scannerUuid)
  const first = await findScannerVersion(trx, user.id, scannerUuid, 1)
  if (known.deleted_at === null && first?.body === printScanner(scanner)) return known
  throw uuidTaken()
}

/** A change to what is saved already makes no version. */
const change = async (
  work: Work,
  scanner: Scanner,
  { slug, scannerUuid, version }: Change & { readonly slug: string },
): Promise<ScannerTable> => {
  const { trx, user, now } = work
  const known = await findScannerBySlug(trx, user.id, slug)
  if (known === undefined || (scannerUuid !== undefined && scannerUuid !== known.scanner_uuid))
    throw noScanner()
  if (isDeepStrictEqual(parseScanner(known.body), scanner)) return known
  const latest = Number(known.version)
  if (version !== undefined && version !== latest) throw versionConflict(known, version)
  if (latest >= VERSIONS_PER_SCANNER)
    throw new Refusal('CONFLICT', `Version limit reached (${VERSIONS_PER_SCANNER}). Copy it to keep editing`)
  if (nameKeyOf(scanner.scannerName) !== known.name_key) await refuseTakenName(work, scanner.scannerName)
  const next = { ...known, ...contentOf(scanner), version: latest + 1, updated_at: now }
  await updateScanner(trx, known, next)
  await putVersion(work, next)
  return next
}

interface Copy {
  readonly slug: string
  readonly scannerName?: string | undefined
  readonly scannerUuid?: string | undefined
}

const copyOnce = async (
  work: Work,
  { slug, scannerName, scannerUuid }: Copy,
  samples: ScannerPorts['samples'],
): Promise<ScannerTable> => {
  const { trx, user } = work
  const copied = scannerUuid === undefined ? undefined : await findScanner(trx, user.id, scannerUuid)
  if (copied !== undefined) {
    if (copied.deleted_at === null) return copied
    throw uuidTaken()
  }
  const row = await findScannerBySlug(trx, user.id, slug)
  const original =
    row === undefined ? samples.find((sample) => sample.slug === slug)?.scanner : parseScanner(row.body)
  if (original === undefined) throw noScanner()
  const findTaken = (keys: readonly string[]) => findScannerNames(trx, user.id, keys)
  const name = scannerName?.trim() ?? (await nameOfCopy(original.scannerName, findTaken))
  return create(work, { ...original, scannerName: name }, scannerUuid ?? randomUUID())
}

const restore = async (work: Work, scannerUuid: string): Promise<ScannerTable> => {
  const known = await findScanner(work.trx, work.user.id, scannerUuid)
  if (known === undefined) throw noScanner()
  if (known.deleted_at === null) return known
  await refuseTakenName(work, known.name)
  await updateScanner(work.trx, known, { deleted_at: null })
  return known
}

const savedOf = ({ slug, scanner_uuid, version }: ScannerTable) => ({
  slug,
  scannerUuid: scanner_uuid,
  version: Number(version),
})

export const createScannerChanges = ({ store, clock, samples, stopAlertOf }: ScannerPorts) => {
  const once = async (user: User, act: (work: Work) => Promise<ScannerTable>) =>
    savedOf(await twiceIfDuplicate(() => inTransaction(store, (trx) => act({ trx, user, now: clock.now() }))))
  return {
    save: async (user: User, given: Scanner, { slug, scannerUuid, version }: Change) => {
      const scanner = { ...given, scannerName: given.scannerName.trim() }
      refuseFaults(scanner)
      return once(user, (work) =>
        slug === undefined
          ? createOnce(work, scanner, scannerUuid ?? randomUUID())
          : change(work, scanner, { slug, scannerUuid, version }),
      )
    },

    copy: async (user: User, copy: Copy) => {
      if (copy.scannerName !== undefined && !isListName(copy.scannerName))
        throw new Refusal('MALFORMED', 'Error copying scanner', {
          issues: [`body.scanner_name: ${listNameWords}, ${SCANNER_NAME_MAX} at most`],
        })
      return once(user, (work) => copyOnce(work, copy, samples))
    },

    /** Its alert is stopped first: an alert of a scanner that cannot be found again would have no name to stop it by. */
    delete: async (user: User, scannerUuid: string, request: string): Promise<void> => {
      await stopAlertOf(user, scannerUuid)
      await withAudit({ store, clock }, async (trx, record) => {
        const known = await findScanner(trx, user.id, scannerUuid)
        if (known === undefined || known.deleted_at !== null) throw noScanner()
        const now = clock.now()
        await updateScanner(trx, known, { deleted_at: now })
        await purgeScanners(trx, user.id, now - RESTORABLE_MS)
        await record({ action: 'scanner.deleted', actor: user.id, object: known.slug, request })
      })
    },

    restore: (user: User, scannerUuid: string) => once(user, (work) => restore(work, scannerUuid)),
  }
}
