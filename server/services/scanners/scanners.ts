import type { QueryOf } from '../../../src/contract/call-types.ts'
import type { listScanners } from '../../../src/contract/scanners/scanner.ts'
import { type Scanner, scannerChanges } from '../../../src/domain/scanners/scanner.ts'
import { Refusal } from '../../refusal.ts'
import {
  findScannerBySlug,
  findScannerVersion,
  newestScannerVersions,
  pageScanners,
  parseScanner,
  type ScannerListing,
} from '../../store/scanners.ts'
import type { ScannerTable } from '../../store/schema.ts'
import type { User } from '../../user.ts'
import type { SampleScanner } from './sample-scanner.ts'
import { createScannerChanges, noScanner } from './saving.ts'
import type { ScannerPorts } from './service-ports.ts'

const VERSIONS_SHOWN = 50
const PAGE_SIZE = 50
const PAGE_SIZE_MAX = 200

const entryOfSample = ({ slug, scannerUuid, scanner }: SampleScanner) => ({
  ...scanner,
  slug,
  scannerUuid,
  version: 1,
  latestVersion: 1,
  isSample: true,
  isLive: false,
  currentAlertUuid: null,
  createdAt: 0,
  updatedAt: 0,
})

const entryOf = (
  row: ScannerTable,
  alerts: ReadonlyMap<string, string>,
  shown: { readonly version: number; readonly savedAt: number; readonly scanner: Scanner },
) => {
  const alert = alerts.get(row.scanner_uuid) ?? null
  return {
    ...shown.scanner,
    slug: row.slug,
    scannerUuid: row.scanner_uuid,
    version: shown.version,
    latestVersion: Number(row.version),
    isSample: false,
    isLive: alert !== null,
    currentAlertUuid: alert,
    createdAt: Number(row.created_at),
    updatedAt: shown.savedAt,
  }
}

const newestOf = (row: ScannerTable) => ({
  version: Number(row.version),
  savedAt: Number(row.updated_at),
  scanner: parseScanner(row.body),
})

const noVersion = (version: number): Refusal =>
  new Refusal('NOT_FOUND', `No version ${version} of this scanner`)

const findSample = (samples: readonly SampleScanner[], slug: string): SampleScanner => {
  const sample = samples.find((known) => known.slug === slug)
  if (sample === undefined) throw noScanner()
  return sample
}

const getScanner = async (ports: ScannerPorts, user: User, slug: string, version?: number) => {
  const { store, samples, alertsOf } = ports
  const row = await findScannerBySlug(store.db, user.id, slug)
  if (row === undefined) {
    const sample = findSample(samples, slug)
    if (version !== undefined && version !== 1) throw noVersion(version)
    return entryOfSample(sample)
  }
  if (version === undefined || version === Number(row.version))
    return entryOf(row, alertsOf(user), newestOf(row))
  const older = await findScannerVersion(store.db, user.id, row.scanner_uuid, version)
  if (older === undefined) throw noVersion(version)
  const shown = { version, savedAt: Number(older.saved_at), scanner: parseScanner(older.body) }
  return entryOf(row, alertsOf(user), shown)
}

const listVersions = async ({ store, samples }: ScannerPorts, user: User, slug: string) => {
  const row = await findScannerBySlug(store.db, user.id, slug)
  if (row === undefined) {
    findSample(samples, slug)
    return [{ version: 1, savedAt: 0, changes: [] }]
  }
  // One more than is shown, to say what the oldest of them changed.
  const rows = await newestScannerVersions(store.db, user.id, row.scanner_uuid, VERSIONS_SHOWN + 1)
  const contents = rows.map(({ body }) => parseScanner(body))
  return rows.slice(0, VERSIONS_SHOWN).map(({ version, saved_at }, index) => {
    const [after, before] = [contents[index], contents[index + 1]]
    return {
      version: Number(version),
      savedAt: Number(saved_at),
      changes: after === undefined || before === undefined ? [] : [...scannerChanges(before, after)],
    }
  })
}

type ListQuery = QueryOf<typeof listScanners>

const listingOf = (query: ListQuery): ScannerListing & { readonly page: number } => {
  const limit = Math.min(PAGE_SIZE_MAX, Math.max(1, Number(query.limit ?? PAGE_SIZE)))
  const page = Math.max(1, Number(query.page ?? 1))
  const sort = query.sort ?? '-updated'
  return {
    page,
    limit,
    offset: (page - 1) * limit,
    search: (query.search ?? '').trim(),
    isLive: query.live === 'true',
    by: sort.replace('-', '') as ScannerListing['by'],
    isDescending: sort.startsWith('-'),
  }
}

/** By name, as samples have no time of change. */
const samplesOf = (samples: readonly SampleScanner[], { search, by, isDescending }: ScannerListing) => {
  const words = search.toLowerCase()
  const found = samples.filter(({ scanner: { scannerName, logic, subCategory, note } }) =>
    [scannerName, logic, subCategory, note].join('\n').toLowerCase().includes(words),
  )
  return by === 'name' && isDescending ? found.toReversed() : found
}

const list = async (ports: ScannerPorts, user: User, query: ListQuery) => {
  const listing = listingOf(query)
  const { page, limit, offset } = listing
  const answer = (data: ReturnType<typeof entryOf>[], total: number) => ({
    currentPage: page,
    data,
    perPage: limit,
    total,
    totalPages: Math.ceil(total / limit),
  })
  if (query.sample === 'true') {
    const found = samplesOf(ports.samples, listing)
    return answer(found.slice(offset, offset + limit).map(entryOfSample), found.length)
  }
  const { rows, total } = await pageScanners(ports.store.db, user.id, listing)
  const alerts = ports.alertsOf(user)
  return answer(
    rows.map((row) => entryOf(row, alerts, newestOf(row))),
    total,
  )
}

export const createScanners = (ports: ScannerPorts) => ({
  ...createScannerChanges(ports),
  get: (user: User, slug: string, version?: number) => getScanner(ports, user, slug, version),
  versions: (user: User, slug: string) => listVersions(ports, user, slug),
  list: (user: User, query: ListQuery) => list(ports, user, query),
})

export type Scanners = ReturnType<typeof createScanners>
