import type { Kysely } from 'kysely'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { AlertHit, AlertStatus, AlertTerms } from '../../src/domain/scanners/alert.ts'
import type { ScanValue } from '../../src/domain/scanners/scan.ts'
import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'
import { inTransaction } from './database/transaction.ts'
import { insertNotifications, type NewNotification } from './notifications.ts'
import type { AlertHitTable, AlertTable, Database } from './schema.ts'

type Db = Kysely<Database>

export interface StoredAlert {
  readonly id: string
  readonly owner: UserId
  readonly scannerUuid: string | null
  readonly slug: string | null
  readonly name: string
  readonly terms: AlertTerms
  readonly status: AlertStatus
  readonly reason: string
  readonly startedAt: number
  readonly stoppedAt: number | null
  readonly judgedAt: number
}

export interface RaisedCount {
  readonly hits: number
  readonly symbols: number
}

export interface LoggedHit extends AlertHit {
  readonly raisedAt: number
}

const ROWS_IN_A_QUERY = 200
const LAST_SHOWN = 500

const hitOf = (row: AlertHitTable): LoggedHit => ({
  segSym: row.seg_sym as InstrumentId,
  bar: Number(row.bar),
  raisedAt: Number(row.raised_at),
  price: row.price ?? Number.NaN,
  values: JSON.parse(row.operands) as readonly ScanValue[],
})

const alertOf = (row: AlertTable): StoredAlert => ({
  id: row.id,
  owner: row.owner_id,
  scannerUuid: row.scanner_uuid,
  slug: row.slug,
  name: row.name,
  terms: JSON.parse(row.terms) as AlertTerms,
  status: row.status as AlertStatus,
  reason: row.reason,
  startedAt: Number(row.started_at),
  stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
  judgedAt: Number(row.judged_at),
})

const rowOf = (alert: StoredAlert): AlertTable => ({
  id: alert.id,
  owner_id: alert.owner,
  scanner_uuid: alert.scannerUuid,
  slug: alert.slug,
  name: alert.name,
  terms: JSON.stringify(alert.terms),
  status: alert.status,
  reason: alert.reason,
  started_at: alert.startedAt,
  stopped_at: alert.stoppedAt,
  judged_at: alert.judgedAt,
})

