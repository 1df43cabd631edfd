import { nearestHint, nearestNames } from '../domain/nearest.ts'
import type { Instead } from '../domain/orders/order-words.ts'
import type { LineFix, LineProblem } from './command.ts'
import type { Environment } from './environment.ts'
import { readInstrument } from './grammar/instruments/instrument.ts'
import { type ReadArgument, type ReadArguments, readArguments } from './grammar/read-arguments.ts'
import { didYouMean, skipSpaces, wordAt } from './grammar/words.ts'
import { strokesInWords } from './keymap/stroke.ts'
import { parseWhen } from './keymap/when.ts'
import { withNeeds } from './needs.ts'
import { candidatesFor, commandRows } from './palette/candidates.ts'
import { completionsAt } from './palette/complete.ts'
import { askedAbout, fixesOf, fixRows, isAtCaret } from './palette/fixes.ts'
import { findOffers } from './palette/offers.ts'
import { actRow, insertRow, variantRow } from './palette/rows.ts'
import {
  type LineToken,
  MAX_LINE_LENGTH,
  MAX_PALETTE_ROWS,
  type PaletteRow,
  type Reading,
} from './reading.ts'
import {
  type AnyArgs,
  type AnyCommand,
  allCommands,
  callOf,
  completeArgs,
  isExpectingMore,
  titleOfCall,
} from './registry.ts'
import { namedIn, type Verb, verbAt } from './verb-at.ts'

const HISTORY_ROWS = 3
const LATE_VERBS_MAX = 4

export const readLine = (line: string, caret: number, environment: Environment): Reading => {
  const { watched, needs } = withNeeds(environment)
  const whole = environment.writtenOut?.(line) ?? null
  const reading =
    whole === null
      ? readWatched(line, caret, watched)
      : whole.asTyped(readWatched(whole.text, whole.readAt(caret), watched))
  const rows = reading.rows.map((row) => withMeaning(row, watched))
  return { ...reading, rows, needs: needs() }
}

const withMeaning = (row: PaletteRow, environment: Environment): PaletteRow => {
  if (row.changed === undefined || row.insert === undefined) return row
  const { call, title } = readWatched(row.insert, row.insert.length, environment)
  return call === null ? row : { ...row, detail: title, meant: call }
}

const readWatched = (line: string, caret: number, environment: Environment): ReadingAlone => {
  if (line.length > MAX_LINE_LENGTH) return tooLong(line)
  const start = skipSpaces(line, 0)
  if (start === line.length) return emptyReading(environment)
  const verb = verbAt(line, start)
  const named = verb === null || verb.one.isSide === true ? namedIn(line, start) : null
  if (named !== null) {
    const reading = readCommand({ one: named, from: start, to: start }, line, caret, environment)
    return verb === null && reading.call === null ? withCandidates(reading, line, environment) : reading
  }
  if (verb !== null) return readCommand(verb, line, caret, environment)
  return readLateVerb(line, start, caret, environment) ?? readBare(line, environment)
}

const withCandidates = (reading: ReadingAlone, line: string, environment: Environment): ReadingAlone => ({
  ...reading,
  rows: bounded([...reading.rows, ...candidatesFor(line, environment)]),
})

type ReadingAlone = Omit<Reading, 'needs'>

/** `nifty 50 bt rsi(14) < 30`: a later verb counts only if the whole line is then valid. */
const readLateVerb = (
  line: string,
  start: number,
  caret: number,
  environment: Environment,
): ReadingAlone | null => {
  let tried = 0
  let begun: ReadingAlone | null = null
  for (let at = start; at < line.length && tried < LATE_VERBS_MAX; at++) {
    if (!/\s/.test(line[at - 1] ?? '') || /\s/.test(line[at] ?? '')) continue
    const verb = verbAt(line, at)
    if (verb === null || Object.keys(verb.one.args).length === 0) continue
    tried++
    const reading = readCommand(verb, line, caret, environment)
    if (reading.call !== null) return reading
    begun ??= isBegun(verb, line, reading) ? reading : null
  }
  return begun === null ? null : withCandidates(begun, line, environment)
}

/** Everything before the verb was understood, so only the rest is missing. */
const isBegun = ({ from, to }: Verb, line: string, { problem, tokens }: ReadingAlone): boolean =>
  to - from > 1 &&
  to < line.length &&
  problem !== null &&
  tokens.every((token) => token.from > from || token.kind !== 'unknown')

