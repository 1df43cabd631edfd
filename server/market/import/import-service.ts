import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { adjustStoredSeries } from '../../../src/contract/instruments/instruments.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Clock, Log } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { BreakOf } from '../../store/charts/candle-imports.ts'
import type { CandleStore } from '../../store/charts/candles.ts'
import type { User, UserId } from '../../user.ts'
import { type AdjustWork, adjustStored } from './adjust-stored.ts'
import {
  type ImportFile,
  type ImportOutcome,
  type ImportProgress,
  type ImportWork,
  importCandles,
  noProgress,
} from './import-candles.ts'
import { findInstrument } from './instrument-alias.ts'
import type { CandleImportOptions } from './mapping.ts'
import { changeProposal, type Proposal, proposeImport } from './propose.ts'
import type { ImportRemedy } from './refused-rows.ts'
import { createSpool } from './spool.ts'
import { FileFault } from './text-lines.ts'
import { createTimeReader } from './time-format.ts'

export const IMPORT_BYTES_MAX = 2 * 1024 ** 3
export const IMPORT_FILES_MAX = 512
const FINISHED_KEPT = 5
const COLUMN_MAX = 199

type State = 'receiving' | 'proposed' | 'running' | 'done' | 'failed' | 'cancelled'

interface Job {
  readonly id: string
  readonly owner: UserId
  readonly files: ImportFile[]
  readonly stopping: AbortController
  state: State
  isReceiving: boolean
  progress: ImportProgress
  message: string
  remedies: readonly ImportRemedy[]
  proposal: Proposal | null
  proposed: CandleImportOptions | null
  work: Promise<void>
}

const newJob = (owner: UserId): Job => ({
  id: randomBytes(12).toString('hex'),
  owner,
  files: [],
  stopping: new AbortController(),
  state: 'receiving',
  isReceiving: false,
  progress: noProgress,
  message: '',
  remedies: [],
  proposal: null,
  proposed: null,
  work: Promise.resolve(),
})

const isOver = ({ state }: Job): boolean => state === 'done' || state === 'failed' || state === 'cancelled'

const toStatus = (job: Job) => ({
  importId: job.id,
  state: job.state,
  files: job.files.map(({ name, bytes }) => ({ name, bytes })),
  ...job.progress,
  badRows: [...job.progress.badRows],
  mendedRows: [...job.progress.mendedRows],
  remedies: [...job.remedies],
  priceBreaks: [...job.progress.priceBreaks],
  missingKeys: [...job.progress.missingKeys],
  bytesTotal: job.files.reduce((sum, { bytes }) => sum + bytes, 0),
  message: job.message,
  proposal: job.proposal && {
    options: job.proposal.options,
    sample: [...job.proposal.sample],
    remarks: [...job.proposal.remarks],
  },
})

export type ImportStatus = ReturnType<typeof toStatus>

const findIssues = (options: CandleImportOptions): readonly string[] => {
  const { key, mapping, timeZone, instrumentsFrom = 'key', onlyKeys = [] } = options
  const issues: string[] = []
  const named = [
    ...(instrumentsFrom === 'key' ? [['key', key] as const] : []),
    ...onlyKeys.map((only) => ['only_keys', only] as const),
  ]
  for (const [name, given] of named)
    if (parseInstrumentId(given) === null)
      issues.push(`${name}: ${given} does not begin with a segment, as in NSE_INFY`)
  if (instrumentsFrom === 'symbol_column' && mapping.symbol === null)
    issues.push('mapping.symbol: choose the column of symbols, or import one instrument')
  const { delimiter: _, hasHeader: __, timeFormat, ...columns } = mapping
  for (const [name, column] of Object.entries(columns)) {
    if (column != null && !(Number.isInteger(column) && column >= 0 && column <= COLUMN_MAX)) {
      issues.push(`mapping.${name}: ${column} is not a column from 0 to ${COLUMN_MAX}`)
    }
  }
  if (createTimeReader(timeFormat, timeZone) === null) {
    issues.push(`mapping.time_format: ${timeFormat} names no year and day`)
  }
  return issues
}

