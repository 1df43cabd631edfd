import type { BodyOf, ReplyOf } from '../../src/contract/call-types.ts'
import {
  DEFINITION_VERSIONS_MAX,
  deleteRuleDefinition,
  getDefinitionVersions,
  type getRuleDefinitions,
  RULE_DEFINITIONS_MAX,
  saveRuleDefinition,
} from '../../src/contract/rule-definitions.ts'
import { type Definition, printDefinition } from '../../src/domain/strategies/definitions/definition.ts'
import { usedIn } from '../../src/domain/strategies/definitions/expand.ts'
import { definitionIn, parseDefinition } from '../../src/domain/strategies/definitions/read-definition.ts'
import type { Clock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { Store } from '../store/database/database.ts'
import { inTransaction } from '../store/database/transaction.ts'
import {
  type DefinitionRow,
  insertDefinition,
  listDefinitions,
  listDefinitionVersions,
  removeDefinition,
} from '../store/rule-definitions.ts'
import type { User } from '../user.ts'
import { twiceIfDuplicate, versionConflict } from './saved-names.ts'

type Asker = Pick<User, 'id'>
type Reply = ReplyOf<typeof getRuleDefinitions>[number]

interface RuleDefinitionDeps {
  readonly store: Store
  readonly clock: Clock
}

export const createRuleDefinitions = ({ store, clock }: RuleDefinitionDeps) => ({
  list: async ({ id }: Asker): Promise<Reply[]> => (await listDefinitions(store.db, id)).map(replyOf),

  async versions({ id }: Asker, name: string): Promise<Reply[]> {
    const rows = await listDefinitionVersions(store.db, id, name)
    if (rows.length === 0) throw notFound(getDefinitionVersions.failure, name)
    return rows.map(replyOf)
  },

  /** Throws Refusal: what cannot be read, with its column; another version saved meanwhile; too many. */
  save: ({ id }: Asker, { text, version }: BodyOf<typeof saveRuleDefinition>): Promise<Reply> =>
    twiceIfDuplicate(() =>
      inTransaction(store, async (trx) => {
        const rows = await listDefinitions(trx, id)
        const parsed = parseDefinition(text, definitionsOf(rows))
        if (!parsed.ok) {
          const { column, found, expected } = parsed.problem
          const issues = [`body.text, column ${column}: found ${found}, expected ${expected}`]
          throw new Refusal('MALFORMED', saveRuleDefinition.failure, { issues })
        }
        const { name } = parsed.tree
        const before = rows.find((row) => row.name === name)
        if ((before?.version ?? null) !== version) throw changedMeanwhile(name, before, version)
        if (before === undefined && rows.length >= RULE_DEFINITIONS_MAX)
          throw new Refusal('CONFLICT', `At most ${RULE_DEFINITIONS_MAX} definitions; delete one first`)
        if ((before?.version ?? 0) >= DEFINITION_VERSIONS_MAX)
          throw new Refusal(
            'CONFLICT',
            `Version limit reached (${DEFINITION_VERSIONS_MAX}). Save it by another name`,
          )
        const row = {
          name,
          version: (before?.version ?? 0) + 1,
          text: printDefinition(parsed.tree),
          saved_at: clock.now(),
        }
        await insertDefinition(trx, id, row)
        return replyOf(row)
      }),
    ),

  async remove({ id }: Asker, name: string): Promise<null> {
    await inTransaction(store, async (trx) => {
      const definitions = definitionsOf(await listDefinitions(trx, id))
      if (definitions.every((definition) => definition.name !== name))
        throw notFound(deleteRuleDefinition.failure, name)
      const user = definitions.find((definition) => usedIn(definition, definitions).includes(name))
      if (user !== undefined)
        throw new Refusal('CONFLICT', `${user.name} uses ${name}; change or delete ${user.name} first`)
      await removeDefinition(trx, id, name)
    })
    return null
  },
})

export type RuleDefinitions = ReturnType<typeof createRuleDefinitions>

const replyOf = ({ text, version, saved_at }: DefinitionRow): Reply => ({ text, version, savedAt: saved_at })

const definitionsOf = (rows: readonly DefinitionRow[]): readonly Definition[] =>
  rows.flatMap(({ text }) => definitionIn(text) ?? [])

const notFound = (failure: string, name: string): Refusal =>
  new Refusal('NOT_FOUND', `${failure}: no definition is named ${name}`)

const changedMeanwhile = (
  name: string,
  before: DefinitionRow | undefined,
  version: number | null,
): Refusal => {
  if (before === undefined) return new Refusal('VERSION_CONFLICT', `${name} has been deleted meanwhile`)
  if (version === null) return new Refusal('VERSION_CONFLICT', `You have a definition named ${name} already`)
  return versionConflict({ version: before.version, updated_at: before.saved_at }, version)
}
