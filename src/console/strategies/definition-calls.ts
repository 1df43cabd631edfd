import type { ReplyOf } from '../../contract/call-types.ts'
import {
  deleteRuleDefinition,
  getDefinitionVersions,
  getRuleDefinitions,
  saveRuleDefinition,
} from '../../contract/rule-definitions.ts'
import { definitionIn } from '../../domain/strategies/definitions/read-definition.ts'
import type { DefinitionAct, SavedDefinition } from '../../machines/strategies/definitions.ts'
import type { HttpClient } from '../../platform/http-client.ts'

type Reply = ReplyOf<typeof getRuleDefinitions>[number]

const savedOf = ({ text, version, savedAt }: Reply): readonly SavedDefinition[] => {
  const definition = definitionIn(text)
  return definition === null ? [] : [{ definition, version, savedAt }]
}

export const list = async (http: HttpClient, signal: AbortSignal): Promise<readonly SavedDefinition[]> =>
  (await http.call(getRuleDefinitions, { signal })).flatMap(savedOf)

export const versions = async (
  http: HttpClient,
  name: string,
  signal: AbortSignal,
): Promise<readonly SavedDefinition[]> =>
  (await http.call(getDefinitionVersions, { query: { name }, signal })).flatMap(savedOf)

export const carryOut = (http: HttpClient, asked: DefinitionAct, signal: AbortSignal): Promise<unknown> =>
  asked.act === 'delete'
    ? http.call(deleteRuleDefinition, { query: { name: asked.name }, signal })
    : http.call(saveRuleDefinition, { body: { text: asked.text, version: asked.version }, signal })
