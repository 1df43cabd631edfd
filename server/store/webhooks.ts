import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'
import type { WebhookTable } from './schema.ts'

export interface StoredWebhook {
  readonly owner: UserId
  readonly url: string
  readonly template: string | null
  readonly secret: string
  readonly isOn: boolean
  readonly sentSeq: number
  readonly lastSentAt: number | null
  readonly failingSince: number | null
  readonly lastError: string
  readonly dropped: number
}

export interface WaitingMessage {
  readonly seq: number
  readonly id: string
  readonly content: string
  readonly createdAt: number
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value))

const fromRow = (row: WebhookTable): StoredWebhook => ({
  owner: row.owner_id,
  url: row.url,
  template: row.template,
  secret: row.secret,
  isOn: Number(row.is_on) === 1,
  sentSeq: Number(row.sent_seq),
  lastSentAt: numberOrNull(row.last_sent_at),
  failingSince: numberOrNull(row.failing_since),
  lastError: row.last_error,
  dropped: Number(row.dropped),
})

const toRow = (webhook: StoredWebhook): WebhookTable => ({
  owner_id: webhook.owner,
  url: webhook.url,
  template: webhook.template,
  secret: webhook.secret,
  is_on: webhook.isOn ? 1 : 0,
  sent_seq: webhook.sentSeq,
  last_sent_at: webhook.lastSentAt,
  failing_since: webhook.failingSince,
  last_error: webhook.lastError,
  dropped: webhook.dropped,
})

export const createWebhookStore = ({ db }: Store) => ({
  async all(): Promise<readonly StoredWebhook[]> {
    return (await db.selectFrom('webhook').selectAll().execute()).map(fromRow)
  },

  async save(webhook: StoredWebhook): Promise<void> {
    const row = toRow(webhook)
    await db
      .insertInto('webhook')
      .values(row)
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(row))
      .execute()
  },

  async remove(owner: UserId): Promise<void> {
    await db.deleteFrom('webhook').where('owner_id', '=', owner).execute()
  },

  async lastSeq(owner: UserId): Promise<number> {
    const row = await db
      .selectFrom('notification')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .where('owner_id', '=', owner)
      .executeTakeFirst()
    return Number(row?.seq ?? 0)
  },

  async waiting(owner: UserId, { after, limit }: { readonly after: number; readonly limit: number }) {
    const rows = await db
      .selectFrom('notification')
      .select(['seq', 'id', 'content', 'created_at'])
      .where('owner_id', '=', owner)
      .where('deployment_type', '=', 'scanner')
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(
      ({ seq, id, content, created_at }): WaitingMessage => ({
        seq: Number(seq),
        id,
        content,
        createdAt: Number(created_at),
      }),
    )
  },
})

export type WebhookStore = ReturnType<typeof createWebhookStore>
