import type { Kysely } from 'kysely'
import { ALERT_PROPOSALS_KEPT_DAYS } from '../../src/domain/scanners/alert.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'
import { inTransaction } from './database/transaction.ts'
import { insertNotifications, type NewNotification } from './notifications.ts'
import { parseProposal, printProposal, type StoredProposal } from './proposal-text.ts'
import type { AlertProposalTable, Database } from './schema.ts'

export interface AlertProposal {
  readonly owner: UserId
  readonly alertId: string
  /** Market time until which it is sent by itself; null where its user is asked. */
  readonly lateAt: number | null
  readonly proposal: StoredProposal
}

const KEPT_MS = ALERT_PROPOSALS_KEPT_DAYS * DAY_MS

const rowOf = ({ owner, alertId, lateAt, proposal }: AlertProposal): AlertProposalTable => ({
  id: proposal.proposalUuid,
  alert_id: alertId,
  owner_id: owner,
  status: proposal.status,
  body: printProposal(proposal),
  made_at: proposal.madeAt,
  late_at: lateAt,
  ended_at: proposal.endedAt,
})

const fromRow = (row: AlertProposalTable): AlertProposal => ({
  owner: row.owner_id,
  alertId: row.alert_id,
  lateAt: row.late_at === null ? null : Number(row.late_at),
  proposal: parseProposal(row.body),
})

export const insertAlertProposals = async (
  trx: Kysely<Database>,
  made: readonly AlertProposal[],
): Promise<void> => {
  const [first] = made
  if (first === undefined) return
  await trx.insertInto('alert_proposal').values(made.map(rowOf)).execute()
  await trx
    .deleteFrom('alert_proposal')
    .where('alert_id', '=', first.alertId)
    .where('ended_at', '<', first.proposal.madeAt - KEPT_MS)
    .execute()
}

export const createAlertProposalStore = (store: Store) => {
  const rows = () => store.db.selectFrom('alert_proposal').selectAll()
  return {
    async waiting(): Promise<readonly AlertProposal[]> {
      return (await rows().where('status', '=', 'waiting').execute()).map(fromRow)
    },

    async find(owner: UserId, id: string): Promise<AlertProposal | null> {
      const row = await rows().where('owner_id', '=', owner).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : fromRow(row)
    },

    async listOf(owner: UserId, since: number): Promise<readonly AlertProposal[]> {
      const found = await rows()
        .where('owner_id', '=', owner)
        .where((eb) =>
          eb.or([eb('status', '=', 'waiting').and('late_at', 'is', null), eb('ended_at', '>=', since)]),
        )
        .execute()
      return found.map(fromRow)
    },

    async countAuto(alertId: string, since: number): Promise<number> {
      const counted = await store.db
        .selectFrom('alert_proposal')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('alert_id', '=', alertId)
        .where('made_at', '>=', since)
        .where('late_at', 'is not', null)
        .executeTakeFirst()
      return Number(counted?.count ?? 0)
    },

    async of(ids: readonly string[]): Promise<readonly AlertProposal[]> {
      return ids.length === 0 ? [] : (await rows().where('id', 'in', ids).execute()).map(fromRow)
    },

    end: (ended: AlertProposal, notices: readonly NewNotification[] = []): Promise<void> =>
      inTransaction(store, async (trx) => {
        await trx
          .updateTable('alert_proposal')
          .set(rowOf(ended))
          .where('id', '=', ended.proposal.proposalUuid)
          .execute()
        await insertNotifications(trx, notices)
      }),
  }
}

export type AlertProposalStore = ReturnType<typeof createAlertProposalStore>
