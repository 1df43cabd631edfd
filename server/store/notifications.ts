import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '../user.ts'
import type { Database } from './schema.ts'

/** Per user; older ones are deleted in strides, so that not every insert deletes. */
const KEPT_MAX = 5000
const STRIDE = 500
const ROWS_IN_A_QUERY = 500

export interface NotificationTally {
  readonly deploymentType: string
  readonly isRead: boolean
  readonly count: number
}

/** An id that is already stored is left unchanged. */
export interface NewNotification {
  readonly id: string
  readonly owner: UserId
  readonly deploymentType: string
  /** JSON of the fields that are only displayed. */
  readonly content: string
  readonly createdAt: number
}

export interface StoredNotification {
  readonly id: string
  readonly deploymentType: string
  readonly content: string
  readonly isRead: boolean
}

const numberRows = async (trx: Transaction<Database>, rows: readonly NewNotification[]) => {
  const owners = [...new Set(rows.map((row) => row.owner))]
  const last = await trx
    .selectFrom('notification')
    .select(({ fn }) => ['owner_id', fn.max('seq').as('seq')])
    .where('owner_id', 'in', owners)
    .groupBy('owner_id')
    .execute()
  const next = new Map(last.map((row) => [row.owner_id, Number(row.seq)]))
  return rows.map((row) => {
    const seq = (next.get(row.owner) ?? 0) + 1
    next.set(row.owner, seq)
    return { row, seq }
  })
}

const findKnown = async (trx: Transaction<Database>, ids: readonly string[]): Promise<Set<string>> => {
  const known = await trx.selectFrom('notification').select('id').where('id', 'in', ids).execute()
  return new Set(known.map(({ id }) => id))
}

const insertSome = async (trx: Transaction<Database>, rows: readonly NewNotification[]): Promise<void> => {
  const known = await findKnown(
    trx,
    rows.map((row) => row.id),
  )
  const fresh = new Map(rows.filter((row) => !known.has(row.id)).map((row) => [row.id, row]))
  if (fresh.size === 0) return
  const numbered = await numberRows(trx, [...fresh.values()])
  await trx
    .insertInto('notification')
    .values(
      numbered.map(({ row, seq }) => ({
        id: row.id,
        owner_id: row.owner,
        seq,
        deployment_type: row.deploymentType,
        content: row.content,
        created_at: row.createdAt,
        read_at: null,
      })),
    )
    .execute()
  for (const { row, seq } of numbered) {
    if (seq > KEPT_MAX && seq % STRIDE === 0) {
      await trx
        .deleteFrom('notification')
        .where('owner_id', '=', row.owner)
        .where('seq', '<=', seq - KEPT_MAX)
        .execute()
    }
  }
}

export const insertNotifications = async (
  trx: Transaction<Database>,
  rows: readonly NewNotification[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_IN_A_QUERY)
    await insertSome(trx, rows.slice(from, from + ROWS_IN_A_QUERY))
}

const columns = ['id', 'deployment_type', 'content', 'read_at'] as const

const toStored = (row: {
  id: string
  deployment_type: string
  content: string
  read_at: number | null
}): StoredNotification => ({
  id: row.id,
  deploymentType: row.deployment_type,
  content: row.content,
  isRead: row.read_at !== null,
})

export const listNotifications = async (
  db: Kysely<Database>,
  owner: UserId,
  limit: number,
): Promise<StoredNotification[]> => {
  const rows = await db
    .selectFrom('notification')
    .select(columns)
    .where('owner_id', '=', owner)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

export const listNotificationsAfter = async (
  db: Kysely<Database>,
  owner: UserId,
  after: string,
  limit: number,
): Promise<StoredNotification[]> => {
  const rows = await db
    .selectFrom('notification')
    .select(columns)
    .where('owner_id', '=', owner)
    .where('seq', '>', (eb) =>
      eb.selectFrom('notification').select('seq').where('id', '=', after).where('owner_id', '=', owner),
    )
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

/** `ids` null means all. What is already read keeps its time. */
export const markNotificationsRead = async (
  db: Kysely<Database>,
  owner: UserId,
  ids: readonly string[] | null,
  now: number,
): Promise<void> => {
  if (ids?.length === 0) return
  const unread = db
    .updateTable('notification')
    .set({ read_at: now })
    .where('owner_id', '=', owner)
    .where('read_at', 'is', null)
  await (ids === null ? unread : unread.where('id', 'in', ids)).execute()
}

export const tallyNotifications = async (
  db: Kysely<Database>,
  owner: UserId,
): Promise<NotificationTally[]> => {
  const rows = await db
    .selectFrom('notification')
    .select(({ fn, eb }) => [
      'deployment_type',
      eb.case().when('read_at', 'is', null).then(0).else(1).end().as('is_read'),
      fn.countAll<number>().as('count'),
    ])
    .where('owner_id', '=', owner)
    .groupBy(['deployment_type', 'is_read'])
    .execute()
  return rows.map((row) => ({
    deploymentType: row.deployment_type,
    isRead: Number(row.is_read) === 1,
    count: Number(row.count),
  }))
}
