import * as z from 'zod/mini'
import { CONDITION_LENGTH_MAX } from '../domain/strategies/condition/cursor.ts'
import { endpoint } from './endpoint.ts'
import { isPlain } from './plain-text.ts'

export const RULE_DEFINITIONS_MAX = 200
export const DEFINITION_VERSIONS_MAX = 200

const DefinitionName = z.string().check(z.regex(/^[a-z]\w{0,29}$/, 'expected the name of a definition'))

export const RuleDefinition = z.strictObject({
  /** Such as `squeeze(n = 20) = bollinger_bandwidth(close,n,2) < 4`. */
  text: z.string(),
  version: z.number(),
  saved_at: z.number(),
})

export const getRuleDefinitions = endpoint({
  name: 'getRuleDefinitions',
  method: 'GET',
  path: '/definitions',
  answerBytesMax: 2 * 1024 * 1024,
  reply: z.array(RuleDefinition),
  failure: 'Error fetching definitions',
  summary: "The newest version of each of the user's names for rules and operands, by name.",
})

export const getDefinitionVersions = endpoint({
  name: 'getDefinitionVersions',
  method: 'GET',
  path: '/definitions/:name/versions',
  query: z.strictObject({ name: DefinitionName }),
  answerBytesMax: 2 * 1024 * 1024,
  reply: z.array(RuleDefinition),
  failure: 'Error fetching definitions',
  summary: 'All versions of a definition, newest first.',
})

export const saveRuleDefinition = endpoint({
  name: 'saveRuleDefinition',
  method: 'POST',
  path: '/definitions',
  body: z.strictObject({
    text: z.string().check(z.minLength(1), z.maxLength(CONDITION_LENGTH_MAX), isPlain),
    version: z.nullable(z.int().check(z.minimum(1))),
  }),
  reply: RuleDefinition,
  failure: 'Error saving definition',
  summary:
    'Saves a definition as a new version of its name. 409 `VERSION_CONFLICT` if its newest version is not `version`.',
})

export const deleteRuleDefinition = endpoint({
  name: 'deleteRuleDefinition',
  method: 'DELETE',
  path: '/definitions/:name',
  query: z.strictObject({ name: DefinitionName }),
  failure: 'Error deleting definition',
  summary: 'Removes a definition with all of its versions. 409 if another definition uses it.',
})
