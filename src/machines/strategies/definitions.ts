import type { Definition } from '../../domain/strategies/definitions/definition.ts'
import { createReloadMachine, type ReloadEvent } from '../reload.ts'
import { createRequestMachine, type RequestEvent } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly definitions: Extract<ReloadEvent<never>, { readonly type: 'reload.now' }>
    readonly definitionActs: Extract<RequestEvent<DefinitionAct>, { readonly type: 'request.send' }>
    readonly definitionVersions: Extract<RequestEvent<string>, { readonly type: 'request.send' }>
  }
  interface Machines {
    readonly definitions: typeof definitionsMachine
    readonly definitionActs: typeof definitionActsMachine
    readonly definitionVersions: typeof definitionVersionsMachine
  }
}

export interface SavedDefinition {
  readonly definition: Definition
  readonly version: number
  readonly savedAt: number
}

/** `version` is the one that the change was made from; null for a new name. */
export type DefinitionAct =
  | { readonly act: 'save'; readonly text: string; readonly version: number | null }
  | { readonly act: 'delete'; readonly name: string }

export const definitionsMachine = createReloadMachine<readonly SavedDefinition[]>({
  id: 'definitions',
  failure: 'Error fetching definitions',
  isQuiet: true,
})

export const definitionActsMachine = createRequestMachine<DefinitionAct, DefinitionAct>({
  id: 'definitionActs',
  failure: 'Error saving definition',
})

export const definitionVersionsMachine = createRequestMachine<string, readonly SavedDefinition[]>({
  id: 'definitionVersions',
  failure: 'Error fetching definitions',
  isQuiet: true,
})
