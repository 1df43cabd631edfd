import type { Dispatch } from '../machines/requests.ts'
import { backtestCommands } from './catalogue/backtests/backtest.ts'
import { sessionCommands } from './catalogue/session.ts'
import { consoleCommands } from './catalogue/shell/console.ts'
import { viewCommands } from './catalogue/shell/views.ts'
import type { ArgSpecs, ArgsOf, Command } from './command.ts'
import type { Environment } from './environment.ts'
import type { laterCommands } from './later-commands.ts'
import type { tradingCommands } from './trading-commands.ts'

const firstCommands = [...backtestCommands, ...viewCommands, ...consoleCommands, ...sessionCommands] as const

type Registered =
  | (typeof firstCommands)[number]
  | (typeof tradingCommands)[number]
  | (typeof laterCommands)[number]
export type CommandId = Registered['id']

/** Arguments that the context supplies may be omitted. */
export type GivenArgs<Id extends CommandId> = Partial<ArgsOf<Extract<Registered, { id: Id }>['args']>>

export type CommandCall = {
  readonly [Id in CommandId]: { readonly command: Id; readonly args: GivenArgs<Id> }
}[CommandId]

export type AnyCommand = Command<CommandId, ArgSpecs>
export type AnyArgs = Readonly<Record<string, unknown>>

const byId = new Map<string, AnyCommand>()
let known: readonly AnyCommand[] = []
type ByFirstWord = ReadonlyMap<string, readonly VerbPhrase[]>
let byFirstWord: ByFirstWord = new Map()
let byFirstName: ByFirstWord = new Map()

export interface VerbPhrase {
  readonly one: AnyCommand
  readonly phrase: string
}

/** A command that is already registered is kept. */
export const addCommands = (more: readonly { readonly id: CommandId }[]): void => {
  for (const one of more as readonly AnyCommand[]) if (!byId.has(one.id)) byId.set(one.id, one)
  known = [...byId.values()]
  byFirstWord = grouped(({ verb, aliases }) => [verb, ...aliases])
  byFirstName = grouped(({ names }) => names)
}

const grouped = (phrasesOf: (one: AnyCommand) => readonly string[]): ByFirstWord => {
  const found = new Map<string, VerbPhrase[]>()
  for (const one of known) {
    if (one.isTyped === false) continue
    for (const phrase of phrasesOf(one)) {
      const word = phrase.split(' ')[0] ?? ''
      found.set(word, [...(found.get(word) ?? []), { one, phrase }])
    }
  }
  return found
}

/** `word` is in lower case. */
export const verbsFrom = (word: string): readonly VerbPhrase[] => byFirstWord.get(word) ?? []

export const namesFrom = (word: string): readonly VerbPhrase[] => byFirstName.get(word) ?? []

addCommands(firstCommands)

let areMoreExpected = false

/** While true, a line that is not understood may be one of a command that is still being loaded. */
export const expectMoreCommands = (are: boolean): void => {
  areMoreExpected = are
}

export const isExpectingMore = (): boolean => areMoreExpected

/** The source of the palette, the keymap, the key sheet and the reference. */
export const allCommands = (): readonly AnyCommand[] => known

export const typedCommands = (): readonly AnyCommand[] => known.filter(({ isTyped }) => isTyped !== false)

export const findCommand = (id: string): AnyCommand | null => byId.get(id) ?? null

/** `args` must have been read by the argument kinds of the command. */
export const callOf = (one: AnyCommand, args: AnyArgs): CommandCall =>
  ({ command: one.id, args }) as CommandCall

/** `missing` names the first required argument that neither the call nor the context supplies. */
export const completeArgs = (
  one: AnyCommand,
  given: AnyArgs,
  environment: Environment,
): { readonly args: AnyArgs; readonly missing: string | null } => {
  const args: Record<string, unknown> = { ...given }
  for (const [name, spec] of Object.entries(one.args)) {
    if (args[name] !== undefined) continue
    const initial = spec.initial?.(environment)
    if (initial !== undefined) args[name] = initial
    else if (spec.isRequired) return { args, missing: name }
  }
  return { args, missing: null }
}

/** Events for machines, in order; empty if a required argument is missing. */
export const dispatchesOf = (call: CommandCall, environment: Environment): readonly Dispatch[] => {
  const one = byId.get(call.command)
  if (one === undefined) return []
  const { args, missing } = completeArgs(one, call.args, environment)
  if (missing !== null) return []
  const made = one.run(args, environment)
  return Array.isArray(made) ? made : [made as Dispatch]
}

/** The plain title if an argument is missing. */
export const titleOfCall = (call: CommandCall, environment: Environment): string => {
  const one = byId.get(call.command)
  if (one === undefined) return ''
  const { args, missing } = completeArgs(one, call.args, environment)
  return missing === null ? (one.describe?.(args, environment) ?? one.title) : one.title
}
