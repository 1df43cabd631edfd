import type { LineFix, LineProblem } from '../command.ts'
import type { Environment } from '../environment.ts'
import { didYouMean } from '../grammar/words.ts'
import type { PaletteRow } from '../reading.ts'
import type { AnyCommand } from '../registry.ts'
import { findOffers } from './offers.ts'
import { insertRow } from './rows.ts'

export const isAtCaret = (problem: LineProblem | null, fixes: readonly LineFix[], caret: number): boolean =>
  (problem?.message === undefined || problem.kind === 'notAllowed') &&
  fixes.some(({ from, to }) => from <= caret && caret <= to)

export const fixesOf = (
  line: string,
  problem: LineProblem,
  one: AnyCommand | null,
  environment: Environment,
): readonly LineFix[] => problem.fixes ?? findOffers()?.corrections({ line, problem, one }, environment) ?? []

export const fixRows = (line: string, fixes: readonly LineFix[]): readonly PaletteRow[] =>
  fixes.map(({ from, to, text }) => {
    const before = line.slice(0, from) + text
    const fixed = before + line.slice(to)
    const row = insertRow(`fix ${text}`, 'completion', fixed, 'did you mean', fixed, before.length)
    return { ...row, changed: { from, to: before.length } }
  })

/** Likely typos become a question; numbers keep the reason why they are invalid. */
export const askedAbout = (line: string, problem: LineProblem, [fix]: readonly LineFix[]): LineProblem =>
  fix === undefined ||
  fix.text === '' ||
  problem.message !== undefined ||
  problem.kind === 'notAllowed' ||
  !/^[@a-z]/i.test(problem.found) ||
  !/^[@a-z]/i.test(fix.text)
    ? problem
    : { ...problem, message: didYouMean(line.slice(fix.from, fix.to), fix.text) }
