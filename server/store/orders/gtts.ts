import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { GttStatus, GttTerms, GttWhen } from '../../../src/domain/orders/gtt/gtt.ts'
import type { UserId } from '../../user.ts'
import type { Store } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { insertNotifications, type NewNotification } from '../notifications.ts'
import type { GttTable } from '../schema.ts'

/** The trade that triggered it: rupees, market time. */
export interface GttTriggered {
  readonly when: GttWhen
  readonly price: number
  readonly at: number
}

export interface StoredGtt extends GttTerms {
  readonly id: string
  readonly owner: UserId
  readonly status: GttStatus
  readonly reason: string
  readonly lastPrice: number | null
  readonly triggered: GttTriggered | null
  readonly orderId: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
  readonly watchedAt: number
}

const OPEN: readonly GttStatus[] = ['active', 'sending']
const ENDED_SHOWN = 200

const parse = <Value>(text: string): Value => JSON.parse(text) as Value

const fromRow = (row: GttTable): StoredGtt => ({
  ...parse<Omit<GttTerms, 'sym'>>(row.terms),
  sym: row.sym as InstrumentId,
  id: row.id,
  owner: row.owner_id,
  status: row.status as GttStatus,
  reason: row.reason,
  lastPrice: row.last_price,
  triggered: row.triggered === null ? null : parse<GttTriggered>(row.triggered),
  orderId: row.order_id,
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  watchedAt: Number(row.watched_at),
})

const toRow = ({ side, product, quantity, isReduceOnly, triggers, ...gtt }: StoredGtt): GttTable => ({
  id: gtt.id,
  owner_id: gtt.owner,
  sym: gtt.sym,
  terms: JSON.stringify({ side, product, quantity, isReduceOnly, triggers }),
  status: gtt.status,
  reason: gtt.reason,
  last_price: gtt.lastPrice,
  triggered: gtt.triggered === null ? null : JSON.stringify(gtt.triggered),
  order_id: gtt.orderId,
  created_at: gtt.createdAt,
  expires_at: gtt.expiresAt,
  ended_at: gtt.endedAt,
  watched_at: gtt.watchedAt,
})

export const createGttStore = (store: Store) => ({
  async open(): Promise<readonly StoredGtt[]> {
    const rows = await store.db.selectFrom('gtt').selectAll().where('status', 'in', OPEN).execute()
    return rows.map(fromRow)
  },

  async find(id: string): Promise<StoredGtt | null> {
    const row = await store.db.selectFrom('gtt').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  /** All that are open, and the last ones that ended; newest first. */
  async listOf(owner: UserId): Promise<readonly StoredGtt[]> {
    const all = store.db.selectFrom('gtt').selectAll().where('owner_id', '=', owner)
    const open = await all.where('status', 'in', OPEN).execute()
    const ended = await all
      .where('status', 'not in', OPEN)
      .orderBy('ended_at', 'desc')
      .limit(ENDED_SHOWN)
      .execute()
    return [...open, ...ended].map(fromRow).sort((one, other) => other.createdAt - one.createdAt)
  },

  insert: (gtt: StoredGtt, replaced: StoredGtt | null): Promise<void> =>
    inTransaction(store, async (trx) => {
      await trx.insertInto('gtt').values(toRow(gtt)).execute()
      if (replaced !== null)
        await trx.updateTable('gtt').set(toRow(replaced)).where('id', '=', replaced.id).execute()
    }),

  /** In one step with what its owner is told of it. */
  update: (gtt: StoredGtt, notices: readonly NewNotification[] = []): Promise<void> =>
    inTransaction(store, async (trx) => {
      await trx.updateTable('gtt').set(toRow(gtt)).where('id', '=', gtt.id).execute()
      await insertNotifications(trx, notices)
    }),

  async watched(id: string, until: number): Promise<void> {
    await store.db.updateTable('gtt').set({ watched_at: until }).where('id', '=', id).execute()
  },
})

export type GttStore = ReturnType<typeof createGttStore>
