import type { KeptSection } from '../../domain/shortcuts.ts'
import { type ArgProblem, command, required, to } from '../command.ts'
import { choice } from '../grammar/choice.ts'
import { keyDefinition, restOfLine } from '../grammar/definition.ts'
import { strokesInWords } from '../keymap/stroke.ts'

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
      `${strokesInWords(key.name, environment.isMac)} now does: ${key.line}`,
    ),
  check: ({ key }, { keys }): ArgProblem | null => {
    const refusal = keys?.refusal(key.name, key.line) ?? null
    return refusal === null ? null : { arg: 'key', found: key.name, expected: `other keys: ${refusal}` }
  },
  describe: ({ key }, { isMac }) => `Let ${strokesInWords(key.name, isMac)} do: ${key.line}`,
  undo,
})

export const unbindKey = command({
  id: 'keys.unbind',
  title: 'Give a key up',
  keywords: ['shortcut', 'keymap', 'remove'],
  verb: 'unbind',
  when: 'signedIn',
  effect: 'local',
  args: { keys: required('Keys', restOfLine('keys such as g j or shift+h')) },
  run: ({ keys }, environment) =>
    change(
      environment.keys?.unbound(keys) ?? [],
      `${strokesInWords(keys, environment.isMac)} does nothing any more`,
    ),
  check: ({ keys }, environment) =>
    environment.keys?.unbound(keys) === null
      ? { arg: 'keys', found: keys, expected: 'keys that do something' }
      : null,
  describe: ({ keys }, { isMac }) => `Give up ${strokesInWords(keys, isMac)}`,
  undo,
})

const preset = choice('standard, terminal or alt', [
  { value: 'standard', words: ['standard'], title: 'The keys as they come' },
  { value: 'terminal', words: ['terminal'], title: 'Function keys beside them' },
  { value: 'alt', words: ['alt'], title: 'No single letters: every one under Alt' },
])

export const usePreset = command({
  id: 'keys.preset',
  title: 'Use a whole set of keys',
  keywords: ['keymap', 'preset', 'function keys', 'no single letters', 'reset'],
  verb: 'keymap use',
  aliases: ['keymap preset'],
  when: 'signedIn',
  effect: 'local',
  args: { preset: required('Set', preset) },
  run: (args, { keys }) => change(keys?.preset(args.preset) ?? [], `Keys: ${args.preset}`),
  describe: (args) => `Use the ${args.preset} keys in place of your own`,
  undo,
})

export const resetKeys = command({
  id: 'keys.reset',
  title: 'All keys back to how they come',
  keywords: ['keymap', 'default', 'standard'],
  verb: 'keymap reset',
  when: 'signedIn',
  effect: 'local',
  run: () => change([], 'All keys are as they come'),
  undo,
})

export const editKeys = command({
  id: 'keys.edit',
  title: 'Change the keys',
  keywords: ['keymap', 'shortcuts', 'bindings', 'settings'],
  verb: 'keymap',
  aliases: ['keymap edit'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: '/settings?section=keys' }),
})

const onOff = choice('on or off', [
  { value: true, words: ['on'], title: 'On' },
  { value: false, words: ['off'], title: 'Off' },
])

const setFlag = (name: 'hasPhysicalKeys' | 'teachesKeys', value: boolean) =>
  to('preferences', { type: 'preference.set', name, value })

export const setPhysicalKeys = command({
  id: 'keys.physical',
  title: 'Keys by their place on the keyboard',
  keywords: ['layout', 'azerty', 'inscript', 'physical', 'position'],
  verb: 'physical keys',
  when: 'signedIn',
  effect: 'local',
  args: { on: required('On or off', onOff) },
  run: ({ on }) => setFlag('hasPhysicalKeys', on),
  describe: ({ on }) => (on ? 'Take keys by their place' : 'Take keys by what they print'),
  undo: ({ on }) => setFlag('hasPhysicalKeys', !on),
})

export const setTeaching = command({
  id: 'keys.teach',
  title: 'Show the key after a click',
  keywords: ['teach', 'learn', 'mouse', 'hint'],
  verb: 'teach keys',
  when: 'signedIn',
  effect: 'local',
  args: { on: required('On or off', onOff) },
  run: ({ on }) => setFlag('teachesKeys', on),
  describe: ({ on }) => (on ? 'Show the key after a click' : 'Show no keys after clicks'),
  undo: ({ on }) => setFlag('teachesKeys', !on),
})
