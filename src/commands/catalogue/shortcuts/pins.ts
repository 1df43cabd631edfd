import { PINS_MAX, type Shortcuts, WORDS_MAX } from '../../../domain/shortcuts/shortcuts.ts'
import { type ArgKind, type ArgProblem, command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { definition, restOfLine } from '../../grammar/definition.ts'
import { knownName } from '../../grammar/list-name.ts'
import { refuse, taken, wordAt } from '../../grammar/words.ts'

const oneToNine: ArgKind<number> = {
  token: 'number',
  expects: `a digit from 1 to ${PINS_MAX}`,
  read(line, from) {
    const { text, to: end } = wordAt(line, from)
    if (!/^\d+$/.test(text)) return null
    return /^[1-9]$/.test(text) ? taken(Number(text), end) : refuse(line, from, oneToNine.expects)
  },
  print: String,
  complete: (_, { pins = {} }) =>
    Array.from({ length: PINS_MAX }, (_, index) => String(index + 1)).map((text) => ({
      text,
      detail: pins[text] ?? 'free',
    })),
}

const pinsOf = ({ pins = {} }: Environment): Shortcuts['pins'] => pins
const wordsOf = ({ words }: Environment): Pick<Shortcuts, 'aliases' | 'variables'> =>
  words ?? { aliases: {}, variables: {} }

const without = <Value>(
  all: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))

const change = (changed: Partial<Shortcuts>, told: string) =>
  to('shortcuts', { type: 'shortcuts.change', change: changed, told })

const undo = () => to('shortcuts', { type: 'shortcuts.undo' })

const lineToPin = ({ line = '', history }: Environment): string | undefined =>
  line.trim() === '' || /^\s*(un)?pin\b/.test(line) ? history[0] : line.trim()

const freeDigit = (environment: Environment): number | undefined => {
  const pins = pinsOf(environment)
  return Array.from({ length: PINS_MAX }, (_, index) => index + 1).find((index) => pins[index] === undefined)
}

export const pinLine = command({
  id: 'pin.set',
  title: 'Pin a line',
  keywords: ['keep', 'favourite', 'alt', 'quick'],
  verb: 'pin',
  when: 'signedIn',
  effect: 'local',
  args: {
    digit: required('Digit', oneToNine, { initial: freeDigit }),
    line: required('Line', restOfLine('a line such as buy 1l nifty atm ce'), { initial: lineToPin }),
  },
  run: ({ digit, line }, environment) =>
    change({ pins: { ...pinsOf(environment), [digit]: line } }, `Pinned to Alt ${digit}: ${line}`),
  // Any other digit would become part of the pinned line.
  check: ({ line }) =>
    /^\d+(\s|$)/.test(line)
      ? { arg: 'line', found: line.split(/\s/)[0] ?? '', expected: oneToNine.expects }
      : null,
  describe: ({ digit, line }, environment) => {
    const before = pinsOf(environment)[digit]
    return `Pin to Alt ${digit}: ${line}${before === undefined ? '' : ` · replaces ${before}`}`
  },
  undo,
})

const notPinned = (digit: number, arg: string, environment: Environment): ArgProblem | null =>
  pinsOf(environment)[digit] === undefined
    ? { arg, found: String(digit), expected: 'a digit with a pinned line' }
    : null

export const unpinLine = command({
  id: 'pin.remove',
  title: 'Unpin a line',
  keywords: ['remove', 'free', 'alt'],
  verb: 'unpin',
  when: 'signedIn',
  effect: 'local',
  args: { digit: required('Digit', oneToNine) },
  run: ({ digit }, environment) =>
    change({ pins: without(pinsOf(environment), String(digit)) }, `Alt ${digit} unpinned`),
  check: ({ digit }, environment) => notPinned(digit, 'digit', environment),
  describe: ({ digit }, environment) => `Unpin Alt ${digit}: ${pinsOf(environment)[digit] ?? ''}`,
  undo,
})

