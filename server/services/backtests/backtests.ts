import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { paise, toRupees } from '../../../src/domain/money.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import { withAudit } from '../../store/audit.ts'
import {
  countRecords,
  countRuns,
  deleteRun,
  findRecord,
  findRecordSummary,
  findRun,
  findRunSummary,
  insertRecord,
  insertRun,
  listRecords,
  pageRuns,
  type RecordSummary,
  type RunSummary,
  summariseRecords,
  updateRecord,
  updateRun,
  weighOwner,
  weighRun,
} from '../../store/backtests.ts'
import type { Store } from '../../store/database/database.ts'
import { inTransaction, isDuplicate } from '../../store/database/transaction.ts'
import type { BacktestRecordTable, Database } from '../../store/schema.ts'
import { forgetBacktest } from '../../store/strategies.ts'
import type { User } from '../../user.ts'
import { recordBacktest } from '../strategies/newest-backtest.ts'
import { describeReport, describeRun } from './backtest-meta.ts'

type Json = Record<string, unknown>

const RUNS_PER_USER = 5000
const MB = 1024 * 1024
const BYTES_PER_USER = 2048 * MB
const SYMBOLS_PER_RUN = 1000
const RUN_ANSWER_MAX = 64 * MB
const PAGE_SIZE = 20
const PAGE_SIZE_MAX = 100

interface SaveRequest {
  readonly slug: string
  readonly segSym: string
  readonly algoUuid: string
  readonly backtestParams: Json
  readonly backtestResults: Readonly<Record<string, Json>>
}

const inMegabytes = (bytes: number): string => (Math.ceil((bytes / MB) * 10) / 10).toString()

const makeId = (): string => randomBytes(12).toString('hex')

const noRun = (): Refusal => new Refusal('NOT_FOUND', 'No such backtest')

const symbolOf = (request: SaveRequest): { id: InstrumentId; report: Json } => {
  const instrument = parseInstrumentId(request.segSym)
  if (instrument === null) {
    throw new Refusal('MALFORMED', 'Error saving backtest', {
      issues: ['body.seg_sym: expected segment_symbol, such as NSE_RELIANCE'],
    })
  }
  const report = request.backtestResults[request.segSym]
  if (report === undefined || Object.keys(request.backtestResults).length !== 1) {
    throw new Refusal('MALFORMED', 'Error saving backtest', {
      issues: ['body.backtest_results: expected exactly one report, under the name of seg_sym'],
    })
  }
  return { id: instrument.id, report }
}

const toRecord = (row: BacktestRecordTable, params: Json) => ({
  _id: row.id,
  segSym: row.seg_sym,
  algoUuid: row.algo_uuid,
  userUuid: row.owner_id,
  backtestParams: params,
  backtestResults: { [row.seg_sym]: JSON.parse(row.results) as Json },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  slug: row.slug,
})

const toMeta = (id: string, run: RunSummary, records: readonly RecordSummary[]) => {
  const amounts = records.flatMap((record) => record.final_pnl_paise ?? [])
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return {
    backtestUuid: id,
    slug: run.slug,
    name: run.name,
    segSyms: records.map((record) => record.seg_sym),
    symbols: Math.max(run.planned, records.length),
    interval: run.interval,
    from: run.from_day,
    to: run.to_day,
    entry: run.entry,
    finalPnl: amounts.length === 0 || !Number.isSafeInteger(total) ? null : toRupees(paise(total)),
    trades: records.reduce((sum, record) => sum + record.trades, 0),
    source: [...new Set(records.map((record) => record.source))].filter((name) => name !== '').join(', '),
    createdAt: run.created_at,
    updatedAt: run.updated_at,
  }
}

