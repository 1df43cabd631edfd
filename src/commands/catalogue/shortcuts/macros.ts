import { pathOf } from '../../../domain/screens.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { newName } from '../../grammar/definition.ts'
import { formValue } from '../../grammar/form-value.ts'
import { knownName } from '../../grammar/list-name.ts'

const namesOf = ({ macros = [] }: Environment): readonly string[] => macros.map(({ name }) => name)
const known = { expects: 'the name of a macro', namesOf }
const linesOf = (name: string, { macros = [] }: Environment): readonly string[] =>
  macros.find((macro) => macro.name === name)?.lines ?? []

export const recordMacro = command({
  id: 'macro.record',
  title: 'Record a macro',
  keywords: ['several', 'lines', 'automate'],
  verb: 'macro record',
  aliases: ['record'],
  when: 'signedIn && !macro.recording && !macro.playing',
  effect: 'local',
  args: { name: required('Name', newName('a name for the macro, of letters, digits, - and _')) },
  run: ({ name }) => to('macros', { type: 'macro.record', name }),
  describe: ({ name }, environment) =>
    namesOf(environment).includes(name) ? `Record ${name} again, replacing it` : `Record the macro ${name}`,
})

export const stopMacro = command({
  id: 'macro.stop',
  title: 'Stop recording or playing a macro',
  keywords: ['end', 'finish'],
  verb: 'macro stop',
  aliases: ['stop recording'],
  when: 'signedIn && (macro.recording || macro.playing)',
  effect: 'local',
  run: () => to('macros', { type: 'macro.stop' }),
})

/** Each line confirms for itself, because its effect is not known before it runs. */
export const runMacro = command({
  id: 'macro.run',
  title: 'Run a macro',
  keywords: ['play', 'lines'],
  verb: 'macro run',
  aliases: ['play'],
  when: 'signedIn && !macro.recording && !macro.playing',
  effect: 'increases',
  args: { name: required('Macro', knownName(known)) },
  run: ({ name }) => to('macros', { type: 'macro.run', name }),
  describe: ({ name }, environment) => `Run ${name} · ${linesOf(name, environment).join(' · ')}`,
})

export const saveMacro = command({
  id: 'macro.save',
  title: 'Save a macro',
  verb: 'macro save',
  isTyped: false,
  when: 'signedIn && !macro.recording && !macro.playing',
  effect: 'local',
  args: {
    name: required('Name', formValue<string>('a name for the macro')),
    lines: required('Lines', formValue<readonly string[]>('its lines')),
    before: optional('Name before', formValue<string>('the name it had')),
  },
  run: (args) => to('macros', { type: 'macro.save', ...args }),
  undo: () => to('macros', { type: 'macro.undo' }),
})

export const deleteMacro = command({
  id: 'macro.delete',
  title: 'Delete a macro',
  keywords: ['remove'],
  verb: 'macro delete',
  when: 'signedIn && !macro.recording && !macro.playing',
  effect: 'local',
  args: { name: required('Macro', knownName(known)) },
  run: ({ name }) => to('macros', { type: 'macro.delete', name }),
  describe: ({ name }) => `Delete the macro ${name}`,
  undo: () => to('macros', { type: 'macro.undo' }),
})

export const editMacros = command({
  id: 'macro.edit',
  title: 'Edit macros and pinned lines',
  keywords: ['list', 'aliases', 'variables', 'pins'],
  verb: 'macros',
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('settings', { section: 'macros' }) }),
})

export const macroCommands = [recordMacro, stopMacro, runMacro, saveMacro, deleteMacro, editMacros] as const