export type RunImport = (work: Omit<ImportWork, 'store' | 'calendar'>) => Promise<ImportOutcome>

export type RunAdjust = (work: AdjustWork) => Promise<readonly BreakOf[] | null>

export interface ImportServiceParts {
  readonly store: CandleStore
  readonly calendar: Calendar
  readonly clock: Clock
  readonly log: Log
  readonly dataDir: string
  readonly runImport?: RunImport
  readonly runAdjust?: RunAdjust
}

const createAdjusting =
  (runAdjust: RunAdjust) =>
  async (
    { id: actor }: User,
    { key, interval }: Pick<AdjustWork, 'key' | 'interval'>,
    request: string,
  ): Promise<ReplyOf<typeof adjustStoredSeries>> => {
    const id = randomBytes(12).toString('hex')
    const breaks = await runAdjust({ id, key, interval, by: { actor, request } })
    if (breaks === null) throw new Refusal('NOT_FOUND', `No ${interval} candles of ${key} are stored`)
    if (breaks.length === 0)
      throw new Refusal('CONFLICT', `No price gap of ${key} is like a split or bonus; nothing was changed`)
    return breaks.map(({ key: _, ...one }) => one)
  }

/** Files are received one by one, and read once the user has confirmed how. One import per user at a time. */
export const createImportService = async ({
  store,
  calendar,
  log,
  dataDir,
  runImport = (work) => importCandles({ ...work, store, calendar }),
  runAdjust = (work) => adjustStored(work, store),
}: ImportServiceParts) => {
  const spool = await createSpool(dataDir)
  const jobs = new Map<string, Job>()

  const findJob = (user: User, id: string): Job => {
    const job = jobs.get(id)
    if (job === undefined || job.owner !== user.id) {
      throw new Refusal('NOT_FOUND', 'Import not found; start it again')
    }
    return job
  }

  const end = async (job: Job, state: State, message: string): Promise<void> => {
    await spool
      .remove(job.id)
      .catch((error: unknown) => log.warn({ err: error, import: job.id }, 'received files are left behind'))
    job.message = message
    job.state = state
  }

  const stop = async (job: Job): Promise<void> => {
    job.stopping.abort()
    await job.work
    if (!isOver(job)) await end(job, 'cancelled', 'Cancelled. Nothing was imported.')
  }

  const forgetOldest = (owner: UserId): void => {
    const over = [...jobs.values()].filter((job) => job.owner === owner && isOver(job))
    for (const job of over.slice(0, Math.max(0, over.length - FINISHED_KEPT))) jobs.delete(job.id)
  }

  const run = async (job: Job, options: CandleImportOptions, request: string): Promise<void> => {
    try {
      const outcome = await runImport({
        id: job.id,
        files: job.files,
        options,
        by: { actor: job.owner, request },
        signal: job.stopping.signal,
        onProgress: (progress) => {
          job.progress = progress
        },
      })
      job.progress = outcome.progress
      if (outcome.kind === 'done') await end(job, 'done', '')
      else if (outcome.kind === 'refused') {
        job.remedies = outcome.remedies
        await end(job, 'failed', outcome.reason)
      } else await end(job, 'cancelled', 'Cancelled. Nothing was imported.')
    } catch (error) {
      await store
        .discardImport(job.id)
        .catch((fault: unknown) => log.warn({ err: fault, import: job.id }, 'staged days are left behind'))
      if (job.stopping.signal.aborted) return await end(job, 'cancelled', 'Cancelled. Nothing was imported.')
      log.error({ err: error, import: job.id }, 'an import failed')
      await end(job, 'failed', 'The import failed on the server; nothing was imported.')
    }
  }

  return {
    /** Replaces the user's import that is not running yet; refuses while one runs. */
    async create(user: User): Promise<ImportStatus> {
      const open = [...jobs.values()].filter((job) => job.owner === user.id && !isOver(job))
      if (open.some(({ state }) => state === 'running')) {
        throw new Refusal('CONFLICT', 'An import is running; wait for it or cancel it')
      }
      for (const job of open) {
        await stop(job)
        jobs.delete(job.id)
      }
      forgetOldest(user.id)
      const job = newJob(user.id)
      jobs.set(job.id, job)
      return toStatus(job)
    },

    /** A file replaces an earlier one of the same name. */
    async receive(user: User, id: string, name: string, source: Readable): Promise<ImportStatus> {
      const job = findJob(user, id)
      if (job.state !== 'receiving' && job.state !== 'proposed') {
        throw new Refusal('CONFLICT', 'This import takes no more files')
      }
      if (job.isReceiving) throw new Refusal('CONFLICT', 'Another file is being received; send one at a time')
      const label = basename(name.replaceAll('\\', '/')) || 'file'
      const index = job.files.findIndex((file) => file.name === label)
      if (index < 0 && job.files.length >= IMPORT_FILES_MAX) {
        throw new Refusal('TOO_LARGE', `One import takes ${IMPORT_FILES_MAX} files at most`)
      }
      const others = job.files.reduce((sum, file, at) => (at === index ? sum : sum + file.bytes), 0)
      job.isReceiving = true
      try {
        const at = index < 0 ? job.files.length : index
        const { path, bytes } = await spool.receive(id, at, source, IMPORT_BYTES_MAX - others)
        if (isOver(job)) {
          await spool.remove(id)
          throw new Refusal('CONFLICT', 'This import was cancelled')
        }
        job.files[at] = { path, name: label, bytes }
      } catch (error) {
        // The file it was to replace is gone too.
        if (index >= 0) job.files.splice(index, 1)
        throw error
      } finally {
        job.isReceiving = false
      }
      job.state = 'receiving'
      job.proposal = null
      job.proposed = null
      return toStatus(job)
    },

    async propose(
      user: User,
      id: string,
      symbol: string | null,
      options: CandleImportOptions | null = null,
    ): Promise<ImportStatus> {
      const job = findJob(user, id)
      if (job.state !== 'receiving' && job.state !== 'proposed') {
        throw new Refusal('CONFLICT', 'This import has already started')
      }
      if (job.files.length === 0) throw new Refusal('CONFLICT', 'Send a file first')
      const key = symbol === null ? undefined : findInstrument(symbol)
      if (key === null) {
        throw new Refusal('MALFORMED', 'Error importing candles', {
          issues: [`key: ${symbol} is not a symbol`],
        })
      }
      try {
        if (options === null || job.proposed === null) {
          job.proposal = await proposeImport(job.files, { key }, calendar)
          job.proposed = job.proposal.options
        } else {
          job.proposal = await changeProposal(job.files, job.proposed, options, calendar)
        }
      } catch (error) {
        if (!(error instanceof FileFault)) throw error
        throw new Refusal('MALFORMED', `${error.message}.`, { issues: [error.message] })
      }
      job.state = 'proposed'
      return toStatus(job)
    },

    async commit(
      user: User,
      id: string,
      options: CandleImportOptions,
      request: string,
    ): Promise<ImportStatus> {
      const job = findJob(user, id)
      if (job.state !== 'proposed') throw new Refusal('CONFLICT', 'This import is not ready to start')
      const issues = findIssues(options)
      if (issues.length > 0) throw new Refusal('MALFORMED', 'Error importing candles', { issues })
      job.state = 'running'
      job.work = run(job, options, request)
      return toStatus(job)
    },

    adjust: createAdjusting(runAdjust),

    status: (user: User, id: string): ImportStatus => toStatus(findJob(user, id)),

    async cancel(user: User, id: string): Promise<ImportStatus> {
      const job = findJob(user, id)
      await stop(job)
      return toStatus(job)
    },

    async close(): Promise<void> {
      for (const job of jobs.values()) if (!isOver(job)) await stop(job)
    },
  }
}
