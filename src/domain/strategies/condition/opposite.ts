import type { Comparator, Condition } from './tree.ts'

type Compare = Extract<Condition, { kind: 'compare' }>

/** The exit is any cross of the entry reversed, or without crosses the negated entry. */
export const oppositeOf = (entry: Condition): Condition => {
  const crosses = comparesOf(entry).filter(({ comparator }) => isCross(comparator))
  const flipped = crosses.map((cross) => withComparator(cross, flippedCross(cross.comparator)))
  const [only] = flipped
  if (only === undefined) return negationOf(entry)
  return flipped.length === 1 ? only : { kind: 'any', of: flipped }
}

/** A name stood for the comparison as it was, so it is not kept. */
const withComparator = ({ left, right }: Compare, comparator: Comparator): Compare => ({
  kind: 'compare',
  left,
  comparator,
  right,
})

const comparesOf = (condition: Condition): readonly Compare[] =>
  condition.kind === 'compare' ? [condition] : condition.of.flatMap(comparesOf)

const isCross = (comparator: Comparator): boolean =>
  comparator === 'crosses above' || comparator === 'crosses below'

const flippedCross = (comparator: Comparator): Comparator =>
  comparator === 'crosses above' ? 'crosses below' : 'crosses above'

const negated = {
  'lower than': 'higher than equal to',
  'higher than equal to': 'lower than',
  'higher than': 'lower than equal to',
  'lower than equal to': 'higher than',
} as const

/** De Morgan. Unequal has no comparator, so it is written as lower or higher. */
const negationOf = (condition: Condition): Condition => {
  if (condition.kind === 'all') return { kind: 'any', of: condition.of.map(negationOf) }
  if (condition.kind === 'any') return { kind: 'all', of: condition.of.map(negationOf) }
  const { comparator } = condition
  if (comparator === 'equal to') {
    return {
      kind: 'any',
      of: [withComparator(condition, 'lower than'), withComparator(condition, 'higher than')],
    }
  }
  if (comparator === 'crosses above' || comparator === 'crosses below') {
    return withComparator(condition, flippedCross(comparator))
  }
  return withComparator(condition, negated[comparator])
}
