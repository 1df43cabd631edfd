import { intervalInWords } from '../charts/interval.ts'
import { isListName, listNameWords } from '../list-name.ts'
import { parseCondition } from '../strategies/condition/parse.ts'
import { describeProblem } from '../strategies/condition/parse-problem.ts'
import type { SubCategory } from '../strategies/strategy.ts'
import type { ScanInterval } from './scan.ts'
import { parseUniverse, universeInWords } from './universe.ts'

/** A scan under a name. Its rule is looked at on closed candles by an alert, and on either by a scan. */
export interface Scanner {
  readonly scannerName: string
  readonly logic: string
  /** As on the wire: `NIFTY500`, `watchlist Tech`. */
  readonly universe: string
  readonly interval: ScanInterval
  readonly subCategory: SubCategory
  readonly note: string
}

export const SCANNER_NAME_MAX = 60
export const LOGIC_MAX = 2_000

export const scannerSlugPattern = /^sc-[a-z0-9]+(-[a-z0-9]+)*$/

export const isScannerSlug = (text: string): boolean => scannerSlugPattern.test(text)

export interface ScannerProblem {
  readonly field: keyof Scanner
  readonly problem: string
}

const logicProblem = (logic: string): string | null => {
  if (logic.trim() === '') return 'It has no rule'
  if (logic.length > LOGIC_MAX) return `A rule has at most ${LOGIC_MAX} characters`
  const parsed = parseCondition(logic)
  if (parsed.ok) return null
  return `The rule cannot be read at ${describeProblem(parsed.problem)}`
}

export const checkTerms = ({
  logic,
  universe,
}: Pick<Scanner, 'logic' | 'universe'>): readonly ScannerProblem[] => {
  const rule = logicProblem(logic)
  return [
    ...(rule === null ? [] : [{ field: 'logic', problem: rule } as const]),
    ...(parseUniverse(universe) === null
      ? [{ field: 'universe', problem: `${universe} is no universe` } as const]
      : []),
  ]
}

export const checkScanner = (scanner: Scanner): readonly ScannerProblem[] => [
  ...(isListName(scanner.scannerName)
    ? []
    : [{ field: 'scannerName', problem: `${listNameWords}, ${SCANNER_NAME_MAX} at most` } as const]),
  ...checkTerms(scanner),
]

/** `NIFTY 500`, or the text itself where it cannot be read. */
export const universeWords = (universe: string): string => {
  const known = parseUniverse(universe)
  return known === null ? universe : universeInWords(known)
}

const linesOf = ({ scannerName, logic, universe, interval, subCategory, note }: Scanner) => [
  { name: 'Name', words: scannerName },
  { name: 'Rule', words: logic },
  { name: 'Universe', words: universeWords(universe) },
  { name: 'Candles', words: intervalInWords(interval) },
  { name: 'Sub-category', words: subCategory },
  { name: 'Note', words: note },
]

/** A sentence per line that differs: `Universe: NIFTY 50, was NIFTY 500`. Empty if nothing differs. */
export const scannerChanges = (before: Scanner, after: Scanner): readonly string[] => {
  const earlier = linesOf(before)
  return linesOf(after).flatMap(({ name, words }, index) => {
    const was = earlier[index]?.words ?? ''
    if (was === words) return []
    return [name === 'Note' ? 'Note changed' : `${name}: ${words}, was ${was}`]
  })
}
