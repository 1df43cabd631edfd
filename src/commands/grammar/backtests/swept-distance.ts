import {
  findRangeProblem,
  type NumberRange,
  parseRange,
  printRange,
} from '../../../domain/backtests/sweep/number-range.ts'
import type { ArgKind } from '../../command.ts'
import { type StopDistance, stopDistance } from '../orders/amounts.ts'
import { refuse, taken, wordAt } from '../words.ts'

/** `amount` is the first of the range. */
export interface SweptDistance extends StopDistance {
  readonly range: NumberRange | null
}

export const sweptDistance: ArgKind<SweptDistance> = {
  token: 'stop',
  expects: 'a distance or a range of them, such as 1% or 0.5..2:0.5%',
  read(line, from, environment) {
    const { text, to } = wordAt(line, from)
    const [, numbers = '', unit = ''] = /^(.*?)([a-z%]*)$/i.exec(text) ?? []
    const range = parseRange(numbers)
    if (range === null) {
      const alone = stopDistance.read(line, from, environment)
      return alone?.kind === 'value' ? taken({ ...alone.value, range: null }, alone.to) : alone
    }
    const problem = findRangeProblem(range)
    if (problem !== null) return refuse(line, from, problem)
    for (const end of [range.to, range.from]) {
      const read = stopDistance.read(`${end}${unit}`, 0, environment)
      if (read === null) return null
      if (read.kind === 'problem') return refuse(line, from, read.problem.expected)
      if (end === range.from) return taken({ ...read.value, range }, to)
    }
    return null
  },
  print: ({ amount, type, range }) => {
    const one = stopDistance.print({ amount, type })
    return range === null ? one : printRange(range) + one.slice(String(amount).length)
  },
  complete: stopDistance.complete,
}
