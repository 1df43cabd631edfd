import * as z from 'zod/mini'
import { intervals } from '../../domain/charts/interval.ts'
import { endpoint } from '../endpoint.ts'
import { isPlain } from '../plain-text.ts'
import { InstrumentKey } from './instrument-key.ts'

const ImportId = z.string().check(z.regex(/^[0-9a-f]{24}$/))

/** Column indices from 0. `date` and `time` are equal where one column holds both. */
export const ColumnMapping = z.strictObject({
  delimiter: z.enum([',', ';', '\t', '|', ' ']),
  has_header: z.boolean(),
  date: z.number(),
  time: z.nullable(z.number()),
  /** dayjs tokens such as `YYYYMMDD HH:mm`, `epoch_s`, `epoch_ms` or `iso`. */
  time_format: z.string().check(z.maxLength(40)),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.nullable(z.number()),
  open_interest: z.nullable(z.number()),
  symbol: z.nullable(z.number()),
  /** Cash-market series (`EQ`) in files of many symbols: rows of bonds and block deals are left out. */
  series: z.optional(z.nullable(z.number())),
})

export const ONLY_KEYS_MAX = 600

export const ImportOptions = z.strictObject({
  /** Empty in a proposal that could not tell. */
  key: z.string().check(z.maxLength(60), isPlain),
  /** One for each symbol, or each file by its name; both leave `key` aside. Absent: all rows are of `key`. */
  instruments_from: z.optional(z.enum(['key', 'symbol_column', 'file_name'])),
  /** With `symbol_column`: rows of other instruments are left out. Absent: all are imported. */
  only_keys: z.optional(z.array(InstrumentKey).check(z.minLength(1), z.maxLength(ONLY_KEYS_MAX))),
  interval: z.enum(intervals),
  mapping: ColumnMapping,
  time_zone: z.enum(['Asia/Kolkata', 'UTC']),
  time_marks: z.enum(['open', 'close']),
  outside_session: z.enum(['refuse', 'skip']),
  on_existing: z.enum(['refuse', 'replace']),
  /** For price breaks as at a split: `adjust` scales the prices before them by the ratio. Absent: refuse. */
  on_breaks: z.optional(z.enum(['refuse', 'keep', 'adjust'])),
  /** For unusable rows: `skip` leaves out up to half of all. Absent: refuse. */
  on_bad_rows: z.optional(z.enum(['refuse', 'skip'])),
  /** For a high or low that misses the open or close by at most 0.5 %. Absent: refuse. */
  on_bad_ranges: z.optional(z.enum(['refuse', 'mend'])),
  /** Rows within a day, or a few rows apart, are sorted in any case. Absent: ascending. */
  row_order: z.optional(z.enum(['ascending', 'descending', 'any'])),
  /** For rows of another symbol than the first row's: `skip` keeps only those of `key`. Absent: refuse. */
  other_symbols: z.optional(z.enum(['refuse', 'skip'])),
})

export const importRemedies = ['rows', 'ranges', 'order', 'symbols', 'existing', 'breaks'] as const

export const BadRow = z.strictObject({
  file: z.string(),
  line: z.number(),
  reason: z.string(),
  text: z.string(),
})

export const PriceBreak = z.strictObject({
  at: z.number(),
  close: z.number(),
  open: z.number(),
  /** The nearest usual split or bonus ratio: `from` shares became `to`. */
  ratio: z.nullable(z.strictObject({ from: z.number(), to: z.number() })),
})

export const ImportProposal = z.strictObject({
  options: ImportOptions,
  sample: z.array(z.strictObject({ line: z.number(), text: z.string(), reads: z.string() })),
  remarks: z.array(z.string()),
})

export const ImportStatus = z.strictObject({
  import_id: z.string(),
  state: z.enum(['receiving', 'proposed', 'running', 'done', 'failed', 'cancelled']),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.number() })),
  bytes_read: z.number(),
  bytes_total: z.number(),
  rows: z.number(),
  skipped_rows: z.number(),
  days: z.number(),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  /** The first 50; they were skipped, or nothing was written. */
  bad_rows: z.array(BadRow),
  bad_row_count: z.number(),
  mended_rows: z.optional(z.array(BadRow)),
  mended_row_count: z.optional(z.number()),
  sorted_rows: z.optional(z.number()),
  other_rows: z.optional(z.number()),
  /** With at least one row so far. */
  instrument_count: z.optional(z.number()),
  /** Keys of `only_keys` without a row; known at the end. */
  missing_keys: z.optional(z.array(z.string())),
  remedies: z.optional(z.array(z.enum(importRemedies))),
  mendable_rows: z.optional(z.number()),
  price_breaks: z.optional(z.array(z.extend(PriceBreak, { key: z.string() }))),
  price_break_count: z.optional(z.number()),
  message: z.string(),
  proposal: z.nullable(ImportProposal),
})

export const createImport = endpoint({
  name: 'createImport',
  method: 'POST',
  base: 'instruments',
  path: '/imports',
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary: 'Begins an import. Files are sent next.',
})

export const sendImportFile = endpoint({
  name: 'sendImportFile',
  method: 'PUT',
  base: 'instruments',
  path: '/imports/file',
  query: z.strictObject({
    import_id: ImportId,
    name: z.string().check(z.minLength(1), z.maxLength(200), isPlain),
  }),
  bodyType: 'bytes',
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary: 'Streams one file, plain, gzip or zip, into the import.',
})

export const proposeImport = endpoint({
  name: 'proposeImport',
  method: 'POST',
  base: 'instruments',
  path: '/imports/propose',
  query: z.strictObject({ import_id: ImportId }),
  body: z.strictObject({ key: z.optional(InstrumentKey), options: z.optional(ImportOptions) }),
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary:
    'Looks at the first rows and proposes how to read them, or shows how given options read them. Writes nothing.',
})

export const commitImport = endpoint({
  name: 'commitImport',
  method: 'POST',
  base: 'instruments',
  path: '/imports/commit',
  query: z.strictObject({ import_id: ImportId }),
  body: ImportOptions,
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary: 'Starts writing: all rows or none. Ask getImport for progress.',
})

export const getImport = endpoint({
  name: 'getImport',
  method: 'GET',
  base: 'instruments',
  path: '/imports/status',
  query: z.strictObject({ import_id: ImportId }),
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary: 'Progress of an import.',
})

export const cancelImport = endpoint({
  name: 'cancelImport',
  method: 'DELETE',
  base: 'instruments',
  path: '/imports',
  query: z.strictObject({ import_id: ImportId }),
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary: 'Cancels an import. Nothing of it is stored.',
})
