import { type Context, emptyContext } from '../context.ts'

type Clause =
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'key'; readonly key: keyof Context }
  | { readonly kind: 'not'; readonly of: Clause }
  | { readonly kind: 'and' | 'or'; readonly left: Clause; readonly right: Clause }
  | { readonly kind: 'compare'; readonly sign: string; readonly left: Clause; readonly right: Clause }

export class WhenError extends Error {
  override readonly name = 'WhenError'
}

const DEPTH_MAX = 16

/** Throws a WhenError with the column. The empty clause always holds. */
export const parseWhen = (text: string): ((context: Context) => boolean) => {
  const known = read.get(text)
  if (known !== undefined) return known
  const clause = text.trim() === '' ? null : parse(text)
  const holds = (context: Context): boolean => clause === null || truthy(valueIn(clause, context))
  if (read.size < CLAUSES_MAX) read.set(text, holds)
  return holds
}

/** The keymap and the catalogue together have some dozens. */
const CLAUSES_MAX = 500
const read = new Map<string, (context: Context) => boolean>()

interface Token {
  readonly text: string
  readonly column: number
}

const tokensOf = (text: string): readonly Token[] => {
  const pattern = /\s*(&&|\|\||==|!=|>=|<=|[!<>()]|[A-Za-z][\w.-]*|\d+(?:\.\d+)?|'[^']*')/y
  const tokens: Token[] = []
  while (text.slice(pattern.lastIndex).trim() !== '') {
    const from = pattern.lastIndex
    const match = pattern.exec(text)
    if (match?.[1] === undefined)
      throw new WhenError(`column ${from + 1}: not part of a when-clause: ${text.slice(from)}`)
    tokens.push({ text: match[1], column: pattern.lastIndex - match[1].length + 1 })
  }
  return tokens
}

const parse = (text: string): Clause => {
  const tokens = tokensOf(text)
  let at = 0
  const take = (...wanted: readonly string[]): string | null => {
    const token = tokens[at]
    if (token === undefined || !wanted.includes(token.text)) return null
    at++
    return token.text
  }
  const fail = (expected: string): never => {
    const token = tokens[at]
    const where = token === undefined ? 'at the end' : `column ${token.column}: found ${token.text}`
    throw new WhenError(`${where}: expected ${expected} in "${text}"`)
  }
  const or = (depth: number): Clause => {
    let left = and(depth)
    while (take('||')) left = { kind: 'or', left, right: and(depth) }
    return left
  }
  const and = (depth: number): Clause => {
    let left = not(depth)
    while (take('&&')) left = { kind: 'and', left, right: not(depth) }
    return left
  }
  const not = (depth: number): Clause => {
    if (depth > DEPTH_MAX) return fail(`at most ${DEPTH_MAX} levels`)
    return take('!') ? { kind: 'not', of: not(depth + 1) } : comparison(depth)
  }
  const comparison = (depth: number): Clause => {
    const left = atom(depth)
    const sign = take('==', '!=', '>=', '<=', '>', '<')
    return sign === null ? left : { kind: 'compare', sign, left, right: literal() }
  }
  const atom = (depth: number): Clause => {
    if (take('(')) {
      const inner = or(depth + 1)
      if (take(')') === null) fail(')')
      return inner
    }
    const token = tokens[at]
    if (token === undefined || !Object.hasOwn(emptyContext, token.text)) return fail('a key of the context')
    at++
    return { kind: 'key', key: token.text as keyof Context }
  }
  const literal = (): Clause => {
    const token = tokens[at]
    if (token === undefined || !/^[\w']/.test(token.text)) return fail('a value')
    at++
    if (/^\d/.test(token.text)) return { kind: 'value', value: Number(token.text) }
    return { kind: 'value', value: token.text.replaceAll("'", '') }
  }
  const clause = or(0)
  if (at < tokens.length) fail('the end')
  return clause
}

type Value = Context[keyof Context]

const truthy = (value: Value): boolean => value !== false && value !== 0 && value !== ''

const valueIn = (clause: Clause, context: Context): Value => {
  switch (clause.kind) {
    case 'value':
      return clause.value
    case 'key':
      return context[clause.key]
    case 'not':
      return !truthy(valueIn(clause.of, context))
    case 'and':
      return truthy(valueIn(clause.left, context)) && truthy(valueIn(clause.right, context))
    case 'or':
      return truthy(valueIn(clause.left, context)) || truthy(valueIn(clause.right, context))
    case 'compare':
      return compare(clause.sign, valueIn(clause.left, context), valueIn(clause.right, context))
    default:
      return clause satisfies never
  }
}

const compare = (sign: string, left: Value, right: Value): boolean => {
  if (sign === '==') return String(left) === String(right)
  if (sign === '!=') return String(left) !== String(right)
  if (sign === '>') return Number(left) > Number(right)
  if (sign === '<') return Number(left) < Number(right)
  return sign === '>=' ? Number(left) >= Number(right) : Number(left) <= Number(right)
}
