import type { ParseProblem } from '../domain/condition/tree.ts'
import type { Dispatch, MachineName, Requests } from '../machines/events.ts'
import type { Environment } from './environment.ts'
import type { Stroke } from './keymap/stroke.ts'

/** How a word of the line is tinted. */
export const tokenKinds = [
  'verb',
  'word',
  'instrument',
  'condition',
  'span',
  'interval',
  'size',
  'choice',
  'stop',
  'number',
  'name',
  'unknown',
] as const
export type TokenKind = (typeof tokenKinds)[number]

export interface Completion {
  /** Put in place of the word under the caret. */
  readonly text: string
  readonly detail: string
}

/** A text that would make sense in place of the characters `from` (included) to `to` (excluded) of the line. */
export interface LineFix {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Where a line stops making sense. */
export interface LineProblem extends ParseProblem {
  /** A sentence of its own, shown instead of what was found and expected. */
  readonly message?: string
  /** The likeliest corrections, offered first. */
  readonly fixes?: readonly LineFix[]
}

/** What one argument kind made of the line from some offset on. `to` is the offset behind what it took. */
export type Taken<Value> =
  | { readonly kind: 'value'; readonly value: Value; readonly to: number }
  | { readonly kind: 'problem'; readonly problem: LineProblem; readonly to: number }

export interface ArgKind<Value> {
  readonly token: TokenKind
  /** Said when it is missing or wrong: `an instrument such as NIFTY 50`. */
  readonly expects: string
  /** Takes whatever stands there or says why not, so it is asked after all others. */
  readonly isGreedy?: boolean
  /** Null when the text is not of this kind at all. */
  read(line: string, from: number, environment: Environment): Taken<Value> | null
  /** Inverse of `read`. */
  print(value: Value): string
  complete(word: string, environment: Environment): readonly Completion[]
}

export interface ArgSpec<Value, IsRequired extends boolean = boolean> {
  readonly title: string
  readonly kind: ArgKind<Value>
  readonly isRequired: IsRequired
  /** The word before it (`on`, `sl`), or null where its form tells it apart. */
  readonly word: string | null
  /** Whether it is also recognised without its word. */
  readonly isBare: boolean
  /** Taken from the context where the line says nothing. */
  initial?(environment: Environment): Value | undefined
}

export type ArgSpecs = Readonly<Record<string, ArgSpec<unknown>>>
type ValueOf<Spec> = Spec extends ArgSpec<infer Value> ? Value : never

/** As `run` gets them: what is required is there. */
export type ArgsOf<Specs extends ArgSpecs> = {
  readonly [Name in keyof Specs as Specs[Name]['isRequired'] extends true ? Name : never]: ValueOf<
    Specs[Name]
  >
} & {
  readonly [Name in keyof Specs as Specs[Name]['isRequired'] extends true ? never : Name]?: ValueOf<
    Specs[Name]
  >
}

export type Effect = 'read' | 'local' | 'reduces' | 'increases' | 'irreversible'
export type Danger = 'none' | 'confirm' | 'type'

/** An argument that reads well and still cannot be meant. */
export interface ArgProblem {
  readonly arg: string
  readonly found: string
  readonly expected: string
  /** What one would type for it, likeliest first. */
  readonly instead?: readonly string[]
}

/** The same act done a little differently. */
export interface Variant<Args> {
  readonly args: Args
  /** Does it from the command line, beside the arrow keys: `shift+enter`. */
  readonly stroke?: Stroke
}

export interface Command<Id extends string = string, Specs extends ArgSpecs = ArgSpecs> {
  readonly id: Id
  readonly title: string
  readonly keywords: readonly string[]
  /** Typed first. Words, so that `sign out` is a verb. */
  readonly verb: string
  readonly aliases: readonly string[]
  /** Words that mean it wherever they stand in a line without its verb; the whole line is then its arguments. */
  readonly names: readonly string[]
  /** Its verb says a side alone where a name of another command stands in the line: `sell 2l straddle nifty`. */
  readonly isSide?: boolean
  readonly args: Specs
  readonly when: string
  readonly effect: Effect
  readonly danger: Danger
  /** What the command line shows before Enter; `rows` are those of `affected`. */
  readonly preview?: 'backtest' | 'order' | 'rows'
  /** False keeps it out of the palette's list; it can still be typed and bound. */
  readonly isListed?: boolean
  /** Pure: what the command amounts to. */
  run(args: ArgsOf<Specs>, environment: Environment): Dispatch | readonly Dispatch[]
  check?(args: ArgsOf<Specs>, environment: Environment): ArgProblem | null
  /** The act in words. The title where absent. */
  describe?(args: ArgsOf<Specs>, environment: Environment): string
  /** The defaults that would be used, as one would type them. */
  ghost?(args: Partial<ArgsOf<Specs>>, environment: Environment): string
  /** Offered below the act. */
  variants?(args: ArgsOf<Specs>, environment: Environment): readonly Variant<ArgsOf<Specs>>[]
  /** What it would touch, one row each, in words. */
  affected?(args: ArgsOf<Specs>, environment: Environment): readonly string[]
  /** Takes the act back within 5 s. */
  undo?(args: ArgsOf<Specs>, environment: Environment): Dispatch
}

type Declared<Id extends string, Specs extends ArgSpecs> = Omit<
  Command<Id, Specs>,
  'keywords' | 'aliases' | 'names' | 'args' | 'danger' | 'when'
> & {
  readonly keywords?: readonly string[]
  readonly aliases?: readonly string[]
  readonly names?: readonly string[]
  readonly args?: Specs
  readonly when?: string
  readonly danger?: Danger
}

// biome-ignore lint/complexity/noBannedTypes: a command without arguments has exactly none
export const command = <const Id extends `${string}.${string}`, const Specs extends ArgSpecs = {}>(
  declared: Declared<Id, Specs>,
): Command<Id, Specs> => ({
  keywords: [],
  aliases: [],
  names: [],
  args: {} as Specs,
  when: '',
  danger: 'none',
  ...declared,
})

/** One event for one machine. */
export const to = <Name extends MachineName>(machine: Name, event: Requests[Name]): Dispatch =>
  ({ to: machine, event }) as Dispatch

type Marks<Value> = {
  readonly word?: string
  readonly isBare?: boolean
  readonly initial?: (environment: Environment) => Value | undefined
}

export const required = <Value>(title: string, kind: ArgKind<Value>, marks: Marks<Value> = {}) =>
  spec(title, kind, true, marks)

export const optional = <Value>(title: string, kind: ArgKind<Value>, marks: Marks<Value> = {}) =>
  spec(title, kind, false, marks)

const spec = <Value, IsRequired extends boolean>(
  title: string,
  kind: ArgKind<Value>,
  isRequired: IsRequired,
  { word, isBare, initial }: Marks<Value>,
): ArgSpec<Value, IsRequired> => ({
  title,
  kind,
  isRequired,
  word: word ?? null,
  isBare: isBare ?? word === undefined,
  ...(initial === undefined ? {} : { initial }),
})
