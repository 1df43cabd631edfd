import type { TradeSize } from '../../../domain/backtests/backtest.ts'
import {
  countOfRange,
  findRangeProblem,
  type NumberRange,
  parseRange,
  printRange,
  valueOfRange,
} from '../../../domain/backtests/sweep/number-range.ts'
import type { ArgKind } from '../../command.ts'
import { size } from '../orders/amounts.ts'
import { phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

/** `size` is the first of the range. */
export interface SweptSize {
  readonly size: TradeSize
  readonly range: NumberRange | null
}

export const sweptSize: ArgKind<SweptSize> = {
  token: 'size',
  expects: 'a size or a range of them, such as 2l, 1..5l, 10..40:10% or risk 1..3k',
  read(line, from, environment) {
    const found = rangeAt(line, from)
    if (found === null) {
      const alone = size.read(line, from, environment)
      return alone?.kind === 'value' ? taken({ size: alone.value, range: null }, alone.to) : alone
    }
    const { typed, before, unit, to } = found
    if (before === '' && unit === '') return null
    const problem = findRangeProblem(typed)
    if (problem !== null) return refuse(line, from, problem)
    // The first, second and last values must be valid sizes; the second covers the step.
    for (const index of [countOfRange(typed) - 1, 1, 0]) {
      const read = size.read(`${before}${valueOfRange(typed, index)}${unit}`, 0, environment)
      if (read === null) return null
      if (read.kind === 'problem') return refuse(line, from, read.problem.expected)
      if (index > 0) continue
      const range = unit.toLowerCase() === 'k' ? timesThousand(typed) : typed
      return taken({ size: read.value, range }, to)
    }
    return null
  },
  print({ size: first, range }) {
    if (range === null) return size.print(first)
    if (first.kind === 'lots') return `${printRange(range)}l`
    if (first.kind === 'percent') return `${printRange(range)}%`
    if (first.kind === 'shares') return `${printRange(range)} shares`
    const before = first.kind === 'risk' ? 'risk ' : ''
    return before + printRupees(range)
  },
  complete: size.complete,
}

interface TypedRange {
  readonly typed: NumberRange
  readonly before: string
  readonly unit: string
  readonly to: number
}

const spacedUnits: readonly (readonly [word: string, unit: string])[] = [
  ['lots', 'l'],
  ['lot', 'l'],
  ['shares', ' shares'],
  ['share', ' shares'],
]

const rangeAt = (line: string, from: number): TypedRange | null => {
  const risked = phraseAt(line, from, 'risk')
  const word = wordAt(line, risked === null ? from : skipSpaces(line, risked))
  const [, numbers = '', letters = ''] = /^(.*?)([a-z%]*)$/i.exec(word.text) ?? []
  const typed = parseRange(numbers)
  if (typed === null) return null
  if (risked !== null) return { typed, before: 'risk ', unit: letters, to: word.to }
  const next = skipSpaces(line, word.to)
  for (const [spaced, unit] of letters === '' ? spacedUnits : []) {
    const to = phraseAt(line, next, spaced)
    if (to !== null) return { typed, before: '', unit, to }
  }
  return { typed, before: '', unit: letters, to: word.to }
}

const printRupees = (range: NumberRange): string =>
  isInThousands(range) ? `${printRange(thousandthOf(range))}k` : `${printRange(range)}rs`

const scaled = ({ from, to, step }: NumberRange, change: (rupees: number) => number): NumberRange => ({
  from: change(from),
  to: change(to),
  step: change(step),
})

/** A range prints with at most six decimals. */
const timesThousand = (range: NumberRange) => scaled(range, (value) => Number((value * 1_000).toFixed(3)))
const thousandthOf = (range: NumberRange) => scaled(range, (value) => Number((value / 1_000).toFixed(6)))

const DIGITS_MAX = 1e9

const isInThousands = ({ from, to, step }: NumberRange): boolean =>
  to >= DIGITS_MAX || [from, to, step].every((value) => value % 1_000 === 0)
