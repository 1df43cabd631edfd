import type { ArgSpec } from './command.ts'
import { boundKeys, keysOf } from './keymap/resolve.ts'
import { type AnyCommand, typedCommands } from './registry.ts'

/** Markdown. */
export const commandReference = (): string =>
  [
    '# Commands',
    '',
    'Printed from the registry of commands. Arguments come in any order. `Ctrl` is `⌘` on a Mac.',
    '',
    'Numbers of orders are written with the digits 0 to 9, grouped by commas as in `1,00,000` or `100,000` or not at',
    'all; `−` reads as `-`. Digits of other scripts, spaces inside a number and any other grouping are refused.',
    'A price that follows the market is rounded to the tick in your favour: down to buy, up to sell. A typed price off the tick is refused.',
    '',
    ...typedCommands().flatMap(commandSection),
    '## Default keys',
    '',
    ...keyTable(),
    '',
  ].join('\n')

const commandSection = (one: AnyCommand): readonly string[] => {
  const words = [one.verb, ...one.aliases].map((word) => `\`${word}\``).join(', ')
  const keys = [...new Set(keysOf(one.id))]
  const notes = [
    one.when === '' ? '' : `Where: \`${one.when}\`.`,
    keys.length === 0 ? '' : `Keys: ${keys.map((key) => `\`${key}\``).join(', ')}.`,
    one.names.length === 0
      ? ''
      : `Recognised without a verb: ${one.names.map((name) => `\`${name}\``).join(', ')}.`,
    one.undo === undefined ? '' : 'Can be undone.',
    one.danger === 'none' ? '' : 'Asks for confirmation.',
  ].filter((note) => note !== '')
  return [`### ${one.title}`, '', `${words} (\`${one.id}\`). ${notes.join(' ')}`.trim(), '', ...argTable(one)]
}

const argTable = ({ args }: AnyCommand): readonly string[] => {
  const specs = Object.values(args)
  if (specs.length === 0) return []
  return [
    '| argument | written | |',
    '|---|---|---|',
    ...specs.map(
      (spec) =>
        `| ${spec.title} | ${written(spec)}${afterIn(args, spec)} | ${spec.isRequired ? 'required' : ''} |`,
    ),
    '',
  ]
}

/** `, after \`then\`` of what is read only behind another argument. */
const afterIn = (args: AnyCommand['args'], { after }: ArgSpec<unknown>): string => {
  const word = after === null ? null : (args[after]?.word ?? null)
  return word === null ? '' : `, after \`${word}\``
}

const written = ({ word, isBare, kind }: ArgSpec<unknown>): string => {
  if (word === null) return kind.expects
  return `\`${word}\`${isBare ? ' (optional)' : ''} ${kind.expects}`
}

const keyTable = (): readonly string[] => [
  '| keys | does | where |',
  '|---|---|---|',
  ...boundKeys().map(
    ({ keys, title, section }) =>
      `| \`${keys}\` | ${title} | ${section.when === undefined ? 'anywhere' : `\`${section.when.replaceAll('|', '\\|')}\``} |`,
  ),
]
