import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { toIstDate } from '../../src/domain/time.ts'
import type { Clock } from '../ports.ts'
import type { Store } from './database/database.ts'
import { inTransaction } from './database/transaction.ts'
import type { AuditTable, Database } from './schema.ts'

export type AuditAction =
  | 'server.started'
  | 'server.stopped'
  | 'user.added'
  | 'signIn.succeeded'
  | 'signIn.failed'
  | 'session.ended'
  | 'session.misused'
  | 'password.changed'
  | 'password.reset'
  | 'import.committed'
  | 'candles.deleted'
  | 'instruments.replaced'
  | 'holidays.replaced'
  | 'backtest.deleted'
  | 'strategy.deleted'
  | 'scanner.deleted'
  | 'deployment.started'
  | 'deployment.stopped'
  | 'deployment.paused'
  | 'deployment.resumed'
  | 'account.restricted'
  | 'limits.changed'

/** `detail` never holds a secret. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly actor?: string | null
  readonly session?: string | null
  readonly address?: string | null
  readonly request?: string | null
  readonly object?: string | null
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

const FIRST_HASH = '0'.repeat(64)

const hashOf = (row: Omit<AuditTable, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.previous_hash,
        row.seq,
        row.at,
        row.ist_date,
        row.action,
        row.actor,
        row.session,
        row.address,
        row.request,
        row.object,
        row.detail,
      ]),
    )
    .digest('hex')

const append = async (trx: Transaction<Database>, clock: Clock, entry: AuditEntry): Promise<void> => {
  const last = await trx
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const at = clock.now()
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at,
    ist_date: toIstDate(at),
    action: entry.action,
    actor: entry.actor ?? null,
    session: entry.session ?? null,
    address: entry.address ?? null,
    request: entry.request ?? null,
    object: entry.object ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
    previous_hash: last?.hash ?? FIRST_HASH,
  }
  await trx
    .insertInto('audit')
    .values({ ...row, hash: hashOf(row) })
    .execute()
}

export const withAudit = <Result>(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  act: (trx: Transaction<Database>, record: (entry: AuditEntry) => Promise<void>) => Promise<Result>,
): Promise<Result> =>
  inTransaction(store, async (trx) => {
    // Locked before the first read, so that the chain's end read here is still the end at commit.
    if (store.dialect === 'postgres') await sql`lock table audit in exclusive mode`.execute(trx)
    return act(trx, (entry) => append(trx, clock, entry))
  })

const PAGE = 1000

/** Returns the first `seq` that breaks the hash chain, or null. */
export const findAuditFault = async (db: Kysely<Database>, fromSeq = 1): Promise<number | null> => {
  const before = await db
    .selectFrom('audit')
    .select('hash')
    .where('seq', '=', fromSeq - 1)
    .executeTakeFirst()
  let expected = { seq: fromSeq, hash: before?.hash ?? FIRST_HASH }
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>=', expected.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      const { hash, ...rest } = row
      if (row.seq !== expected.seq || row.previous_hash !== expected.hash || hashOf(rest) !== hash)
        return expected.seq
      expected = { seq: row.seq + 1, hash }
    }
    if (rows.length < PAGE) return null
  }
}

/** Checks the newest entries only, so that a long log does not delay the start. */
export const findRecentAuditFault = async (db: Kysely<Database>): Promise<number | null> => {
  const last = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return findAuditFault(db, Math.max(1, Number(last?.seq ?? 0) - PAGE + 1))
}
