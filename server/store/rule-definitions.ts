import type { Kysely } from 'kysely'
import type { UserId } from '../user.ts'
import type { Database } from './schema.ts'

export interface DefinitionRow {
  readonly name: string
  readonly version: number
  readonly text: string
  readonly saved_at: number
}

const columns = ['name', 'version', 'text', 'saved_at'] as const

const plain = ({ name, version, text, saved_at }: DefinitionRow): DefinitionRow => ({
  name,
  version: Number(version),
  text,
  saved_at: Number(saved_at),
})

/** The newest version of each, by name. */
export const listDefinitions = async (
  db: Kysely<Database>,
  owner: UserId,
): Promise<readonly DefinitionRow[]> => {
  const rows = await db
    .selectFrom('rule_definition as one')
    .select(columns)
    .where('owner_id', '=', owner)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rule_definition as later')
            .select('later.version')
            .whereRef('later.owner_id', '=', 'one.owner_id')
            .whereRef('later.name', '=', 'one.name')
            .whereRef('later.version', '>', 'one.version'),
        ),
      ),
    )
    .orderBy('name')
    .execute()
  return rows.map(plain)
}

export const listDefinitionVersions = async (
  db: Kysely<Database>,
  owner: UserId,
  name: string,
): Promise<readonly DefinitionRow[]> => {
  const rows = await db
    .selectFrom('rule_definition')
    .select(columns)
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(plain)
}

export const insertDefinition = async (
  db: Kysely<Database>,
  owner: UserId,
  row: DefinitionRow,
): Promise<void> => {
  await db
    .insertInto('rule_definition')
    .values({ owner_id: owner, ...row })
    .execute()
}

export const removeDefinition = async (db: Kysely<Database>, owner: UserId, name: string): Promise<void> => {
  await db.deleteFrom('rule_definition').where('owner_id', '=', owner).where('name', '=', name).execute()
}