const readCommand = (verb: Verb, line: string, caret: number, environment: Environment): ReadingAlone => {
  const { one, from, to } = verb
  const isFirst = line.slice(0, from).trim() === ''
  const blanked = isFirst ? line : blankOut(line, from, to)
  const argsFrom = isFirst ? to : 0
  const read = readArguments(one, blanked, argsFrom, environment)
  const { args, missing } = completeArgs(one, read.args, environment)
  const problem =
    unavailable(one, line, from, to, environment) ??
    read.problem ??
    lacking(one, line, missing) ??
    checked(one, args, read, line, environment)
  const call = problem === null ? callOf(one, args) : null
  const token: LineToken = { from, to, kind: 'verb' }
  const endsInArgument = read.problem?.found === 'the end'
  const isBareVerb = line.slice(to).trim() === '' && isFirst
  const completed = isFirst ? completions(one, line, to, caret, environment) : []
  const fixes = problem === null ? [] : fixesOf(line, problem, one, environment)
  const isCompleted = isAtCaret(problem, fixes, caret) && completed.length > 0
  const rows = [
    ...(isCompleted ? [] : fixRows(line, fixes)),
    ...(call === null ? [] : actRows(one, args, environment)),
    ...completed,
    ...(isBareVerb ? candidatesFor(line, environment).filter(({ id }) => id !== one.id) : []),
  ]
  return {
    tokens: [...read.tokens.flatMap((one) => around(one, token)), ...(to > from ? [token] : [])].sort(
      (a, b) => a.from - b.from,
    ),
    call,
    rows: bounded(rows),
    ghost: endsInArgument ? '' : (one.ghost?.(read.args, environment) ?? ''),
    problem: problem === null || isCompleted ? problem : askedAbout(line, problem, fixes),
    title: call === null ? one.title : titleOfCall(call, environment),
  }
}

const around = (token: LineToken, { from, to }: LineToken): readonly LineToken[] =>
  token.to <= from || token.from >= to
    ? [token]
    : [
        { ...token, to: from },
        { ...token, from: to },
      ].filter((part) => part.from < part.to)

/** A completion right after a verb inserts the missing space. */
const completions = (
  one: AnyCommand,
  line: string,
  argsFrom: number,
  caret: number,
  environment: Environment,
): readonly PaletteRow[] =>
  line.length === argsFrom && caret === argsFrom
    ? completionsAt(one, `${line} `, argsFrom, caret + 1, environment)
    : completionsAt(one, line, argsFrom, caret, environment)

const blankOut = (line: string, from: number, to: number): string =>
  line.slice(0, from) + ' '.repeat(to - from) + line.slice(to)

const unavailable = (
  { when, title }: AnyCommand,
  line: string,
  from: number,
  to: number,
  { context }: Environment,
): LineProblem | null =>
  parseWhen(when)(context)
    ? null
    : {
        column: from + 1,
        found: line.slice(from, to),
        expected: context.signedIn
          ? `another command; ${title} is not available here`
          : 'to be signed in first',
        message: context.signedIn ? `${title} cannot be used here now` : 'Sign in first',
      }

const lacking = (one: AnyCommand, line: string, missing: string | null): LineProblem | null => {
  const spec = missing === null ? undefined : one.args[missing]
  if (spec === undefined) return null
  const word = spec.word === null ? '' : `${spec.word} and `
  return { column: line.trimEnd().length + 1, found: 'the end', expected: word + spec.kind.expects }
}

const checked = (
  one: AnyCommand,
  args: AnyArgs,
  { spans }: ReadArguments,
  line: string,
  environment: Environment,
): LineProblem | null => {
  const problem = one.check?.(args, environment) ?? null
  if (problem === null) return null
  const span = spans.find(({ name }) => name === problem.arg)
  const isAsTyped = span !== undefined && one.args[problem.arg]?.kind.token === 'size'
  const found = isAsTyped ? line.slice(span.from, span.to) : problem.found
  const { expected, message, instead = [] } = problem
  const word = one.args[problem.arg]?.word ?? null
  const fixes = instead.map((one) => fixOf(one, span ?? null, word, line))
  return {
    kind: 'notAllowed',
    column: (span?.from ?? line.length) + 1,
    found,
    expected,
    ...(message === undefined ? {} : { message }),
    ...(fixes.length === 0 ? {} : { fixes }),
  }
}

const fixOf = (instead: Instead, span: ReadArgument | null, word: string | null, line: string): LineFix => {
  const [text, replaces] = typeof instead === 'string' ? [instead, 'value'] : [instead.text, instead.replaces]
  if (span === null || replaces === 'nothing') {
    const from = line.trimEnd().length
    return { from, to: line.length, text: ` ${text}` }
  }
  return {
    from: span.from,
    to: span.to,
    text: word === null || replaces === 'argument' ? text : `${word} ${text}`,
  }
}

const actRows = (one: AnyCommand, args: AnyArgs, environment: Environment): readonly PaletteRow[] => [
  {
    ...actRow(callOf(one, args), 'act', environment),
    detail: one.ghost?.(args, environment) ?? one.verb,
    words: one.words?.(args, environment),
  },
  ...(one.variants?.(args, environment) ?? []).flatMap((variant, index) =>
    (one.check?.(variant.args, environment) ?? null) === null
      ? [variantRow(callOf(one, variant.args), variant, environment, `${one.id} variant ${index + 1}`)]
      : [],
  ),
]

