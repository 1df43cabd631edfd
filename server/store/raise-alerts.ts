import type { Kysely } from 'kysely'
import type { AlertHit, AlertStatus } from '../../src/domain/scanners/alert.ts'
import type { UserId } from '../user.ts'
import { type AlertProposal, insertAlertProposals } from './alert-proposals.ts'
import type { Store } from './database/database.ts'
import { inTransaction } from './database/transaction.ts'
import { insertNotifications, type NewNotification } from './notifications.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

const ROWS_IN_A_QUERY = 200

/** A rule on minutes that is true for many symbols would fill the disk. */
const HITS_KEPT = 20_000
const HITS_STRIDE = 2_000

const deleteOldestOf = async (trx: Db, alert: string): Promise<void> => {
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
  readonly alert: { readonly id: string; readonly owner: UserId }
  readonly hits: readonly AlertHit[]
  readonly raisedAt: number
  readonly judgedAt: number
  /** It raised for the last time. */
  readonly isOver: boolean
  readonly proposals: readonly AlertProposal[]
  readonly noticesOf: (
    fresh: readonly AlertHit[],
    proposed: readonly AlertProposal[],
  ) => readonly NewNotification[]
}

interface RaisedOnce {
  readonly proposed: readonly AlertProposal[]
  readonly notices: readonly NewNotification[]
}

const nothing: RaisedOnce = { proposed: [], notices: [] }

const storeJudged = async (trx: Db, raisings: readonly Raising[]): Promise<ReadonlySet<string>> => {
  const current = new Set<string>()
  const judgings = new Map(raisings.map((one) => [`${one.judgedAt} ${one.isOver}`, one]))
  for (const { judgedAt, isOver, raisedAt } of judgings.values()) {
    const same = raisings.filter((one) => one.judgedAt === judgedAt && one.isOver === isOver)
    const ended = isOver ? { status: 'ended' satisfies AlertStatus, stopped_at: raisedAt } : {}
    const updated = await trx
      .updateTable('alert')
      .set({ judged_at: judgedAt, reason: '', ...ended })
      .where(
        'id',
        'in',
        same.map(({ alert }) => alert.id),
      )
      .where('stopped_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of updated) current.add(id)
  }
  return current
}

const keyOf = (alert: string, bar: number, segSym: string): string => `${alert} ${bar} ${segSym}`

const knownHits = async (trx: Db, raisings: readonly Raising[]): Promise<ReadonlySet<string>> => {
  const bars = [...new Set(raisings.flatMap(({ hits }) => hits.map(({ bar }) => bar)))]
  if (bars.length === 0) return new Set()
  const ids = raisings.map(({ alert }) => alert.id)
  const rows = await trx
    .selectFrom('alert_hit')
    .select(['alert_id', 'bar', 'seg_sym'])
    .where('alert_id', 'in', ids)
    .where('bar', 'in', bars)
    .execute()
  return new Set(rows.map((row) => keyOf(row.alert_id, Number(row.bar), row.seg_sym)))
}

const insertHits = async (trx: Db, raisings: readonly Raising[]): Promise<void> => {
  const rows = raisings.flatMap(({ alert, hits, raisedAt }) =>
    hits.map(({ segSym, bar, price, values }) => ({
      alert_id: alert.id,
      bar,
      seg_sym: segSym,
      raised_at: raisedAt,
      price,
      operands: JSON.stringify(values),
    })),
  )
  for (let from = 0; from < rows.length; from += ROWS_IN_A_QUERY)
    await trx
      .insertInto('alert_hit')
      .values(rows.slice(from, from + ROWS_IN_A_QUERY))
      .execute()
}

/** Rows that were added since it was last looked whether there are too many; counting them takes longer than adding some. */
const createDeleteOldest = () => {
  const added = new Map<string, number>()
  return async (trx: Db, raisings: readonly Raising[]): Promise<void> => {
    for (const { alert, hits } of raisings) {
      const since = (added.get(alert.id) ?? HITS_STRIDE) + hits.length
      added.set(alert.id, since < HITS_STRIDE ? since : 0)
      if (since >= HITS_STRIDE) await deleteOldestOf(trx, alert.id)
    }
  }
}

/**
 * Stores what several alerts raised, in the sequence of `raisings`: each hit once, however often it is evaluated, and none
 * of a stopped alert.
 */
export const createRaise = (store: Store) => {
  const deleteOldest = createDeleteOldest()
  return (raisings: readonly Raising[]): Promise<readonly RaisedOnce[]> =>
    inTransaction(store, async (trx) => {
      const current = await storeJudged(trx, raisings)
      const known = await knownHits(trx, raisings)
      const isFresh = (alert: string, bar: number, segSym: string): boolean =>
        current.has(alert) && !known.has(keyOf(alert, bar, segSym))
      const fresh = raisings.map((one) => ({
        ...one,
        hits: one.hits.filter(({ bar, segSym }) => isFresh(one.alert.id, bar, segSym)),
        proposals: one.proposals.filter(({ proposal: { bar, segSym } }) =>
          isFresh(one.alert.id, bar ?? 0, segSym),
        ),
      }))
      await insertHits(trx, fresh)
      await deleteOldest(trx, fresh)
      for (const { proposals } of fresh) await insertAlertProposals(trx, proposals)
      const raised = fresh.map(
        ({ hits, proposals: proposed, noticesOf }): RaisedOnce =>
          hits.length === 0 ? nothing : { proposed, notices: noticesOf(hits, proposed) },
      )
      await insertNotifications(
        trx,
        raised.flatMap(({ notices }) => notices),
      )
      return raised
    })
}
