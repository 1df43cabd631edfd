import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Fence, Store } from './database.ts'
import { StoreLost } from './store-lost.ts'

const HELD_MS = 6_000

const NAME = 'ledger'

/** Clocks of two machines differ, so that times are those of the database. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Another server has taken over: this one may not even answer reads, as it does not know what that one does. */
export class LeaseLost extends StoreLost {
  constructor() {
    super('another server has taken over. Load the page again')
  }
}

export interface ServerLease {
  renew(): Promise<void>
  release(): Promise<void>
}

/** It neither renews nor has a connection left, as after it was killed. */
const isGone = sql<boolean>`(
  server_lease.held_until < ${now} or not exists (
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = server_lease.holder
  )
)`

export const isLeaseFree = async (db: Kysely<Database>): Promise<boolean> => {
  const table = await sql<{
    found: string | null
  }>`select to_regclass('server_lease')::text as found`.execute(db)
  if (typeof table.rows[0]?.found !== 'string') return true
  const held = await sql`select 1 from server_lease where name = ${NAME} and not ${isGone}`.execute(db)
  return held.rows.length === 0
}

/** A frozen server may have locked what has to be changed, the lease itself included. */
const endConnectionsOfGone = (db: Kysely<Database>): Promise<unknown> =>
  sql`
    select pg_terminate_backend(activity.pid) from pg_stat_activity as activity, server_lease
    where server_lease.name = ${NAME} and ${isGone} and activity.datname = current_database()
      and activity.application_name = server_lease.holder
      and activity.application_name <> current_setting('application_name')
  `.execute(db)

const createFence =
  (fence: number): Fence =>
  async (trx) => {
    const lease = sql<{ fence: number }>`select fence from server_lease where name = ${NAME} for key share`
    if ((await lease.execute(trx)).rows[0]?.fence !== fence) throw new LeaseLost()
  }

/** On PostgreSQL; null while another server holds it. Transactions throw LeaseLost once another one has taken it. */
export const takeServerLease = async (store: Store): Promise<ServerLease | null> => {
  const { db } = store
  await endConnectionsOfGone(db)
  const taken = await sql<{ fence: number; holder: string }>`
    insert into server_lease (name, holder, fence, held_until)
    values (${NAME}, current_setting('application_name'), 1, ${now} + ${HELD_MS})
    on conflict (name) do update
    set holder = excluded.holder, fence = server_lease.fence + 1, held_until = excluded.held_until
    where ${isGone}
    returning fence, holder
  `.execute(db)
  const [lease] = taken.rows
  if (lease === undefined) return null
  const { fence, holder } = lease
  store.fenceBy(createFence(fence))
  const mine = sql`name = ${NAME} and fence = ${fence} and holder = ${holder}`
  return {
    async renew() {
      const renewed =
        await sql`update server_lease set held_until = ${now} + ${HELD_MS} where ${mine}`.execute(db)
      if (renewed.numAffectedRows !== 1n) throw new LeaseLost()
    },
    async release() {
      await sql`update server_lease set held_until = 0 where ${mine}`.execute(db)
    },
  }
}
