/** A command, a command with arguments, a line of the command language, or null for a disabled key. */
export type KeptBinding =
  | string
  | readonly [string, Readonly<Record<string, unknown>>]
  | { readonly line: string }
  | null

export interface KeptSection {
  readonly when?: string
  readonly keys: Readonly<Record<string, KeptBinding>>
}

export interface Shortcuts {
  readonly keymap: readonly KeptSection[]
  readonly pins: Readonly<Record<string, string>>
  readonly aliases: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
}

export interface Macro {
  readonly name: string
  readonly lines: readonly string[]
}

export const PINS_MAX = 9
export const WORDS_MAX = 100
export const KEYMAP_SECTIONS_MAX = 200
export const KEYMAP_KEYS_MAX = 500
export const MACROS_MAX = 50
export const MACRO_LINES_MAX = 50
export const KEPT_LINE_MAX = 400

export const noShortcuts: Shortcuts = { keymap: [], pins: {}, aliases: {}, variables: {} }

export const isShortcutName = (name: string): boolean => /^[a-z][a-z0-9_-]{0,29}$/i.test(name)

export const isKeptLine = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= KEPT_LINE_MAX && !/[\r\n]/.test(value)

export interface ReadBack<Value> {
  readonly value: Value
  readonly dropped: readonly string[]
}

export const readShortcuts = (stored: unknown): ReadBack<Shortcuts> => {
  if (stored === null || stored === undefined) return { value: noShortcuts, dropped: [] }
  if (!isRecord(stored)) return { value: noShortcuts, dropped: ['all shortcuts'] }
  const keymap = readSections(stored.keymap)
  const pins = readWords(stored.pins, 'pinned line', (digit) => /^[1-9]$/.test(digit), PINS_MAX)
  const aliases = readWords(stored.aliases, 'alias', isShortcutName, WORDS_MAX)
  const variables = readWords(stored.variables, 'variable', isShortcutName, WORDS_MAX)
  return {
    value: {
      keymap: keymap.value,
      pins: pins.value,
      aliases: aliases.value,
      variables: variables.value,
    },
    dropped: [keymap, pins, aliases, variables].flatMap(({ dropped }) => dropped),
  }
}

export const readMacros = (stored: unknown): ReadBack<readonly Macro[]> => {
  if (stored === null || stored === undefined) return { value: [], dropped: [] }
  if (!Array.isArray(stored)) return { value: [], dropped: ['all macros'] }
  const read = stored
    .slice(0, MACROS_MAX)
    .map((one: unknown, index) => ({ macro: macroOf(one), words: `macro ${index + 1}` }))
  return {
    value: read.flatMap(({ macro }) => (macro === null ? [] : [macro])),
    dropped: read.flatMap(({ macro, words }) => (macro === null ? [words] : [])),
  }
}

const macroOf = (value: unknown): Macro | null => {
  if (!isRecord(value)) return null
  const { name, lines } = value
  if (typeof name !== 'string' || !isShortcutName(name) || !Array.isArray(lines)) return null
  return lines.length > 0 && lines.length <= MACRO_LINES_MAX && lines.every(isKeptLine)
    ? { name, lines }
    : null
}

const readWords = (
  stored: unknown,
  what: string,
  isName: (name: string) => boolean,
  most: number,
): ReadBack<Readonly<Record<string, string>>> => {
  if (stored === undefined) return { value: {}, dropped: [] }
  if (!isRecord(stored)) return { value: {}, dropped: [`every ${what}`] }
  const all = Object.entries(stored)
  const fair = all.filter((entry): entry is [string, string] => isName(entry[0]) && isKeptLine(entry[1]))
  return {
    value: Object.fromEntries(fair.slice(0, most)),
    dropped: all
      .filter((entry) => !fair.some(([name]) => name === entry[0]))
      .map(([name]) => `${what} ${name}`),
  }
}

const readSections = (stored: unknown): ReadBack<readonly KeptSection[]> => {
  if (stored === undefined) return { value: [], dropped: [] }
  if (!Array.isArray(stored)) return { value: [], dropped: ['every key'] }
  const read = stored.slice(0, KEYMAP_SECTIONS_MAX).map((one: unknown, index) => sectionOf(one, index))
  return {
    value: read.flatMap(({ value }) => (value === null ? [] : [value])),
    dropped: read.flatMap(({ dropped }) => dropped),
  }
}

const sectionOf = (value: unknown, index: number): ReadBack<KeptSection | null> => {
  const words = `section ${index + 1} of the keys`
  if (!isRecord(value) || !isRecord(value.keys)) return { value: null, dropped: [words] }
  const { when } = value
  if (when !== undefined && typeof when !== 'string') return { value: null, dropped: [words] }
  const all = Object.entries(value.keys).slice(0, KEYMAP_KEYS_MAX)
  const fair = all.filter((entry): entry is [string, KeptBinding] => isKeptBinding(entry[1]))
  return {
    value: {
      ...(when === undefined ? {} : { when }),
      keys: Object.fromEntries(fair.map(withCurrentCommand)),
    },
    dropped: all.filter((entry) => !isKeptBinding(entry[1])).map(([strokes]) => `key ${strokes}`),
  }
}

/** Commands by the ids that earlier versions stored and exported. */
const renamedCommands: Readonly<Record<string, string>> = {
  'backtest.trust': 'backtest.monteCarlo',
  'backtest.cancelTrust': 'backtest.cancelMonteCarlo',
}

/** Arguments by the names that earlier versions stored and exported. */
const renamedArgs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pin.set': { place: 'digit' },
  'pin.remove': { place: 'digit' },
  'pin.move': { place: 'digit' },
}

const currentArgs = (
  id: string,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const renamed = new Map(Object.entries(renamedArgs[id] ?? {}))
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [renamed.get(name) ?? name, value]))
}

const currentCommand = (id: string): string =>
  Object.hasOwn(renamedCommands, id) ? (renamedCommands[id] ?? id) : id

export const withCurrentCommand = ([strokes, kept]: readonly [string, KeptBinding]): readonly [
  string,
  KeptBinding,
] => {
  if (typeof kept === 'string') return [strokes, currentCommand(kept)]
  if (kept === null || 'line' in kept) return [strokes, kept]
  return [strokes, [currentCommand(kept[0]), currentArgs(kept[0], kept[1])]]
}

/** Checks the form only; the command is looked up when the key is pressed. */
export const isKeptBinding = (value: unknown): value is KeptBinding => {
  if (value === null || typeof value === 'string') return true
  if (Array.isArray(value)) return value.length === 2 && typeof value[0] === 'string' && isRecord(value[1])
  return isRecord(value) && isKeptLine(value.line)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
