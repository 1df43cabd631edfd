import type { Instead } from '../domain/orders/order-words.ts'
import type { ParseProblem } from '../domain/strategies/condition/parse-problem.ts'
import type { Dispatch, MachineName, Requests } from '../machines/requests.ts'
import type { Environment } from './environment.ts'
import type { Stroke } from './keymap/stroke.ts'

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
  /** Replaces the word under the caret. */
  readonly text: string
  readonly detail: string
}

/** Replaces the characters from `from` (inclusive) to `to` (exclusive). */
export interface LineFix {
  readonly from: number
  readonly to: number
  readonly text: string
}

export interface LineProblem extends ParseProblem {
  /**
   * `notAllowed` if the value was read but cannot be used here, `nothingFits` if only the keywords in
   * `expected` can follow; without it, the value could not be read.
   */
  readonly kind?: 'notAllowed' | 'nothingFits'
  /** Shown instead of `found` and `expected`. */
  readonly message?: string
  /** Likeliest first. */
  readonly fixes?: readonly LineFix[]
}

/** `to` is the offset behind the text that was read. */
export type Taken<Value> =
  | { readonly kind: 'value'; readonly value: Value; readonly to: number }
  | { readonly kind: 'problem'; readonly problem: LineProblem; readonly to: number }

export interface ArgKind<Value> {
  readonly token: TokenKind
  /** Completes "expected …" in messages: `an instrument such as NIFTY 50`. */
  readonly expects: string
  /** Reads any text, so the parser tries it after all other kinds. */
  readonly isGreedy?: boolean
  /** Null if the text is not of this kind; a problem if it is, but invalid. */
  read(line: string, from: number, environment: Environment): Taken<Value> | null
  /** Inverse of `read`. */
  print(value: Value): string
  complete(word: string, environment: Environment): readonly Completion[]
}

export interface ArgSpec<Value, IsRequired extends boolean = boolean> {
  readonly title: string
  readonly kind: ArgKind<Value>
  readonly isRequired: IsRequired
  /** The keyword before it (`on`, `sl`), or null if its form identifies it. */
  readonly word: string | null
  readonly isBare: boolean
  /** Read only once this argument of the same command was; null at any time. */
  readonly after: string | null
  /** Default from the context when the line omits it. */
  initial?(environment: Environment): Value | undefined
}

export type ArgSpecs = Readonly<Record<string, ArgSpec<unknown>>>
type ValueOf<Spec> = Spec extends ArgSpec<infer Value> ? Value : never

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

export interface ArgProblem {
  readonly arg: string
  readonly found: string
  readonly expected: string
  /** Shown instead of `found` and `expected`. */
  readonly message?: string
  /** Likeliest first. */
  readonly instead?: readonly Instead[]
}

export interface RowWords {
  readonly title: string
  readonly detail: string
  readonly brief: string
}

export interface Variant<Args> {
  readonly args: Args
  readonly stroke?: Stroke
  readonly words?: RowWords | undefined
}

export interface Command<Id extends string = string, Specs extends ArgSpecs = ArgSpecs> {
  readonly id: Id
  readonly title: string
  readonly keywords: readonly string[]
  readonly verb: string
  readonly aliases: readonly string[]
  /** Recognised anywhere in a line that has no verb; the whole line is then the arguments. */
  readonly names: readonly string[]
  /** The verb is only a side if the line holds another command's name: `sell 2l straddle nifty`. */
  readonly isSide?: boolean
  readonly args: Specs
  readonly when: string
  readonly effect: Effect
  readonly danger: Danger
  /** A question that Enter asks first, with what would happen; null if it does not. */
  asks?(args: ArgsOf<Specs>, environment: Environment): string | null
  /** Armed, it is sent at once: what it costs is shown where its key or click is. */
  readonly isSentArmed?: boolean
  /** Shown in the command line before Enter; `rows` are those of `affected`. */
  readonly preview?: 'backtest' | 'order' | 'rows' | 'scan'
  /** Absent: whatever the arguments are. */
  isPreviewed?(args: ArgsOf<Specs>): boolean
  /** False hides it from the palette's list; it can still be typed and bound. */
  readonly isListed?: boolean
  /** False for what only its form or confirmation gives: it is no line, so no macro records or repeats it. */
  readonly isTyped?: boolean
  run(args: ArgsOf<Specs>, environment: Environment): Dispatch | readonly Dispatch[]
  check?(args: ArgsOf<Specs>, environment: Environment): ArgProblem | null
  describe?(args: ArgsOf<Specs>, environment: Environment): string
  words?(args: ArgsOf<Specs>, environment: Environment): RowWords | undefined
  /** The defaults in effect, in the syntax of the line. */
  ghost?(args: Partial<ArgsOf<Specs>>, environment: Environment): string
  variants?(args: ArgsOf<Specs>, environment: Environment): readonly Variant<ArgsOf<Specs>>[]
  affected?(args: ArgsOf<Specs>, environment: Environment): readonly string[]
  /** Offered for 5 s. */
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
  isListed: declared.isTyped !== false,
  ...declared,
})

export const to = <Name extends MachineName>(machine: Name, event: Requests[Name]): Dispatch =>
  ({ to: machine, event }) as Dispatch

type Marks<Value> = {
  readonly word?: string
  readonly isBare?: boolean
  readonly after?: string
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
  { word, isBare, after, initial }: Marks<Value>,
): ArgSpec<Value, IsRequired> => ({
  title,
  kind,
  isRequired,
  word: word ?? null,
  isBare: isBare ?? word === undefined,
  after: after ?? null,
  ...(initial === undefined ? {} : { initial }),
})
