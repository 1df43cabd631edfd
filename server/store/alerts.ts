import type { AlertStatus, AlertTerms } from '../../src/domain/scanners/alert.ts'
import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'
import { inTransaction } from './database/transaction.ts'
import { insertNotifications, type NewNotification } from './notifications.ts'
import { createRaise } from './raise-alerts.ts'
import { hitOf, type LoggedHit, raisedSoFar } from './raised-alerts.ts'
import type { AlertTable } from './schema.ts'

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

export interface Stopping {
  readonly at: number
  readonly reason: string
  /** Stored in the same transaction. */
  readonly notices?: readonly NewNotification[]
}

const stopAlert = (store: Store, id: string, { at, reason, notices = [] }: Stopping): Promise<void> =>
  inTransaction(store, async (trx) => {
    await trx
      .updateTable('alert')
      .set({ status: 'stopped', stopped_at: at, reason })
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .execute()
    await insertNotifications(trx, notices)
  })

export const createAlertStore = (store: Store) => ({
  insert: (alert: StoredAlert) => insertAlert(store, alert),
  find: (owner: UserId, id: string) => findAlert(store, owner, id),
  running: () => runningAlerts(store),
  stoppedSince: (owner: UserId, at: number) => stoppedSince(store, owner, at),
  stop: (id: string, stopping: Stopping) => stopAlert(store, id, stopping),
  change: ({ id, name, terms, reason, judgedAt }: StoredAlert) =>
    changeAlert(store, id, { name, terms: JSON.stringify(terms), reason, judged_at: judgedAt }),
  judged: (id: string, judgedAt: number) => changeAlert(store, id, { judged_at: judgedAt }),
  note: (id: string, reason: string) => changeAlert(store, id, { reason }),
  raise: createRaise(store),
  raisedSoFar: (ids: readonly string[], since: number) => raisedSoFar(store, ids, since),
  /** Newest first. */
  log: (id: string, page: Page) => readLog(store, id, page),
})

export type AlertStore = ReturnType<typeof createAlertStore>
