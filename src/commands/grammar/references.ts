import type { Instrument, InstrumentId } from '../../domain/instruments/instrument.ts'
import { derivativeRoot } from '../../domain/instruments/instrument-names.ts'
import { nearestNames } from '../../domain/nearest.ts'
import type { ArgKind, Completion, Taken } from '../command.ts'
import type { Environment } from '../environment.ts'
import { matchTier, tiers } from '../palette/rank.ts'
import { readInstrument, titleOf } from './instruments/instrument.ts'
import { phraseAt, refuse, skipSpaces, taken, wordAt } from './words.ts'

const PRICES_MISSING = 'Some last prices are not known yet. Select the rows by hand.'

export interface Referable {
  readonly key: string
  readonly instrument: InstrumentId
  /** Printed and read again, without spaces: `#26112100001`, `mis:RELIANCE`. */
  readonly word: string
  readonly title: string
  readonly words: string
}

export interface References {
  readonly noun: string
  readonly expects: string
  readonly focusKind: string
  listOf(environment: Environment): readonly Referable[]
  /** By group word, such as `losers`; null if membership is unknown now. */
  groups?: Readonly<Record<string, (environment: Environment) => readonly string[] | null>>
  printKey(key: string): string
}

const LIST_MAX = 500

export const reference = (references: References): ArgKind<string> => ({
  token: 'name',
  isGreedy: true,
  expects: references.expects,
  read(line, from, environment) {
    const found = rowsAt(references, line, from, environment)
    if (found === null || found.kind === 'problem') return found
    const [one, ...others] = found.value
    if (one === undefined) return refuse(line, from, references.expects)
    return others.length === 0
      ? taken(one.key, found.to)
      : refuse(
          line,
          from,
          `one of ${found.value
            .map(({ word }) => word)
            .slice(0, 5)
            .join(', ')}`,
        )
  },
  print: (key) => references.printKey(key),
  complete: (word, environment) => completionsOf(references, word, environment),
})

/** Parted by commas; `selected` means the selected rows, `all` every row. */
export const referenceList = (references: References): ArgKind<readonly string[]> => ({
  token: 'name',
  isGreedy: true,
  expects: `${references.expects}, or all`,
  read(line, from, environment) {
    const whole = wholeListAt(references, line, from, environment)
    if (whole !== null) return whole
    const keys: string[] = []
    let at = from
    for (;;) {
      const found = rowsAt(references, line, at, environment)
      if (found === null) return keys.length === 0 ? null : refuse(line, at, references.expects)
      if (found.kind === 'problem') return found
      keys.push(...found.value.map(({ key }) => key).filter((key) => !keys.includes(key)))
      if (keys.length > LIST_MAX) return refuse(line, at, `at most ${LIST_MAX}`)
      const comma = skipSpaces(line, found.to)
      if (line[comma] !== ',') return taken(keys, found.to)
      at = skipSpaces(line, comma + 1)
    }
  },
  print: (keys) => keys.map((key) => references.printKey(key)).join(', '),
  complete: (word, environment) => [
    ...completionsOf(references, word, environment),
    ...[
      { text: 'selected', detail: 'the selected rows' },
      { text: 'all', detail: 'every row' },
      ...Object.keys(references.groups ?? {})
        .filter((text) => text.endsWith('s'))
        .map((text) => ({ text, detail: `all ${text}` })),
    ].filter(({ text }) => word !== '' && text.startsWith(word.toLowerCase())),
  ],
})

const wholeListAt = (
  references: References,
  line: string,
  from: number,
  environment: Environment,
): Taken<readonly string[]> | null => {
  const allTo = phraseAt(line, from, 'all')
  if (allTo !== null) {
    const keys = references.listOf(environment).map(({ key }) => key)
    return keys.length === 0 ? refuse(line, from, `${references.noun}; there is none`) : taken(keys, allTo)
  }
  const word = wordAt(line, from)
  const group = references.groups?.[word.text.toLowerCase()]
  if (group !== undefined) {
    const keys = group(environment)
    if (keys === null)
      return refuse(line, from, 'rows by hand; some last prices are not known yet', PRICES_MISSING)
    return keys.length === 0 ? refuse(line, from, `${references.noun}; no such one`) : taken(keys, word.to)
  }
  const selectedTo = phraseAt(line, from, 'selected')
  if (selectedTo === null) return null
  const keys = selectedKeys(references, environment)
  return keys.length === 0 ? refuse(line, from, 'rows that are selected') : taken(keys, selectedTo)
}

export const selectedKeys = (references: References, environment: Environment): readonly string[] => {
  const selected = new Set(environment.selection ?? [])
  if (selected.size === 0) return []
  return references
    .listOf(environment)
    .filter(({ key }) => selected.has(key))
    .map(({ key }) => key)
}

