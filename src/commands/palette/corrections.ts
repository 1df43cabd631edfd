import { indicators } from '../../domain/charts/indicators.ts'
import { namesOfHint, nearestNames } from '../../domain/nearest.ts'
import type { ArgSpec, LineFix, LineProblem } from '../command.ts'
import type { Environment } from '../environment.ts'
import { nearestIntervals } from '../grammar/time/near-intervals.ts'
import { skipSpaces, wordAt } from '../grammar/words.ts'
import { type AnyCommand, allCommands, verbsFrom } from '../registry.ts'

const FIXES_MAX = 3
/** Shorter words are close to too many names. */
const NAMED_LENGTH_MIN = 4

const otherWords: Readonly<Record<string, string>> = {
  stop: 'sl',
  stoploss: 'sl',
  target: 'tp',
  tgt: 'tp',
  trigger: 'trig',
}

const comparatorWords = ['crosses', 'above', 'below', 'higher', 'lower', 'than', 'and', 'or']
/** As other platforms write a comparator. */
const otherComparators = [
  { pattern: /cross(?:es|ed|ing)?[\s-]*(?:above|over)\b/iy, text: 'crosses above' },
  { pattern: /cross(?:es|ed|ing)?[\s-]*(?:below|under)\b/iy, text: 'crosses below' },
] as const
const priceWords = ['mkt', 'market', 'ask', 'bid', 'ltp']

interface Mistake {
  readonly line: string
  readonly problem: LineProblem
  readonly one: AnyCommand | null
}

interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly before: string
}

export const correctionsOf = (
  { line, problem, one }: Mistake,
  environment: Environment,
): readonly LineFix[] => {
  if (one === null) return namedFixes(line)
  const word = wordOf(line, problem.column - 1)
  if (word.text === '' || hasReason(problem) || environment.instruments === null) return []
  const comparator = has(one, 'condition') ? comparatorAt(line, word.from) : null
  if (comparator !== null) return [comparator]
  if (word.text.toLowerCase() === word.before.toLowerCase())
    return [{ from: word.from, to: skipSpaces(line, word.to), text: '' }]
  const typed = word.text.toLowerCase()
  const formed = likelyTexts(word, one)
  const texts = formed.length > 0 ? formed : nearestTexts(typed, problem, one, environment)
  return [...new Set(texts.map((text) => text.toLowerCase()))]
    .map((text) => ({
      from: word.from,
      to: text.startsWith(`${typed} `) ? endOfSlip(line, word, text) : word.to,
      text,
    }))
    .filter((fix): fix is LineFix => fix.to !== null)
    .slice(0, FIXES_MAX)
}

/** For `day los` and the name `day loss`: the second word is misspelt, the first stands. Null if it is no misspelling. */
const endOfSlip = (line: string, word: Word, name: string): number | null => {
  const next = wordAt(line, skipSpaces(line, word.to))
  const isNear = next.text !== '' && nearestNames(next.text, [name.slice(word.text.length + 1)], 1).length > 0
  return isNear ? next.to : null
}

/** The word is valid but cannot apply now: `a strike; no last price of NIFTY 50 is known`. */
const hasReason = ({ expected }: LineProblem): boolean => /; (?!nearest: )/.test(expected)

const wordOf = (line: string, from: number): Word => {
  const whole = wordAt(line, from)
  // In `emma(close,9)`, only the name before the bracket is wrong.
  const name = /^[a-z_]+(?=\()/i.exec(whole.text)?.[0] ?? whole.text
  const before = /(\S+)\s+$/.exec(line.slice(0, from))?.[1] ?? ''
  return { text: name, from, to: from + name.length, before }
}

const comparatorAt = (line: string, from: number): LineFix | null => {
  for (const { pattern, text } of otherComparators) {
    pattern.lastIndex = from
    if (pattern.test(line)) return { from, to: pattern.lastIndex, text }
  }
  return null
}

const specsOf = ({ args }: AnyCommand): readonly ArgSpec<unknown>[] => Object.values(args)

const has = (one: AnyCommand, token: ArgSpec<unknown>['kind']['token']): boolean =>
  specsOf(one).some(({ kind }) => kind.token === token)

const likelyTexts = ({ text, before }: Word, one: AnyCommand): readonly string[] => {
  const typed = text.toLowerCase()
  const announced = specsOf(one).flatMap(({ word }) => (word === null ? [] : [word]))
  const other = Object.hasOwn(otherWords, typed) ? (otherWords[typed] ?? '') : ''
  const [, glued = '', value = ''] = /^([a-z]+)(\d.*)$/.exec(typed) ?? []
  const verbs =
    before === '' ? [] : verbsFrom(before.toLowerCase()).map(({ phrase }) => phrase.split(' ')[1] ?? '')
  return [
    ...(announced.includes(other) ? [other] : []),
    ...(announced.includes(glued) ? [`${glued} ${value}`] : []),
    ...('price' in one.args && priceWords.includes(typed) ? [`@${typed === 'market' ? 'mkt' : typed}`] : []),
    ...(has(one, 'interval') ? nearestIntervals(typed) : []),
    ...nearestNames(
      typed,
      verbs.filter((verb) => verb.length > 1 && isSlip(typed, verb)),
      1,
    ),
  ]
}

/** Sorted by edit distance; names in the problem itself are offered at any distance. */
const nearestTexts = (
  text: string,
  { expected }: LineProblem,
  one: AnyCommand,
  environment: Environment,
): readonly string[] => {
  const said = namesOfHint(expected)
  const symbols = has(one, 'instrument') ? (environment.instruments?.nearest(text) ?? []) : []
  const names =
    one.isSide === true && text.length >= NAMED_LENGTH_MIN
      ? nameWords().filter((name) => isSlip(text, name))
      : []
  const known = [...said, ...wordsOf(one, text, environment), ...symbols, ...names]
  // A known word in the wrong position is not a misspelling.
  return known.some((name) => name.toLowerCase() === text)
    ? []
    : [...nearestNames(text, known, FIXES_MAX), ...said]
}

const wordsOf = (one: AnyCommand, text: string, environment: Environment): readonly string[] =>
  specsOf(one)
    .flatMap(({ word, kind }) => {
      const announced = word === null ? [] : [word]
      if (kind.token === 'instrument') return announced
      if (kind.token === 'condition')
        return [...announced, ...comparatorWords, ...indicators.map(({ key }) => key)]
      // Some kinds complete nothing until a letter is typed.
      const begun = [...kind.complete('', environment), ...kind.complete(text.slice(0, 1), environment)]
      return [...announced, ...begun.map((completion) => completion.text)]
    })
    .filter((word) => /^[@a-z]/.test(word))

/** Strict, so that an unlisted symbol is not taken for a misspelt name. */
const isSlip = (text: string, name: string): boolean =>
  text[0]?.toLowerCase() === name[0] && Math.abs(text.length - name.length) <= 1

const nameWords = (): readonly string[] => [
  ...new Set(
    allCommands().flatMap(({ names }) =>
      names.flatMap((name) => name.split(' ').filter(({ length }) => length >= NAMED_LENGTH_MIN)),
    ),
  ),
]

const namedFixes = (line: string): readonly LineFix[] => {
  const names = nameWords()
  for (const { 0: text, index } of line.matchAll(/\S+/g)) {
    if (text.length < NAMED_LENGTH_MIN || names.includes(text.toLowerCase())) continue
    const [near] = nearestNames(
      text,
      names.filter((name) => isSlip(text, name)),
      1,
    )
    if (near !== undefined) return [{ from: index, to: index + text.length, text: near }]
  }
  return []
}
