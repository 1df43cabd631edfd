import { nearestHint, nearestNames } from '../domain/nearest.ts'
import type { LineProblem } from './command.ts'
import type { Environment } from './environment.ts'
import { readInstrument } from './grammar/instrument.ts'
import { type ReadArguments, readArguments } from './grammar/read-arguments.ts'
import { phraseAt, skipSpaces, wordAt } from './grammar/words.ts'
import { strokesInWords } from './keymap/stroke.ts'
import { parseWhen } from './keymap/when.ts'
import { withNeeds } from './needs.ts'
import { candidatesFor, commandRows } from './palette/candidates.ts'
import { completionsAt } from './palette/complete.ts'
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
  titleOfCall,
  verbsFrom,
} from './registry.ts'

const HISTORY_ROWS = 3
/** A verb that is not the first word is tried at so many places. */
const LATE_VERBS_MAX = 4

/** What a line means, half-typed or whole. Pure: the same line, caret and environment always read alike. */
export const readLine = (line: string, caret: number, environment: Environment): Reading => {
  const { watched, needs } = withNeeds(environment)
  const whole = environment.writtenOut?.(line) ?? null
  const reading =
    whole === null
      ? readWatched(line, caret, watched)
      : whole.asTyped(readWatched(whole.text, whole.readAt(caret), watched))
  return { ...reading, needs: needs() }
}

const readWatched = (line: string, caret: number, environment: Environment): ReadingAlone => {
  if (line.length > MAX_LINE_LENGTH) return tooLong(line)
  const start = skipSpaces(line, 0)
  if (start === line.length) return emptyReading(environment)
  const verb = verbAt(line, start)
  if (verb !== null) return readCommand(verb, line, caret, environment)
  return readLateVerb(line, start, caret, environment) ?? readBare(line, environment)
}

/** What it needs is said once for the whole. */
type ReadingAlone = Omit<Reading, 'needs'>

interface Verb {
  readonly one: AnyCommand
  readonly from: number
  readonly to: number
}

/** The longest verb that stands there. */
const verbAt = (line: string, from: number): Verb | null => {
  let best: Verb | null = null
  for (const { one, phrase } of verbsFrom(wordAt(line, from).text.toLowerCase())) {
    const to = phraseAt(line, from, phrase)
    if (to !== null && to > (best?.to ?? 0)) best = { one, from, to }
  }
  return best
}

/** `nifty 50 bt rsi(14) < 30`: the verb may stand further on where the whole line then makes sense. */
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
  if (begun === null) return null
  return { ...begun, rows: bounded([...begun.rows, ...candidatesFor(line, environment)]) }
}

/** All that stands before the verb belongs to it, and the verb is more than a letter: only the rest is missing. */
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
  const isBareVerb = line.slice(to).trim() === '' && isFirst
  const rows = [
    ...fixRows(line, isAtCaret(problem, caret) ? null : problem),
    ...(call === null ? [] : actRows(one, args, environment)),
    ...(isFirst ? completions(one, line, to, caret, environment) : []),
    ...(isBareVerb ? candidatesFor(line, environment).filter(({ id }) => id !== one.id) : []),
  ]
  return {
    tokens: [...read.tokens.flatMap((one) => around(one, token)), token].sort((a, b) => a.from - b.from),
    call,
    rows: bounded(rows),
    ghost: one.ghost?.(read.args, environment) ?? '',
    problem,
    title: call === null ? one.title : titleOfCall(call, environment),
  }
}

/** What is left of a token that a verb in its midst has parted. */
const around = (token: LineToken, { from, to }: LineToken): readonly LineToken[] =>
  token.to <= from || token.from >= to
    ? [token]
    : [
        { ...token, to: from },
        { ...token, from: to },
      ].filter((part) => part.from < part.to)

/** Behind a verb without a space the space is written too. */
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
          ? `a command that can run here; ${title} cannot now`
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
  { places }: ReadArguments,
  line: string,
  environment: Environment,
): LineProblem | null => {
  const problem = one.check?.(args, environment) ?? null
  if (problem === null) return null
  const place = places.find(({ name }) => name === problem.arg)
  const isAsTyped = place !== undefined && one.args[problem.arg]?.kind.token === 'size'
  const found = isAsTyped ? line.slice(place.from, place.to) : problem.found
  return { column: (place?.from ?? line.length) + 1, found, expected: problem.expected }
}

const actRows = (one: AnyCommand, args: AnyArgs, environment: Environment): readonly PaletteRow[] => [
  { ...actRow(callOf(one, args), 'act', environment), detail: one.ghost?.(args, environment) ?? one.verb },
  ...(one.variants?.(args, environment) ?? []).flatMap((variant, place) =>
    (one.check?.(variant.args, environment) ?? null) === null
      ? [variantRow(callOf(one, variant.args), variant.stroke, environment, `${one.id} variant ${place + 1}`)]
      : [],
  ),
]

/** A word that is being written is completed; only one that was written is corrected. */
const isAtCaret = (problem: LineProblem | null, caret: number): boolean =>
  problem?.message === undefined &&
  (problem?.fixes ?? []).some(({ from, to }) => from <= caret && caret <= to)

/** Corrections of a line that makes no sense, each one key away. */
const fixRows = (line: string, problem: LineProblem | null): readonly PaletteRow[] =>
  (problem?.fixes ?? []).map(({ from, to, text }) => {
    const before = line.slice(0, from) + text
    const fixed = before + line.slice(to)
    return insertRow(`fix ${text}`, 'completion', fixed, 'did you mean', fixed, before.length)
  })

/** A text without a verb: a screen, a saved run, an instrument, or the beginning of a command. */
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
      rows: fixRows(line, problem),
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
      rows: fixRows(line, problem),
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

const unknownLine = (found: string, from: number): LineProblem => {
  const verbs = allCommands().flatMap(({ verb, aliases }) => [verb, ...aliases])
  const expected = `a command, a screen or an instrument${nearestHint(found, verbs)}`
  const word = wordAt(found, 0).text
  const [verb] = word === found ? [] : nearestNames(word, verbs, 1)
  const fixes = verb === undefined ? [] : [{ from, to: from + word.length, text: verb }]
  return verb === undefined
    ? { column: from + 1, found, expected }
    : { column: from + 1, found: word, expected, message: `No command ${word}: ${verb}?`, fixes }
}

/** Nothing typed: lines run before, then what can be done here. */
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
    .map((text, place) => insertRow(`history ${place + 1}`, 'history', text, 'run before', text))
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

/** Each row once, as many as are shown. */
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