export const movePin = command({
  id: 'pin.move',
  title: 'Move a pinned line',
  keywords: ['order', 'swap', 'alt'],
  verb: 'pin move',
  when: 'signedIn',
  effect: 'local',
  args: { digit: required('Digit', oneToNine), to: required('Other digit', oneToNine, { word: 'to' }) },
  run: (args, environment) => {
    const { [args.digit]: moved, [args.to]: other, ...rest } = pinsOf(environment)
    const pins = {
      ...rest,
      ...(moved === undefined ? {} : { [args.to]: moved }),
      ...(other === undefined ? {} : { [args.digit]: other }),
    }
    return change({ pins }, `Alt ${args.digit} and Alt ${args.to} swapped`)
  },
  check: ({ digit }, environment) => notPinned(digit, 'digit', environment),
  describe: (args) => `Move the line of Alt ${args.digit} to Alt ${args.to}`,
  undo,
})

const full = (all: Readonly<Record<string, string>>, name: string, arg: string): ArgProblem | null =>
  Object.hasOwn(all, name) || Object.keys(all).length < WORDS_MAX
    ? null
    : { arg, found: name, expected: `at most ${WORDS_MAX}: delete one first` }

export const setAlias = command({
  id: 'alias.set',
  title: 'Set an alias',
  keywords: ['abbreviation', 'shortcut', 'alias'],
  verb: 'alias',
  when: 'signedIn',
  effect: 'local',
  args: { alias: required('Alias', definition('such as b9 = buy 2l nifty atm ce')) },
  run: ({ alias: { name, line } }, environment) =>
    change({ aliases: { ...wordsOf(environment).aliases, [name]: line } }, `${name} stands for ${line}`),
  check: ({ alias: { name } }, environment) =>
    environment.keys?.isVerb(name) === true
      ? { arg: 'alias', found: name, expected: 'a word that is not a command' }
      : full(wordsOf(environment).aliases, name, 'alias'),
  describe: ({ alias: { name, line } }) => `Set alias ${name}: ${line}`,
  undo,
})

export const removeAlias = command({
  id: 'alias.remove',
  title: 'Delete an alias',
  keywords: ['abbreviation', 'remove'],
  verb: 'unalias',
  when: 'signedIn',
  effect: 'local',
  args: {
    name: required(
      'Alias',
      knownName({
        expects: 'an alias',
        namesOf: (environment) => Object.keys(wordsOf(environment).aliases),
      }),
    ),
  },
  run: ({ name }, environment) =>
    change({ aliases: without(wordsOf(environment).aliases, name) }, `Alias ${name} deleted`),
  describe: ({ name }) => `Delete the alias ${name}`,
  undo,
})

export const setVariable = command({
  id: 'variable.set',
  title: 'Set a variable',
  keywords: ['value', 'placeholder', '$'],
  verb: 'set',
  when: 'signedIn',
  effect: 'local',
  args: { variable: required('Variable', definition('such as qty = 2l, written $qty')) },
  run: ({ variable: { name, line } }, environment) =>
    change({ variables: { ...wordsOf(environment).variables, [name]: line } }, `$${name} stands for ${line}`),
  check: ({ variable: { name } }, environment) => full(wordsOf(environment).variables, name, 'variable'),
  describe: ({ variable: { name, line } }) => `Set variable $${name}: ${line}`,
  undo,
})

export const removeVariable = command({
  id: 'variable.remove',
  title: 'Delete a variable',
  keywords: ['value', 'remove'],
  verb: 'unset',
  when: 'signedIn',
  effect: 'local',
  args: {
    name: required(
      'Variable',
      knownName({
        expects: 'a variable',
        namesOf: (environment) => Object.keys(wordsOf(environment).variables),
      }),
    ),
  },
  run: ({ name }, environment) =>
    change({ variables: without(wordsOf(environment).variables, name) }, `Variable $${name} deleted`),
  describe: ({ name }) => `Delete the variable $${name}`,
  undo,
})

export const undoShortcut = command({
  id: 'shortcuts.undo',
  title: 'Undo the last shortcut change',
  keywords: ['keys', 'undo', 'restore'],
  verb: 'keymap undo',
  when: 'signedIn',
  effect: 'local',
  run: undo,
})

export const pinCommands = [
  pinLine,
  unpinLine,
  movePin,
  setAlias,
  removeAlias,
  setVariable,
  removeVariable,
  undoShortcut,
] as const
