import type { FastifyInstance } from 'fastify'
import {
  deleteRuleDefinition,
  getDefinitionVersions,
  getRuleDefinitions,
  saveRuleDefinition,
} from '../../../src/contract/rule-definitions.ts'
import type { RuleDefinitions } from '../../services/rule-definitions.ts'
import { serve } from '../serve.ts'

export const ruleDefinitionRoutes = (app: FastifyInstance, definitions: RuleDefinitions): void => {
  serve(app, getRuleDefinitions, ({ user }) => definitions.list(user))
  serve(app, getDefinitionVersions, ({ user, query }) => definitions.versions(user, query.name))
  serve(app, saveRuleDefinition, ({ user, body }) => definitions.save(user, body))
  serve(app, deleteRuleDefinition, ({ user, query }) => definitions.remove(user, query.name))
}
