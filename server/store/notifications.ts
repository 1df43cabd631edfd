import type { Kysely } from 'kysely'
import type { UserId } from '../user.ts'
import type { Database } from './schema.ts'

export interface NotificationTally {
  readonly deploymentType: string
  readonly isRead: boolean
  readonly count: number
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
