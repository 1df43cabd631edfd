import * as z from 'zod/mini'
import { intervals } from '../domain/interval.ts'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instrument-key.ts'
import { isPlain } from './plain-text.ts'

const ImportId = z.string().check(z.regex(/^[0-9a-f]{24}$/))

/** Which column of the file (counted from 0) holds what. `date` and `time` are the same where one column has both. */
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
  /** Series of the cash market (`EQ`), in files of many symbols: rows of bonds and block deals are left out. */
  series: z.optional(z.nullable(z.number())),
})

export const ImportOptions = z.strictObject({
  key: InstrumentKey,
  interval: z.enum(intervals),
  mapping: ColumnMapping,
  time_zone: z.enum(['Asia/Kolkata', 'UTC']),
  time_marks: z.enum(['open', 'close']),
  outside_session: z.enum(['refuse', 'skip']),
  /** What to do with days that are stored already. */
  on_existing: z.enum(['refuse', 'replace']),
  /** What to do with prices that break as at a split: `adjust` those before it by the ratio. Absent: refuse. */
  on_breaks: z.optional(z.enum(['refuse', 'keep', 'adjust'])),
  /** What to do with rows that cannot be used: `skip` leaves them out, up to half of all. Absent: refuse. */
  on_bad_rows: z.optional(z.enum(['refuse', 'skip'])),
  /** What to do with a high or low that misses the open or close by half a percent at most. Absent: refuse. */
  on_bad_ranges: z.optional(z.enum(['refuse', 'mend'])),
  /** How rows follow each other. Within a day, and by a few rows, any order is sorted. Absent: ascending. */
  row_order: z.optional(z.enum(['ascending', 'descending', 'any'])),
  /** What to do with rows of another symbol than that of the first row: `skip` takes those of `key` alone. Absent: refuse. */
  other_symbols: z.optional(z.enum(['refuse', 'skip'])),
})

/** Options as they are proposed: `key` is empty where nothing names the instrument. */
const ProposedOptions = z.extend(ImportOptions, { key: z.string().check(z.maxLength(60), isPlain) })

/** What would let a refused import through: another choice for bad rows, their highs and lows, their order and so on. */
export const importRemedies = ['rows', 'ranges', 'order', 'symbols', 'existing', 'breaks'] as const

export const BadRow = z.strictObject({
  file: z.string(),
  line: z.number(),
  reason: z.string(),
  text: z.string(),
})

/** A jump from a close to the next session's open that no circuit allows. */
export const PriceBreak = z.strictObject({
  at: z.number(),
  close: z.number(),
  open: z.number(),
  /** The usual ratio of a split or bonus issue it is close to: `from` shares became `to`. */
  ratio: z.nullable(z.strictObject({ from: z.number(), to: z.number() })),
})

export const ImportProposal = z.strictObject({
  options: ProposedOptions,
  /** First rows of the first file as they stand, and as they would be read. */
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
  /** The first rows that cannot be used, at most 50, and how many there were. They were left out, or nothing was written. */
  bad_rows: z.array(BadRow),
  bad_row_count: z.number(),
  /** The first rows whose high or low was moved out to hold open and close, at most 50, and how many there were. */
  mended_rows: z.optional(z.array(BadRow)),
  mended_row_count: z.optional(z.number()),
  /** Rows that were not in the order of their times, and were put there. */
  sorted_rows: z.optional(z.number()),
  /** Rows of other instruments in the same files, which were left out. */
  other_rows: z.optional(z.number()),
  /** What would let a refused import through. */
  remedies: z.optional(z.array(z.enum(importRemedies))),
  /** Of the rows that cannot be used, those that `mend` would save. */
  mendable_rows: z.optional(z.number()),
  /** The first price breaks in the files, at most 20, and how many there are. */
  price_breaks: z.optional(z.array(PriceBreak)),
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
  summary: 'Streams one file, plain or gzip, into the import.',
})

export const proposeImport = endpoint({
  name: 'proposeImport',
  method: 'POST',
  base: 'instruments',
  path: '/imports/propose',
  query: z.strictObject({ import_id: ImportId }),
  /** `options`: read the first rows so instead of proposing. */
  body: z.strictObject({ key: z.optional(InstrumentKey), options: z.optional(ProposedOptions) }),
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
  summary: 'How far an import is.',
})

export const cancelImport = endpoint({
  name: 'cancelImport',
  method: 'DELETE',
  base: 'instruments',
  path: '/imports',
  query: z.strictObject({ import_id: ImportId }),
  reply: ImportStatus,
  failure: 'Error importing candles',
  summary: 'Stops an import. Nothing of it stays.',
})
