import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '../../../user.ts'
import type { Store } from '../../database/database.ts'
import { createRowInsert } from '../../database/insert-rows.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Database, LedgerEventTable, LedgerSnapshotTable, OrderKeyTable } from '../../schema.ts'
import { emptyLog, FIRST_HASH, type LogEnd } from './ledger-end.ts'

const PAGE = 5000
const SNAPSHOTS_KEPT = 2

/** `seq` is the first entry that does not follow from the one before. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
  readonly seq: number
  constructor(seq: number, what: string) {
    super(`The ledger is damaged at entry ${seq}: ${what}`)
    this.seq = seq
  }
}

/** The body is hashed unparsed; it comes last, so nothing can pass for a part of it. */
export const hashOfEvent = (row: Omit<LedgerEventTable, 'hash'>): string => {
  const { previous_hash, seq, owner_id, at, wall_at, kind, order_id } = row
  const head = JSON.stringify([previous_hash, seq, owner_id, at, wall_at, kind, order_id])
  return hash('sha256', head + row.body)
}

const follow = (end: LogEnd, row: LedgerEventTable): LogEnd => {
  if (row.seq !== end.seq + 1) throw new LedgerFault(end.seq + 1, `entry ${row.seq} stands in its place`)
  if (row.previous_hash !== end.hash)
    throw new LedgerFault(row.seq, 'its hash does not match the entry before')
  if (hashOfEvent(row) !== row.hash) throw new LedgerFault(row.seq, 'its content was changed')
  return { seq: row.seq, hash: row.hash }
}

interface Batch {
  readonly after: LogEnd
  readonly events: readonly LedgerEventTable[]
  readonly keys: readonly OrderKeyTable[]
  /** Runs in the same transaction, possibly several times. */
  readonly also: ((trx: Transaction<Database>) => Promise<void>) | null
}

/** At most `limit` entries between two of the log, neither included. */
export const eventsOfOwner = (
  { db }: Pick<Store, 'db'>,
  owner: UserId,
  { after, before, limit }: { readonly after: number; readonly before: number; readonly limit: number },
): Promise<LedgerEventTable[]> =>
  db
    .selectFrom('ledger_event')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('seq', '>', after)
    .where('seq', '<', before)
    .orderBy('seq')
    .limit(limit)
    .execute()

export const createLedgerStore = (store: Store) => {
  const { db, dialect } = store
  const insertEvents = createRowInsert<LedgerEventTable>(dialect, 'ledger_event', [
    'seq',
    'owner_id',
    'at',
    'wall_at',
    'kind',
    'order_id',
    'body',
    'previous_hash',
    'hash',
  ])
  const insertKeys = createRowInsert<OrderKeyTable>(dialect, 'order_key', [
    'owner_id',
    'client_order_id',
    'order_id',
    'body_hash',
    'seq',
  ])

  const readEnd = async (reader: Kysely<Database> = db): Promise<LogEnd> => {
    const last = await reader
      .selectFrom('ledger_event')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last ?? emptyLog
  }

  /** Pages of entries, each checked against the one before. Throws LedgerFault. */
  async function* readAfter(from: LogEnd): AsyncGenerator<readonly LedgerEventTable[]> {
    let end = from
    for (;;) {
      const rows = await db
        .selectFrom('ledger_event')
        .selectAll()
        .where('seq', '>', end.seq)
        .orderBy('seq')
        .limit(PAGE)
        .execute()
      for (const row of rows) end = follow(end, row)
      if (rows.length > 0) yield rows
      if (rows.length < PAGE) return
    }
  }

  return {
    readEnd: (): Promise<LogEnd> => readEnd(),
    readAfter,

    /** Atomic, and durable when the promise resolves. Throws where the log does not end with `after`. */
    append: ({ after, events, keys, also }: Batch): Promise<void> =>
      inTransaction(store, async (trx) => {
        const end = await readEnd(trx)
        if (end.hash !== after.hash) throw new Error(`the log ends with entry ${end.seq}, not ${after.seq}`)
        await insertEvents(trx, events)
        await insertKeys(trx, keys)
        await also?.(trx)
      }),

    /** May include keys of other users. */
    findKeys: (
      asked: readonly { readonly owner: UserId; readonly clientOrderId: string }[],
    ): Promise<OrderKeyTable[]> =>
      db
        .selectFrom('order_key')
        .selectAll()
        .where('client_order_id', 'in', [...new Set(asked.map(({ clientOrderId }) => clientOrderId))])
        .execute(),

    async countKeys(seq: number): Promise<number> {
      const counted = await db
        .selectFrom('order_key')
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .where('seq', '<=', seq)
        .executeTakeFirstOrThrow()
      return Number(counted.keys)
    },

    eventsOfOrder: (orderId: string): Promise<LedgerEventTable[]> =>
      db.selectFrom('ledger_event').selectAll().where('order_id', '=', orderId).orderBy('seq').execute(),

    async holds({ seq, hash: expected }: LogEnd): Promise<boolean> {
      if (seq === 0) return expected === FIRST_HASH
      const row = await db.selectFrom('ledger_event').select('hash').where('seq', '=', seq).executeTakeFirst()
      return row?.hash === expected
    },

    listSnapshots: (): Promise<LedgerSnapshotTable[]> =>
      db.selectFrom('ledger_snapshot').selectAll().orderBy('seq', 'desc').limit(SNAPSHOTS_KEPT).execute(),

    async saveSnapshot(snapshot: LedgerSnapshotTable): Promise<void> {
      await inTransaction(store, async (trx) => {
        await trx.deleteFrom('ledger_snapshot').where('seq', '=', snapshot.seq).execute()
        await trx.insertInto('ledger_snapshot').values(snapshot).execute()
        const kept = await trx
          .selectFrom('ledger_snapshot')
          .select('seq')
          .orderBy('seq', 'desc')
          .limit(SNAPSHOTS_KEPT)
          .execute()
        await trx
          .deleteFrom('ledger_snapshot')
          .where('seq', '<', kept.at(-1)?.seq ?? 0)
          .execute()
      })
    },
  }
}

export type LedgerStore = ReturnType<typeof createLedgerStore>
