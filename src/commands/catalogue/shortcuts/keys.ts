import { pathOf } from '../../../domain/screens.ts'
import type { KeptSection } from '../../../domain/shortcuts/shortcuts.ts'
import { type ArgProblem, command, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { keyDefinition, restOfLine } from '../../grammar/definition.ts'
import { formValue } from '../../grammar/form-value.ts'
import { strokesInWords } from '../../keymap/stroke.ts'

const change = (keymap: readonly KeptSection[], told: string) =>
  to('shortcuts', { type: 'shortcuts.change', change: { keymap }, told })

const undo = () => to('shortcuts', { type: 'shortcuts.undo' })

export const bindKey = command({
  id: 'keys.bind',
  title: 'Bind a key to a line',
  keywords: ['shortcut', 'keymap', 'hotkey'],
  verb: 'bind',
  when: 'signedIn',
  effect: 'local',
  args: { key: required('Key', keyDefinition) },
  run: ({ key }, environment) =>
    change(
      environment.keys?.bound(key.name, key.line) ?? [],
      `${strokesInWords(key.name, environment.isMac)}: ${key.line}`,
    ),
  check: ({ key }, { keys }): ArgProblem | null => {
    const refusal = keys?.refusal(key.name, key.line) ?? null
    return refusal === null ? null : { arg: 'key', found: key.name, expected: `other keys: ${refusal}` }
  },
  describe: ({ key }, { isMac }) => `Bind ${strokesInWords(key.name, isMac)} to: ${key.line}`,
  undo,
})

export const unbindKey = command({
  id: 'keys.unbind',
  title: 'Unassign a key',
  keywords: ['shortcut', 'keymap', 'remove'],
  verb: 'unbind',
  when: 'signedIn',
  effect: 'local',
  args: { keys: required('Keys', restOfLine('keys such as g j or shift+h')) },
  run: ({ keys }, environment) =>
    change(environment.keys?.unbound(keys) ?? [], `${strokesInWords(keys, environment.isMac)} unassigned`),
  check: ({ keys }, environment) =>
    environment.keys?.unbound(keys) === null
      ? { arg: 'keys', found: keys, expected: 'keys that are assigned' }
      : null,
  describe: ({ keys }, { isMac }) => `Unassign ${strokesInWords(keys, isMac)}`,
  undo,
})

const preset = choice('standard, terminal or alt', [
  { value: 'standard', words: ['standard'], title: 'Default shortcuts' },
  { value: 'terminal', words: ['terminal'], title: 'Default shortcuts plus function keys' },
  { value: 'alt', words: ['alt'], title: 'No single letters: all with Alt' },
])

export const usePreset = command({
  id: 'keys.preset',
  title: 'Use a shortcut preset',
  keywords: ['keymap', 'preset', 'function keys', 'no single letters', 'reset'],
  verb: 'keymap use',
  aliases: ['keymap preset'],
  when: 'signedIn',
  effect: 'local',
  args: { preset: required('Preset', preset) },
  run: (args, { keys }) => {
    const found = keys?.preset(args.preset)
    return change(found?.keymap ?? [], `Shortcuts: ${found?.title ?? args.preset}`)
  },
  describe: (args) => `Use the ${args.preset} shortcuts instead of yours`,
  undo,
})

export const saveKeys = command({
  id: 'keys.save',
  title: 'Save the shortcuts',
  verb: 'keymap save',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: {
    keymap: required('Shortcuts', formValue<readonly KeptSection[]>('all shortcuts of your own')),
    told: required('Message', formValue<string>('what is said of it')),
  },
  run: ({ keymap, told }) => change(keymap, told),
  undo,
})

export const resetKeys = command({
  id: 'keys.reset',
  title: 'Reset all shortcuts',
  keywords: ['keymap', 'default', 'standard'],
  verb: 'keymap reset',
  when: 'signedIn',
  effect: 'local',
  run: () => change([], 'All shortcuts reset'),
  undo,
})

export const editKeys = command({
  id: 'keys.edit',
  title: 'Edit shortcuts',
  keywords: ['keymap', 'shortcuts', 'bindings', 'settings'],
  verb: 'keymap',
  aliases: ['keymap edit'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('settings', { section: 'keys' }) }),
})

const onOff = choice('on or off', [
  { value: true, words: ['on'], title: 'On' },
  { value: false, words: ['off'], title: 'Off' },
])

const setFlag = (name: 'hasPhysicalKeys' | 'teachesKeys', value: boolean) =>
  to('preferences', { type: 'preference.set', name, value })

export const setPhysicalKeys = command({
  id: 'keys.physical',
  title: 'Shortcuts by key position',
  keywords: ['layout', 'azerty', 'inscript', 'physical', 'position'],
  verb: 'physical keys',
  when: 'signedIn',
  effect: 'local',
  args: { on: required('On or off', onOff) },
  run: ({ on }) => setFlag('hasPhysicalKeys', on),
  describe: ({ on }) => (on ? 'Use key positions' : 'Use key letters'),
  undo: ({ on }) => setFlag('hasPhysicalKeys', !on),
})

export const setShortcutHints = command({
  id: 'keys.teach',
  title: 'Show shortcut after a click',
  keywords: ['teach', 'learn', 'mouse', 'hint'],
  verb: 'teach keys',
  when: 'signedIn',
  effect: 'local',
  args: { on: required('On or off', onOff) },
  run: ({ on }) => setFlag('teachesKeys', on),
  describe: ({ on }) => (on ? 'Show shortcut after a click' : 'Do not show shortcuts after clicks'),
  undo: ({ on }) => setFlag('teachesKeys', !on),
})

export const keyCommands = [
  bindKey,
  unbindKey,
  usePreset,
  saveKeys,
  resetKeys,
  editKeys,
  setPhysicalKeys,
  setShortcutHints,
] as const