const readBare = (line: string, environment: Environment): ReadingAlone => {
  const from = skipSpaces(line, 0)
  const to = line.trimEnd().length
  const named = readInstrument(line, from, environment)
  if (named?.kind === 'problem' && named.problem.message !== undefined) {
    const { problem } = named
    const at = problem.column - 1
    return {
      ...nothing,
      tokens: [{ from: at, to: named.to, kind: 'unknown', problem: problem.message ?? problem.expected }],
      rows: fixRows(line, problem.fixes ?? []),
      problem,
    }
  }
  const rows = bounded(candidatesFor(line, environment))
  const [first, ...others] = rows
  if (first === undefined) {
    const problem = unknownLine(line.slice(from, to), from)
    return {
      ...nothing,
      tokens: [{ from, to, kind: 'unknown', problem: problem.message ?? problem.expected }],
      rows: fixRows(line, fixesOf(line, problem, null, environment)),
      problem,
    }
  }
  const act: PaletteRow = first.call === undefined ? first : { ...first, kind: 'act' }
  return {
    ...nothing,
    tokens: [{ from, to, kind: first.kind === 'instrument' ? 'instrument' : 'name' }],
    call: first.call ?? null,
    rows: [act, ...others],
    title: first.title,
  }
}

const nothing: ReadingAlone = { tokens: [], call: null, rows: [], ghost: '', problem: null, title: '' }

/** A word with more of its letters wrong was meant as something else: `nonsense` is no misspelt `losers`. */
const SLIP_SHARE = 1 / 3

const LOADING = 'Some commands are still loading. The line is read again as soon as they are here.'

const unknownLine = (found: string, from: number): LineProblem => {
  if (isExpectingMore()) return { column: from + 1, found, expected: 'a command', message: LOADING }
  // Among equally near verbs, one that trades is likelier.
  const listed = allCommands().filter(({ isListed }) => isListed !== false)
  const verbs = listed
    .toSorted((one, other) => Number(other.isSide === true) - Number(one.isSide === true))
    .flatMap(({ verb, aliases }) => [verb, ...aliases])
  const expected = `a command, a screen or an instrument${nearestHint(found, verbs)}`
  const word = wordAt(found, 0).text
  const [first] = /^[a-z]{2,}$/i.test(word) ? nearestNames(word, verbs, 1, SLIP_SHARE) : []
  const [whole] = first === undefined ? nearestNames(found, verbs, 1, SLIP_SHARE) : []
  const verb = first ?? whole
  if (verb === undefined || (word === found && !isSlip(word, verb)))
    return { column: from + 1, found, expected }
  const typed = first === undefined ? found : word
  const fixes = [{ from, to: from + typed.length, text: verb }]
  return { column: from + 1, found: typed, expected, message: didYouMean(typed, verb), fixes }
}

/** Strict for a single word, because it may also be a symbol. */
const isSlip = (word: string, verb: string): boolean =>
  word[0]?.toLowerCase() === verb[0] && Math.abs(word.length - verb.length) <= 1

const emptyReading = (environment: Environment): ReadingAlone => {
  const { history } = environment
  const pinned = Object.entries(environment.pins ?? {}).map(
    ([place, text]): PaletteRow => ({
      ...insertRow(`pin ${place}`, 'history', text, 'pinned', text),
      keys: strokesInWords(`alt+${place}`, environment.isMac),
    }),
  )
  const past = history
    .filter((text) => !pinned.some(({ title }) => title === text))
    .slice(0, HISTORY_ROWS)
    .map((text, index) => insertRow(`history ${index + 1}`, 'history', text, 'run before', text))
  const before = [...pinned, ...past]
  const atHand = findOffers()?.atHand(environment, before.length === 0) ?? commandRows(environment)
  return { ...nothing, rows: bounded([...before, ...atHand]) }
}

const tooLong = (line: string): ReadingAlone => ({
  ...nothing,
  tokens: [{ from: MAX_LINE_LENGTH, to: line.length, kind: 'unknown', problem: 'the line is too long' }],
  problem: {
    column: MAX_LINE_LENGTH + 1,
    found: `${line.length} characters`,
    expected: `at most ${MAX_LINE_LENGTH} characters`,
  },
})

const bounded = (rows: readonly PaletteRow[]): readonly PaletteRow[] => {
  const seen = new Set<string>()
  const kept: PaletteRow[] = []
  for (const row of rows) {
    if (kept.length === MAX_PALETTE_ROWS) break
    if (seen.has(row.id)) continue
    seen.add(row.id)
    kept.push(row)
  }
  return kept
}