export const createBacktests = ({
  store,
  clock,
  bytesPerUser = BYTES_PER_USER,
}: {
  readonly store: Store
  readonly clock: Clock
  readonly bytesPerUser?: number
}) => {
  const refuseBeyondRoom = async (trx: Kysely<Database>, user: User, moreBytes: number): Promise<void> => {
    if (moreBytes <= 0) return
    const used = await weighOwner(trx, user.id)
    if (used + moreBytes <= bytesPerUser) return
    throw new Refusal(
      'NO_ROOM',
      `Your saved backtests take ${inMegabytes(used)} of ${inMegabytes(bytesPerUser)} MB and this one needs ${inMegabytes(moreBytes)} MB more; delete some first`,
    )
  }

  const ensureRun = async (
    trx: Kysely<Database>,
    user: User,
    request: Pick<SaveRequest, 'slug' | 'backtestParams'>,
  ): Promise<string> => {
    const { slug, backtestParams } = request
    const run = await findRun(trx, user.id, slug)
    if (run !== undefined) {
      if (isDeepStrictEqual(JSON.parse(run.params), backtestParams)) return run.id
      throw new Refusal('CONFLICT', 'This backtest is saved with other parameters')
    }
    if ((await countRuns(trx, user.id)) >= RUNS_PER_USER)
      throw new Refusal('CONFLICT', `${RUNS_PER_USER} backtests are saved; delete some first`)
    const id = makeId()
    const now = clock.now()
    const params = JSON.stringify(backtestParams)
    const size = Buffer.byteLength(params)
    await refuseBeyondRoom(trx, user, size)
    await insertRun(trx, {
      id,
      owner_id: user.id,
      slug,
      ...describeRun(backtestParams),
      params,
      cumulative: null,
      size,
      created_at: now,
      updated_at: now,
    })
    return id
  }

  const saveReport = async (
    trx: Kysely<Database>,
    user: User,
    request: SaveRequest & { readonly report: Json },
  ): Promise<string> => {
    const { slug, segSym, algoUuid, report } = request
    const runId = await ensureRun(trx, user, request)
    const saved = await findRecord(trx, user.id, slug, segSym)
    if (
      saved !== undefined &&
      saved.algo_uuid === algoUuid &&
      isDeepStrictEqual(JSON.parse(saved.results), report)
    )
      return saved.id
    const now = clock.now()
    const results = JSON.stringify(report)
    const size = Buffer.byteLength(results)
    await refuseBeyondRoom(trx, user, size - Number(saved?.size ?? 0))
    const content = {
      algo_uuid: algoUuid,
      results,
      size,
      ...describeReport(report),
      updated_at: now,
    }
    const id = saved?.id ?? makeId()
    if (saved === undefined) {
      if ((await countRecords(trx, user.id, slug)) >= SYMBOLS_PER_RUN)
        throw new Refusal('CONFLICT', `A backtest holds at most ${SYMBOLS_PER_RUN} symbols`)
      await insertRecord(trx, {
        id,
        run_id: runId,
        owner_id: user.id,
        slug,
        seg_sym: segSym,
        created_at: now,
        ...content,
      })
    } else await updateRecord(trx, user.id, id, content)
    await updateRun(trx, user.id, slug, { updated_at: now })
    return id
  }

  return {
    /** Idempotent: saving the same report again returns the same id. */
    save: async (user: User, request: SaveRequest): Promise<string> => {
      const { id: segSym, report } = symbolOf(request)
      const once = () => inTransaction(store, (trx) => saveReport(trx, user, { ...request, segSym, report }))
      try {
        return await once()
      } catch (error) {
        // Two concurrent saves: the retry finds the first.
        if (isDuplicate(error)) return once()
        throw error
      }
    },

    saveCumulative: (user: User, request: { slug: string; cumulative: Json }): Promise<string> =>
      inTransaction(store, async (trx) => {
        const run = await findRun(trx, user.id, request.slug)
        if (run === undefined) throw noRun()
        const cumulative = JSON.stringify(request.cumulative)
        if (run.cumulative === cumulative) return run.id
        const size = Buffer.byteLength(run.params) + Buffer.byteLength(cumulative)
        await refuseBeyondRoom(trx, user, size - Number(run.size))
        const now = clock.now()
        await updateRun(trx, user.id, request.slug, { cumulative, size, updated_at: now })
        const params = JSON.parse(run.params) as Json
        await recordBacktest(trx, user.id, {
          slug: run.slug,
          params,
          cumulative: request.cumulative,
          at: now,
        })
        return run.id
      }),

    async get(user: User, slug: string) {
      const run = await findRun(store.db, user.id, slug)
      if (run === undefined) throw noRun()
      if ((await weighRun(store.db, user.id, slug)) > RUN_ANSWER_MAX)
        throw new Refusal(
          'TOO_LARGE',
          'This backtest is too large to load at once, load its symbols one by one',
        )
      const params = JSON.parse(run.params) as Json
      const records = await listRecords(store.db, user.id, slug)
      return {
        slug: run.slug,
        backtestParams: params,
        records: records.map((record) => toRecord(record, params)),
        cumulative: run.cumulative === null ? null : (JSON.parse(run.cumulative) as Json),
        createdAt: run.created_at,
        updatedAt: run.updated_at,
      }
    },

    async getSingle(user: User, slug: string, segSym: string) {
      const run = await findRun(store.db, user.id, slug)
      const record = await findRecord(store.db, user.id, slug, segSym)
      if (run === undefined || record === undefined) throw noRun()
      return toRecord(record, JSON.parse(run.params) as Json)
    },

    async getMeta(user: User, id: string) {
      const run = await findRunSummary(store.db, user.id, id)
      if (run !== undefined) return toMeta(id, run, await summariseRecords(store.db, user.id, [id]))
      const record = await findRecordSummary(store.db, user.id, id)
      const itsRun = record && (await findRunSummary(store.db, user.id, record.run_id))
      if (record === undefined || itsRun === undefined) throw noRun()
      return toMeta(id, { ...itsRun, planned: 1 }, [record])
    },

    async list(user: User, wanted: { page: number; limit: number | null; search: string }) {
      const perPage = Math.min(PAGE_SIZE_MAX, Math.max(1, wanted.limit ?? PAGE_SIZE))
      const page = Math.max(1, wanted.page)
      const { runs, total } = await pageRuns(store.db, user.id, {
        offset: (page - 1) * perPage,
        limit: perPage,
        search: wanted.search.trim(),
      })
      const ids = runs.map((run) => run.id)
      const records = new Map<string, RecordSummary[]>(ids.map((id) => [id, []]))
      for (const record of await summariseRecords(store.db, user.id, ids))
        records.get(record.run_id)?.push(record)
      return {
        currentPage: page,
        data: runs.map((run) => toMeta(run.id, run, records.get(run.id) ?? [])),
        perPage,
        total,
        totalPages: Math.ceil(total / perPage),
      }
    },

    delete: (user: User, slug: string, request: string): Promise<void> =>
      withAudit({ store, clock }, async (trx, record) => {
        if (!(await deleteRun(trx, user.id, slug))) throw noRun()
        await forgetBacktest(trx, user.id, slug)
        await record({ action: 'backtest.deleted', actor: user.id, object: slug, request })
      }),
  }
}

export type Backtests = ReturnType<typeof createBacktests>
