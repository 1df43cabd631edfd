import { nearestHint } from '../../domain/nearest.ts'
import type { ArgSpec, LineProblem, Taken, TokenKind } from '../command.ts'
import type { Environment } from '../environment.ts'
import type { LineToken } from '../reading.ts'
import type { AnyArgs, AnyCommand } from '../registry.ts'
import { didYouMean, phraseAt, skipSpaces, wordAt } from './words.ts'

export interface ReadArgument {
  readonly name: string
  readonly from: number
  readonly to: number
}

export interface ReadArguments {
  readonly args: AnyArgs
  readonly tokens: readonly LineToken[]
  readonly spans: readonly ReadArgument[]
  readonly problem: LineProblem | null
  readonly pending: { readonly name: string; readonly from: number } | null
}

type Named = readonly [name: string, spec: ArgSpec<unknown>]

const greed = ({ kind, word }: ArgSpec<unknown>): number => (kind.isGreedy === true && word === null ? 1 : 0)

interface Match {
  readonly name: string
  readonly kind: TokenKind
  readonly wordTo: number | null
  readonly valueFrom: number
  readonly taken: Taken<unknown>
}

const RECOVERY_WORDS_MAX = 40

/** Arguments that may be read next; those that belong behind one that was read come first. */
export const nextOf = <One extends Named>(open: readonly One[], args: AnyArgs): readonly One[] => {
  const given: Readonly<Record<string, unknown>> = args
  const followers = open.filter(([, { after }]) => after !== null && given[after] !== undefined)
  return followers.length === 0
    ? open.filter(([, { after }]) => after === null)
    : [...followers, ...open.filter(([, { after }]) => after === null)]
}

/** Reads in any order: by keyword, by form, then greedy. Continues after a problem to tint later words. */
export const readArguments = (
  one: AnyCommand,
  line: string,
  from: number,
  environment: Environment,
): ReadArguments => {
  const open: Named[] = Object.entries(one.args).sort(([, a], [, b]) => greed(a) - greed(b))
  const args: Record<string, unknown> = {}
  const tokens: LineToken[] = []
  const spans: ReadArgument[] = []
  let problem: LineProblem | null = null
  let pending: ReadArguments['pending'] = null
  let recovered = 0
  let at = skipSpaces(line, from)
  while (at < line.length && recovered < RECOVERY_WORDS_MAX) {
    if (problem !== null) recovered++
    const next = nextOf(open, args)
    const match = matchAt(next, line, at, environment, problem === null)
    if (match?.taken.kind === 'value') {
      open.splice(
        open.findIndex(([name]) => name === match.name),
        1,
      )
      args[match.name] = match.taken.value
      if (match.wordTo !== null) tokens.push({ from: at, to: match.wordTo, kind: 'word' })
      tokens.push({ from: match.valueFrom, to: match.taken.to, kind: match.kind })
      spans.push({ name: match.name, from: at, to: match.taken.to })
      at = skipSpaces(line, match.taken.to)
      continue
    }
    const end = Math.max(at + 1, wordAt(line, at).to)
    if (problem === null) {
      problem = match?.taken.problem ?? unknownWord(one, next, line, at, environment)
      pending = match === null ? null : { name: match.name, from: match.valueFrom }
      if (match !== null && match.wordTo !== null) tokens.push({ from: at, to: match.wordTo, kind: 'word' })
      const start = Math.min(problem.column - 1, line.length)
      const to = Math.max(match === null ? end : Math.min(match.taken.to, line.length), start)
      if (start > (match?.valueFrom ?? at) && match !== null) {
        tokens.push({ from: match.valueFrom, to: line.slice(0, start).trimEnd().length, kind: match.kind })
      }
      if (to > start)
        tokens.push({ from: start, to, kind: 'unknown', problem: problem.message ?? problem.expected })
      at = skipSpaces(line, Math.max(at + 1, to))
    } else at = skipSpaces(line, end)
  }
  return { args, tokens, spans, problem, pending }
}

const matchAt = (
  open: readonly Named[],
  line: string,
  at: number,
  environment: Environment,
  mayRefuse: boolean,
): Match | null => {
  for (const [name, { word, kind }] of open) {
    const wordTo = word === null ? null : phraseAt(line, at, word)
    if (wordTo === null) continue
    const valueFrom = skipSpaces(line, wordTo)
    const taken = kind.read(line, valueFrom, environment) ?? missing(line, valueFrom, kind.expects)
    return { name, kind: kind.token, wordTo, valueFrom, taken }
  }
  let refused: Match | null = null
  for (const [name, { word, isBare, kind }] of open) {
    const taken = isBare ? kind.read(line, at, environment) : null
    if (taken === null) continue
    const match = { name, kind: kind.token, wordTo: null, valueFrom: at, taken }
    if (taken.kind === 'value') return match
    // Without its keyword, an argument that has one is only a guess, so it reports no problem.
    if (mayRefuse && word === null && refused === null) refused = match
  }
  return refused
}

const missing = (line: string, at: number, expected: string): Taken<never> => {
  const { text, to } = wordAt(line, at)
  return { kind: 'problem', to, problem: { column: at + 1, found: text === '' ? 'the end' : text, expected } }
}

const unknownWord = (
  one: AnyCommand,
  open: readonly Named[],
  line: string,
  at: number,
  environment: Environment,
): LineProblem => {
  const found = wordAt(line, at).text || (line[at] ?? '')
  const [first] = open
  if (first === undefined) return { column: at + 1, found, expected: `the end of ${one.verb}` }
  const announced = open.flatMap(([, { word }]) => (word === null ? [] : [word]))
  const choices = open
    .filter(([, { kind }]) => kind.token === 'choice')
    .flatMap(([, { kind }]) => kind.complete('', environment).map(({ text }) => text))
  const price = open.some(([name]) => name === 'price') ? priceAt(line, at) : null
  if (price !== null) {
    const text = `@${price.amount}`
    const fix = { from: at, to: price.to, text }
    return {
      column: at + 1,
      found,
      expected: `${text} for a price`,
      message: didYouMean(line.slice(at, price.to), text),
      fixes: [fix],
    }
  }
  const words = [...announced, ...choices]
  const expected = announced.length > 0 ? oneOf(announced) : first[1].kind.expects
  const isComplete = announced.length > 0 && open.every(([, { isRequired }]) => !isRequired)
  return {
    ...(isComplete ? { kind: 'nothingFits' } : {}),
    column: at + 1,
    found,
    expected: expected + nearestHint(found, words),
  }
}

/** `trig, sl or tp` */
const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** A price without its `@`: `at 1500`. */
const priceAt = (line: string, at: number): { readonly amount: string; readonly to: number } | null => {
  const [text, amount] =
    /^(?:(?:at|limit|lmt|price)\s+)?₹?(\d+(?:\.\d+)?)(?=[\s,]|$)/i.exec(line.slice(at)) ?? []
  return text === undefined || amount === undefined ? null : { amount, to: at + text.length }
}
