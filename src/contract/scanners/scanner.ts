import * as z from 'zod/mini'
import { scanIntervals } from '../../domain/scanners/scan.ts'
import { LOGIC_MAX, scannerSlugPattern } from '../../domain/scanners/scanner.ts'
import { subCategories } from '../../domain/strategies/strategy.ts'
import { endpoint } from '../endpoint.ts'
import { StrategyUuid as Uuid, Version } from '../strategies.ts'

const MB = 1024 * 1024

export const ScannerSlug = z.string().check(z.regex(scannerSlugPattern), z.maxLength(120))

// Shapes and bounds only: `checkScanner` checks the contents and says in words what is wrong.
const fields = {
  scanner_name: z.string().check(z.maxLength(200)),
  logic: z.string().check(z.maxLength(LOGIC_MAX)),
  /** `NIFTY500`, `fno`, `nse`, `watchlist Tech`, or `NSE_INFY,NSE_TCS`. */
  universe: z.string().check(z.minLength(3), z.maxLength(4_000)),
  interval: z.enum(scanIntervals),
  sub_category: z._default(z.enum(subCategories), 'momentum'),
  note: z._default(z.string().check(z.maxLength(4_000)), ''),
}

export const ScannerBody = z.strictObject(fields)

const ScannerEntry = z.strictObject({
  ...fields,
  slug: z.string(),
  scanner_uuid: z.string(),
  version: z.number(),
  /** The newest version, which is more than `version` where an older one was asked for. */
  latest_version: z.number(),
  is_sample: z.boolean(),
  /** True while an alert of it runs, named below. */
  is_live: z.boolean(),
  current_alert_uuid: z.nullable(z.string()),
  created_at: z.number(),
  updated_at: z.number(),
})

const saved = z.strictObject({ slug: z.string(), scanner_uuid: z.string(), version: z.number() })

export const getScanner = endpoint({
  name: 'getScanner',
  method: 'GET',
  path: '/scanner',
  query: z.strictObject({
    slug: ScannerSlug,
    version: z.optional(z.string().check(z.regex(/^\d{1,7}$/, 'expected a version number'))),
  }),
  reply: ScannerEntry,
  failure: 'Error loading scanner',
  summary: "A scanner of the user's, or a sample; without `version` the newest.",
})

export const saveScanner = endpoint({
  name: 'saveScanner',
  method: 'POST',
  path: '/scanner',
  body: z.strictObject({
    /** Absent for a new scanner. `version` is the one that the change was made from; absent: the newest. */
    slug: z.optional(ScannerSlug),
    scanner_uuid: z.optional(Uuid),
    version: z.optional(Version),
    ...fields,
  }),
  reply: saved,
  failure: 'Error saving scanner',
  summary:
    'Saves a new scanner, or a new version of `slug`. 409 `VERSION_CONFLICT` if a newer version than `version` exists.',
})

export const deleteScanner = endpoint({
  name: 'deleteScanner',
  method: 'DELETE',
  path: '/scanner',
  query: z.strictObject({ scanner_uuid: Uuid }),
  failure: 'Error deleting scanner',
  summary: 'Deletes a scanner, and stops its alert; it can be restored for 30 days.',
})

export const restoreScanner = endpoint({
  name: 'restoreScanner',
  method: 'POST',
  path: '/scanner/restore',
  body: z.strictObject({ scanner_uuid: Uuid }),
  reply: saved,
  failure: 'Error restoring scanner',
  summary: 'Brings a deleted scanner back.',
})

export const copyScanner = endpoint({
  name: 'copyScanner',
  method: 'POST',
  path: '/scanner/copy',
  body: z.strictObject({
    slug: ScannerSlug,
    /** Absent: the name of the original and a number. */
    scanner_name: z.optional(z.string().check(z.maxLength(200))),
    /** Chosen by the caller, so that copying again after a lost answer adds nothing. */
    scanner_uuid: z.optional(Uuid),
  }),
  reply: saved,
  failure: 'Error copying scanner',
  summary: "Copies a scanner of the user's, or a sample, to the user's own.",
})

export const listScannerVersions = endpoint({
  name: 'listScannerVersions',
  method: 'GET',
  path: '/scanner/versions',
  answerBytesMax: MB,
  query: z.strictObject({ slug: ScannerSlug }),
  reply: z.array(
    z.strictObject({
      version: z.number(),
      saved_at: z.number(),
      /** Changes since the version before, a sentence each; empty for the first. */
      changes: z.array(z.string()),
    }),
  ),
  failure: 'Error loading scanner',
  summary: 'The newest 50 versions of a scanner, newest first, with what changed.',
})

export const scannerSorts = ['updated', 'created', 'name'] as const
const sortPattern = new RegExp(`^-?(${scannerSorts.join('|')})$`)

export const listScanners = endpoint({
  name: 'listScanners',
  method: 'GET',
  path: '/scanner/all',
  answerBytesMax: MB,
  query: z.strictObject({
    page: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    /** Descending with a leading `-`; `-updated` if absent. */
    sort: z.optional(z.string().check(z.regex(sortPattern, `expected ${scannerSorts.join(', ')}`))),
    search: z.optional(z.string().check(z.maxLength(120))),
    sample: z.optional(z.enum(['true', 'false'])),
    live: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.strictObject({
    current_page: z.number(),
    data: z.array(ScannerEntry),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  failure: 'Error loading scanners',
  summary:
    "The user's scanners, those with an alert (`live`), or the samples; 50 a page unless `limit` says otherwise.",
})
