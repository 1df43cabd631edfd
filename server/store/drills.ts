import type { Kysely } from 'kysely'
import { deploymentStatuses, isActive } from '../../src/domain/deployments/deployment.ts'
import type { UserId } from '../user.ts'
import type { Database, DrillTable } from './schema.ts'

export const insertDrill = async (db: Kysely<Database>, drill: DrillTable): Promise<void> => {
  await db.insertInto('drill').values(drill).execute()
}

/** Newest first. */
export const listDrillsOf = (db: Kysely<Database>, owner: UserId, most: number): Promise<DrillTable[]> =>
  db
    .selectFrom('drill')
    .selectAll()
    .where('owner_id', '=', owner)
    .orderBy('begun_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()

export const listRunningDrillsOf = (db: Kysely<Database>, owner: UserId): Promise<DrillTable[]> =>
  db.selectFrom('drill').selectAll().where('owner_id', '=', owner).where('ended_at', 'is', null).execute()

export const markDrillEnded = async (
  db: Kysely<Database>,
  { id, ended_at, market_to }: Pick<DrillTable, 'id' | 'ended_at' | 'market_to'>,
): Promise<void> => {
  await db
    .updateTable('drill')
    .set({ ended_at, market_to })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export const ownersOfActiveDeployments = async (db: Kysely<Database>): Promise<readonly UserId[]> => {
  const rows = await db
    .selectFrom('deployment')
    .select('owner_id')
    .distinct()
    .where('status', 'in', deploymentStatuses.filter(isActive))
    .execute()
  return rows.map(({ owner_id }) => owner_id)
}