export const focusedKey = ({ focusKind }: References, { context }: Environment): string | undefined =>
  context['focus.kind'] === focusKind && context['focus.key'] !== '' ? context['focus.key'] : undefined

export const pickedKeys = (
  references: References,
  environment: Environment,
): readonly string[] | undefined => {
  const selected = selectedKeys(references, environment)
  if (selected.length > 0) return selected
  const focused = focusedKey(references, environment)
  return focused === undefined ? undefined : [focused]
}

const rowsAt = (
  references: References,
  line: string,
  from: number,
  environment: Environment,
): Taken<readonly Referable[]> | null => {
  const { text, to } = wordAt(line, from)
  if (text === '') return null
  const rows = references.listOf(environment)
  if (text === '.') {
    const key = focusedKey(references, environment)
    const row = rows.find((one) => one.key === key)
    return row === undefined ? refuse(line, from, `${references.noun} under the cursor`) : taken([row], to)
  }
  const typed = text.toLowerCase()
  const exact = rows.find(({ word, key }) => word.toLowerCase() === typed || key === text)
  if (exact !== undefined) return taken([exact], to)
  // Only keys have this form, so the row does not exist.
  if (/^#|^(?:mis|nrml|cash):/i.test(text)) return refuse(line, from, references.expects)
  return (
    byInstrument(rows, line, from, environment) ??
    byTitle(rows, typed, to) ??
    noneCalled(references, line, from, environment)
  )
}

/** An instrument without such a row, or a symbol that is nearly that of one. */
const noneCalled = (
  references: References,
  line: string,
  from: number,
  environment: Environment,
): Taken<never> | null => {
  const { text, to } = wordAt(line, from)
  if (!/^[a-z&]/i.test(text)) return null
  const rows = references.listOf(environment)
  const noun = references.noun.replace(/^an? /, '')
  const found = readInstrument(line, from, environment)
  if (found?.kind === 'value') {
    const open = rows.length === 0 ? 'There is none.' : `There is: ${namesOf(rows)}.`
    const message = `No ${noun} in ${titleOf(found.value, environment.instruments)}. ${open}`
    return refuse(line, from, references.expects, message)
  }
  const roots = rows.map(({ title }) => title.split(' ', 1)[0] ?? title)
  const [near] = nearestNames(text, [...new Set(roots)], 1, NEAR_SHARE)
  if (near === undefined) return null
  const fixes = rows
    .filter((_, index) => roots[index] === near)
    .slice(0, FIXES_MAX)
    .map(({ word }) => ({ from, to, text: word }))
  const message = `No ${noun} is called ${text}. Did you mean ${near}?`
  return refuse(line, from, references.expects, message, fixes)
}

const NAMED_MAX = 3
const FIXES_MAX = 3
const NEAR_SHARE = 0.4

const namesOf = (rows: readonly Referable[]): string => {
  const left = rows.length - NAMED_MAX
  const named = rows.slice(0, NAMED_MAX).map(({ words }) => words)
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

const byInstrument = (
  rows: readonly Referable[],
  line: string,
  from: number,
  environment: Environment,
): Taken<readonly Referable[]> | null => {
  const found = readInstrument(line, from, environment)
  if (found?.kind === 'problem' && found.problem.fixes !== undefined) return found
  if (found?.kind !== 'value') return null
  const exact = rows.filter(({ instrument }) => instrument === found.value)
  if (exact.length > 0) return taken(exact, found.to)
  const index = environment.instruments
  const underlying = index?.find(found.value) ?? null
  if (underlying === null || underlying.expiry !== null) return null
  const root = derivativeRoot(underlying.tradingSymbol)
  const contracts = rows.filter(({ instrument }) => isContractOf(index?.find(instrument) ?? null, root))
  return contracts.length === 0 ? null : taken(contracts, found.to)
}

const isContractOf = (instrument: Instrument | null, root: string): boolean =>
  instrument !== null && instrument.expiry !== null && instrument.name === root

const byTitle = (
  rows: readonly Referable[],
  typed: string,
  to: number,
): Taken<readonly Referable[]> | null => {
  const close = rows.filter(({ title }) => {
    const tier = matchTier(typed, title)
    return tier !== null && tier < tiers.fuzzy
  })
  return close.length === 0 ? null : taken(close, to)
}

const completionsOf = (
  references: References,
  word: string,
  environment: Environment,
): readonly Completion[] => {
  const typed = word.toLowerCase()
  return references
    .listOf(environment)
    .filter((row) => row.word.toLowerCase().startsWith(typed) || row.words.toLowerCase().includes(typed))
    .slice(0, 25)
    .map((row) => ({ text: row.word, detail: row.words }))
}
