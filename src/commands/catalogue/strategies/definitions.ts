import { printDefinition, shapeOf } from '../../../domain/strategies/definitions/definition.ts'
import type { SavedDefinition } from '../../../machines/strategies/definitions.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { knownName } from '../../grammar/list-name.ts'
import { ruleDefinition } from '../../grammar/strategies/rule-definition.ts'

const findSaved = ({ definitions = [] }: Environment, name: string): SavedDefinition | null =>
  definitions.find(({ definition }) => definition.name === name) ?? null

const saved = {
  expects: 'the name of a definition',
  namesOf: ({ definitions = [] }: Environment) => definitions.map(({ definition }) => definition.name),
}

export const setDefinition = command({
  id: 'definition.set',
  title: 'Name a rule or an operand',
  keywords: ['definition', 'define', 'own indicator', 'custom', 'formula'],
  verb: 'def',
  when: 'signedIn',
  effect: 'local',
  args: { definition: required('Definition', ruleDefinition) },
  run: ({ definition }, environment) =>
    to('definitionActs', {
      type: 'request.send',
      input: {
        act: 'save',
        text: printDefinition(definition),
        version: findSaved(environment, definition.name)?.version ?? null,
      },
    }),
  describe: ({ definition }, environment) => {
    const known = findSaved(environment, definition.name)
    const words = `${shapeOf(definition)}: ${definition.body}`
    return known === null ? `Define ${words}` : `Change ${words} · was ${known.definition.body}`
  },
})

export const writeDefinition = command({
  id: 'definition.write',
  title: 'Write a definition',
  keywords: ['new definition', 'change definition'],
  verb: 'def write',
  when: 'signedIn',
  effect: 'read',
  args: { name: optional('Name', knownName(saved)) },
  run: ({ name }, environment) => {
    const known = name === undefined ? null : findSaved(environment, name)
    const text = known === null ? '' : printDefinition(known.definition)
    return to('palette', { type: 'palette.open', line: `def ${text}` })
  },
  describe: ({ name }) => (name === undefined ? 'Write a definition' : `Change the definition of ${name}`),
})

export const deleteDefinition = command({
  id: 'definition.delete',
  title: 'Delete a definition',
  keywords: ['remove'],
  verb: 'def delete',
  when: 'signedIn',
  effect: 'local',
  danger: 'confirm',
  args: { name: required('Name', knownName(saved)) },
  run: ({ name }) => to('definitionActs', { type: 'request.send', input: { act: 'delete', name } }),
  describe: ({ name }) => `Delete the definition of ${name}; rules that use it keep what it stands for`,
})

export const definitionCommands = [setDefinition, writeDefinition, deleteDefinition] as const
