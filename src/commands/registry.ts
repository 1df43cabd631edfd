import type { Dispatch } from '../machines/events.ts'
import { cancelBacktest, retrySymbol, runBacktest, saveSymbolAgain } from './catalogue/backtest.ts'
import {
  keepSpanLimits,
  liftSpanLimits,
  openPalette,
  setSlippage,
  setTheme,
  signOut,
  toggleHelp,
  togglePalette,
} from './catalogue/console.ts'
import { deleteRun, openRun, resumeRun, undoDelete } from './catalogue/saved-runs.ts'
import { goBack, openImport, openView } from './catalogue/views.ts'
import type { ArgSpecs, ArgsOf, Command } from './command.ts'
import type { Environment } from './environment.ts'
import type { tradingCommands } from './trading-commands.ts'

/** What the console can do before anything of trading is loaded. */
const firstCommands = [
  runBacktest,
  cancelBacktest,
  retrySymbol,
  saveSymbolAgain,
  openRun,
  resumeRun,
  deleteRun,
  undoDelete,
  openView,
  goBack,
  openImport,
  setTheme,
  setSlippage,
  liftSpanLimits,
  keepSpanLimits,
  toggleHelp,
  togglePalette,
  openPalette,
  signOut,
] as const

type Registered = (typeof firstCommands)[number] | (typeof tradingCommands)[number]
export type CommandId = Registered['id']

/** Arguments a caller gives: those with a place in the context may be left out. */
export type GivenArgs<Id extends CommandId> = Partial<ArgsOf<Extract<Registered, { id: Id }>['args']>>

/** A command with typed arguments: what a key, a line, a button and a macro all come to. */
export type CommandCall = {
  readonly [Id in CommandId]: { readonly command: Id; readonly args: GivenArgs<Id> }
}[CommandId]

/** A command whose arguments have lost their types, for code that treats all commands alike. */
export type AnyCommand = Command<CommandId, ArgSpecs>
export type AnyArgs = Readonly<Record<string, unknown>>

const byId = new Map<string, AnyCommand>()
let known: readonly AnyCommand[] = []
type ByFirstWord = ReadonlyMap<string, readonly VerbPhrase[]>
let byFirstWord: ByFirstWord = new Map()
let byFirstName: ByFirstWord = new Map()

/** One of the phrases a command is typed with. */
export interface VerbPhrase {
  readonly one: AnyCommand
  readonly phrase: string
}

/** Makes commands known that were loaded later. Those that are known already stay as they are. */
export const addCommands = (more: readonly { readonly id: CommandId }[]): void => {
  for (const one of more as readonly AnyCommand[]) if (!byId.has(one.id)) byId.set(one.id, one)
  known = [...byId.values()]
  byFirstWord = grouped(({ verb, aliases }) => [verb, ...aliases])
  byFirstName = grouped(({ names }) => names)
}

const grouped = (phrasesOf: (one: AnyCommand) => readonly string[]): ByFirstWord => {
  const found = new Map<string, VerbPhrase[]>()
  for (const one of known) {
    for (const phrase of phrasesOf(one)) {
      const word = phrase.split(' ')[0] ?? ''
      found.set(word, [...(found.get(word) ?? []), { one, phrase }])
    }
  }
  return found
}

/** Verbs and aliases that begin with this word, in lower case. */
export const verbsFrom = (word: string): readonly VerbPhrase[] => byFirstWord.get(word) ?? []

/** Names that begin with this word, in lower case. */
export const namesFrom = (word: string): readonly VerbPhrase[] => byFirstName.get(word) ?? []

addCommands(firstCommands)

/** Everything the console can do. The palette, the keymap, the key sheet and the reference are made from it. */
export const allCommands = (): readonly AnyCommand[] => known

export const findCommand = (id: string): AnyCommand | null => byId.get(id) ?? null

/** A call whose arguments were read by the command's own argument kinds. */
export const callOf = (one: AnyCommand, args: AnyArgs): CommandCall =>
  ({ command: one.id, args }) as CommandCall

/** Given arguments with those the context knows, or the name of one that is missing. */
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

/** What a call amounts to: events for machines, in order. None when an argument is missing and the context lacks it. */
export const dispatchesOf = (call: CommandCall, environment: Environment): readonly Dispatch[] => {
  const one = byId.get(call.command)
  if (one === undefined) return []
  const { args, missing } = completeArgs(one, call.args, environment)
  if (missing !== null) return []
  const made = one.run(args, environment)
  return Array.isArray(made) ? made : [made as Dispatch]
}

/** The act in words; the plain title where an argument is missing. */
export const titleOfCall = (call: CommandCall, environment: Environment): string => {
  const one = byId.get(call.command)
  if (one === undefined) return ''
  const { args, missing } = completeArgs(one, call.args, environment)
  return missing === null ? (one.describe?.(args, environment) ?? one.title) : one.title
}
