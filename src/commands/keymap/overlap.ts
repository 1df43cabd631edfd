import { type Context, emptyContext } from '../context.ts'
import { parseWhen } from './when.ts'

/** Above it, two clauses are assumed to overlap. The console's own need some hundreds. */
const TRIED_MAX = 20_000

/** Exact, because only the values the clauses name, their neighbours and one other can differ. */
export const canMeet = (one: string, other: string): boolean => {
  const both = `${one} ${other}`
  const keys = keysIn(both).map((key) => ({ key, values: valuesOf(key, both) }))
  const size = keys.reduce((product, { values }) => product * values.length, 1)
  if (size > TRIED_MAX) return true
  const [isOne, isOther] = [parseWhen(one), parseWhen(other)]
  for (let index = 0; index < size; index++) {
    const context = contextAt(keys, index)
    if (isOne(context) && isOther(context)) return true
  }
  return false
}

export const implies = (clause: string, certain: string): boolean => !canMeet(clause, `!(${certain})`)

type Value = Context[keyof Context]

interface KeyValues {
  readonly key: string
  readonly values: readonly Value[]
}

const contextAt = (keys: readonly KeyValues[], index: number): Context => {
  let left = index
  const chosen: Record<string, Value> = {}
  for (const { key, values } of keys) {
    chosen[key] = values[left % values.length] ?? ''
    left = Math.floor(left / values.length)
  }
  return { ...emptyContext, ...chosen }
}

const keysIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/[A-Za-z][\w.-]*/g)]
      .map(([word]) => word)
      .filter((word) => Object.hasOwn(emptyContext, word)),
  ),
]

const valuesOf = (key: string, text: string): readonly Value[] => {
  const empty = (emptyContext as unknown as Readonly<Record<string, Value>>)[key]
  if (typeof empty === 'boolean') return [false, true]
  const named = [...text.matchAll(/([A-Za-z][\w.-]*)\s*(?:==|!=|>=|<=|>|<)\s*(?:'([^']*)'|([\w.-]+))/g)]
    .filter(([, found]) => found === key)
    .map(([, , quoted, bare]) => quoted ?? bare ?? '')
  if (typeof empty === 'number')
    return [
      ...new Set([0, ...named.flatMap((value) => [Number(value) - 1, Number(value), Number(value) + 1])]),
    ]
  return [...new Set(['', ...named, 'none of these'])]
}