const knownSymbols = async (db: Db, alert: string, bars: readonly number[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('alert_hit')
    .select(['bar', 'seg_sym'])
    .where('alert_id', '=', alert)
    .where('bar', 'in', bars)
    .execute()
  return new Set(rows.map(({ bar, seg_sym }) => `${Number(bar)} ${seg_sym}`))
}

/** A rule on minutes that is true for many symbols would fill the disk. */
const HITS_KEPT = 20_000
/** Older ones are deleted in strides, so that not every candle deletes. */
const HITS_STRIDE = 2_000

const deleteOldest = async (trx: Db, alert: string): Promise<void> => {
  const counted = await trx
    .selectFrom('alert_hit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('alert_id', '=', alert)
    .executeTakeFirst()
  if (Number(counted?.count ?? 0) < HITS_KEPT + HITS_STRIDE) return
  const newestToGo = await trx
    .selectFrom('alert_hit')
    .select('bar')
    .where('alert_id', '=', alert)
    .orderBy('bar', 'desc')
    .offset(HITS_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (newestToGo === undefined) return
  await trx.deleteFrom('alert_hit').where('alert_id', '=', alert).where('bar', '<=', newestToGo.bar).execute()
}

export interface Raising {
  readonly alert: Pick<StoredAlert, 'id' | 'owner'>
  readonly hits: readonly AlertHit[]
  readonly raisedAt: number
  readonly judgedAt: number
  /** It raised for the last time. */
  readonly isOver: boolean
  readonly noticesOf: (fresh: readonly AlertHit[]) => readonly NewNotification[]
}

/** In one step, so that what was raised is told of once, however often it is judged, and nothing once it was stopped. */
const raise = (store: Store, { alert, hits, raisedAt, judgedAt, isOver, noticesOf }: Raising) =>
  inTransaction(store, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('alert')
      .set({
        judged_at: judgedAt,
        reason: '',
        ...(isOver ? { status: 'ended' satisfies AlertStatus, stopped_at: raisedAt } : {}),
      })
      .where('id', '=', alert.id)
      .where('stopped_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { fresh: [], notices: [] }
    const bars = [...new Set(hits.map(({ bar }) => bar))]
    const known = bars.length === 0 ? new Set() : await knownSymbols(trx, alert.id, bars)
    const fresh = hits.filter(({ bar, segSym }) => !known.has(`${bar} ${segSym}`))
    for (let from = 0; from < fresh.length; from += ROWS_IN_A_QUERY) {
      const some = fresh.slice(from, from + ROWS_IN_A_QUERY).map(({ segSym, bar, price, values }) => ({
        alert_id: alert.id,
        bar,
        seg_sym: segSym,
        raised_at: raisedAt,
        price,
        operands: JSON.stringify(values),
      }))
      await trx.insertInto('alert_hit').values(some).execute()
    }
    if (fresh.length > 0) await deleteOldest(trx, alert.id)
    const notices = fresh.length === 0 ? [] : noticesOf(fresh)
    await insertNotifications(trx, notices)
    return { fresh, notices }
  })

export interface RaisedAt {
  readonly at: number
  readonly count: number
}

/** What an alert raised. */
export interface RaisedSoFar {
  readonly raised: number
  readonly raisedToday: RaisedCount
  /** In the sequence of time. */
  readonly timesToday: readonly RaisedAt[]
  /** Those raised last, by symbol. */
  readonly lastHits: readonly LoggedHit[]
}

const nothingRaised: RaisedSoFar = {
  raised: 0,
  raisedToday: { hits: 0, symbols: 0 },
  timesToday: [],
  lastHits: [],
}

const timesSince = ({ db }: Store, ids: readonly string[], at: number) =>
  db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id', 'raised_at', fn.countAll<number>().as('count')])
    .where('alert_id', 'in', ids)
    .where('raised_at', '>=', at)
    .groupBy(['alert_id', 'raised_at'])
    .orderBy('raised_at')
    .execute()

const symbolsSince = ({ db }: Store, ids: readonly string[], at: number) =>
  db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id', fn.count<number>('seg_sym').distinct().as('symbols')])
    .where('alert_id', 'in', ids)
    .where('raised_at', '>=', at)
    .groupBy('alert_id')
    .execute()

const totalsOf = ({ db }: Store, ids: readonly string[]) =>
  db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id', fn.countAll<number>().as('raised')])
    .where('alert_id', 'in', ids)
    .groupBy('alert_id')
    .execute()

const lastHitsOf = async ({ db }: Store, ids: readonly string[]): Promise<readonly AlertHitTable[]> => {
  const last = db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id as of', fn.max('raised_at').as('at')])
    .where('alert_id', 'in', ids)
    .groupBy('alert_id')
  return db
    .selectFrom('alert_hit')
    .innerJoin(last.as('last'), (join) =>
      join.onRef('alert_id', '=', 'last.of').onRef('raised_at', '=', 'last.at'),
    )
    .selectAll('alert_hit')
    .orderBy('seg_sym')
    .execute()
}

const byAlert = <Row extends { readonly alert_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const known = found.get(row.alert_id)
    if (known === undefined) found.set(row.alert_id, [row])
    else known.push(row)
  }
  return found
}

/** By alert; four queries, however many there are. */
const raisedSoFar = async (
  store: Store,
  ids: readonly string[],
  since: number,
): Promise<(id: string) => RaisedSoFar> => {
  if (ids.length === 0) return () => nothingRaised
  const [times, symbols, totals, last] = await Promise.all([
    timesSince(store, ids, since),
    symbolsSince(store, ids, since),
    totalsOf(store, ids),
    lastHitsOf(store, ids),
  ])
  const timesBy = byAlert(times)
  const symbolsBy = new Map(symbols.map((row) => [row.alert_id, Number(row.symbols)]))
  const totalBy = new Map(totals.map((row) => [row.alert_id, Number(row.raised)]))
  const lastBy = byAlert(last)
  return (id) => {
    const timesToday = (timesBy.get(id) ?? []).map((row) => ({
      at: Number(row.raised_at),
      count: Number(row.count),
    }))
    const hits = timesToday.reduce((sum, { count }) => sum + count, 0)
    return {
      raised: totalBy.get(id) ?? 0,
      raisedToday: { hits, symbols: symbolsBy.get(id) ?? 0 },
      timesToday,
      lastHits: (lastBy.get(id) ?? []).slice(0, LAST_SHOWN).map(hitOf),
    }
  }
}

interface Page {
  readonly limit: number
  readonly offset: number
}

const hitsOf = ({ db }: Store, id: string) =>
  db.selectFrom('alert_hit').selectAll().where('alert_id', '=', id)

const readLog = async (store: Store, id: string, { limit, offset }: Page): Promise<readonly LoggedHit[]> => {
  const rows = await hitsOf(store, id)
    .orderBy('raised_at', 'desc')
    .orderBy('bar', 'desc')
    .orderBy('seg_sym')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(hitOf)
}

const findAlert = async ({ db }: Store, owner: UserId, id: string): Promise<StoredAlert | null> => {
  const row = await db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .executeTakeFirst()
  return row === undefined ? null : alertOf(row)
}

const runningAlerts = async ({ db }: Store): Promise<readonly StoredAlert[]> => {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where('stopped_at', 'is', null)
    .orderBy('started_at')
    .execute()
  return rows.map(alertOf)
}

const stoppedSince = async ({ db }: Store, owner: UserId, at: number): Promise<readonly StoredAlert[]> => {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('stopped_at', '>=', at)
    .execute()
  return rows.map(alertOf)
}

const insertAlert = async ({ db }: Store, alert: StoredAlert): Promise<void> => {
  await db
    .insertInto('alert')
    .values(rowOf(alert))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const changeAlert = async ({ db }: Store, id: string, change: Partial<AlertTable>): Promise<void> => {
  await db.updateTable('alert').set(change).where('id', '=', id).execute()
}

const stopAlert = async ({ db }: Store, id: string, at: number, reason: string): Promise<void> => {
  await db
    .updateTable('alert')
    .set({ status: 'stopped', stopped_at: at, reason })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .execute()
}

export const createAlertStore = (store: Store) => ({
  insert: (alert: StoredAlert) => insertAlert(store, alert),
  find: (owner: UserId, id: string) => findAlert(store, owner, id),
  running: () => runningAlerts(store),
  stoppedSince: (owner: UserId, at: number) => stoppedSince(store, owner, at),
  stop: (id: string, at: number, reason: string) => stopAlert(store, id, at, reason),
  judged: (id: string, judgedAt: number) => changeAlert(store, id, { judged_at: judgedAt }),
  note: (id: string, reason: string) => changeAlert(store, id, { reason }),
  raise: (raising: Raising) => raise(store, raising),
  raisedSoFar: (ids: readonly string[], since: number) => raisedSoFar(store, ids, since),
  /** Newest first. */
  log: (id: string, page: Page) => readLog(store, id, page),
})

export type AlertStore = ReturnType<typeof createAlertStore>
