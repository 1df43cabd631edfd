import { fields, type IndicatorSpec, type ParamSpec } from '../../charts/indicators/spec.ts'
import { fieldIndexOf, findIndicator, indicators } from '../../charts/indicators.ts'
import { intervals, isInterval } from '../../charts/interval.ts'
import { instrumentOfText } from '../../instruments/instrument-names.ts'
import { nearestHint } from '../../nearest.ts'
import {
  ConditionProblem,
  type Cursor,
  countNode,
  deeper,
  fail,
  foundAt,
  skipBlanks,
  takeNamed,
  takeSign,
  takeWords,
} from './cursor.ts'
import { indicatorsOf, withInner } from './indicators-in.ts'
import type { IndicatorOperand, Operand } from './tree.ts'

const operandExpected = 'a number or an indicator such as ema(close,9)'

export const readSum = (cursor: Cursor): Operand => {
  let left = readProduct(cursor)
  for (;;) {
    const operator = takeSign(cursor, '+') ? '+' : takeSign(cursor, '-') ? '-' : null
    if (operator === null) return left
    countNode(cursor)
    left = { kind: 'arithmetic', operator, left, right: readProduct(cursor) }
  }
}

const readProduct = (cursor: Cursor): Operand => {
  let left = readAtom(cursor)
  for (;;) {
    const operator = takeSign(cursor, '*') ? '*' : takeSign(cursor, '/') ? '/' : null
    if (operator === null) return left
    countNode(cursor)
    left = { kind: 'arithmetic', operator, left, right: readAtom(cursor) }
  }
}

const readAtom = (cursor: Cursor): Operand => {
  skipBlanks(cursor)
  countNode(cursor)
  if (takeSign(cursor, '(')) return readGroup(cursor)
  const number = takeNumber(cursor)
  if (number !== null) return { kind: 'number', value: number }
  const as = takeNamed(cursor)
  if (as !== null) return { ...readBraces(cursor, readSum), as }
  return readCall(cursor) ?? readIndicator(cursor)
}

const readGroup = (cursor: Cursor): Operand => {
  const inner = deeper(cursor, () => readSum(cursor))
  if (!takeSign(cursor, ')')) fail(cursor, ')')
  return inner
}

export const readBraces = <Tree>(cursor: Cursor, read: (cursor: Cursor) => Tree): Tree => {
  const inner = deeper(cursor, () => read(cursor))
  if (!takeSign(cursor, '}')) fail(cursor, '}')
  return inner
}

const takeNumber = (cursor: Cursor): number | null => {
  const match = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(cursor.text.slice(cursor.at, cursor.at + 40))
  if (match === null) return null
  const end = cursor.at + match[0].length
  if (/[\w.]/.test(cursor.text[end] ?? '')) fail(cursor, operandExpected)
  const value = Number(match[0]) + 0
  if (!Number.isFinite(value)) fail(cursor, 'a smaller number')
  cursor.at = end
  return value
}

const calls = [
  { name: 'min', least: 2, expects: 'two or more operands separated by commas' },
  { name: 'max', least: 2, expects: 'two or more operands separated by commas' },
  { name: 'abs', least: 1, expects: 'one operand' },
] as const

const readCall = (cursor: Cursor): Operand | null => {
  const call = calls.find(({ name }) => takeWords(cursor, name))
  if (call === undefined) return null
  const { name, least, expects } = call
  if (!takeSign(cursor, '(')) fail(cursor, `( after ${name}`)
  const of = deeper(cursor, () => {
    const parts = [readSum(cursor)]
    while (takeSign(cursor, ',')) {
      if (name === 'abs') fail(cursor, expects)
      parts.push(readSum(cursor))
    }
    return parts
  })
  if (of.length < least) fail(cursor, expects)
  if (!takeSign(cursor, ')')) fail(cursor, `, or ) of ${name}`)
  return { kind: 'call', name, of }
}

const readIndicator = (cursor: Cursor): IndicatorOperand => {
  const word = /^[A-Za-z_]\w*/.exec(cursor.text.slice(cursor.at, cursor.at + 60))?.[0]
  const spec = word === undefined ? null : findIndicator(word)
  if (word === undefined) return fail(cursor, operandExpected)
  if (spec === null) {
    const hint = nearestHint(word, names)
    return fail(cursor, hint === '' ? operandExpected : `an indicator${hint}`)
  }
  cursor.at += word.length
  const inner = takeSign(cursor, '(') ? readParams(cursor, spec) : { params: defaultsOf(spec) }
  const behind = cursor.at
  const interval = readInterval(cursor)
  const instrument = readInstrument(cursor)
  if (inner.over !== undefined && (interval ?? instrument) !== null && hasOwnCandles(inner.over))
    fail(
      { ...cursor, at: behind },
      `an interval and an instrument behind ${spec.syntax} or inside it, not both`,
    )
  return {
    kind: 'indicator',
    key: spec.key,
    ...inner,
    ...(interval === null ? {} : { interval }),
    ...(instrument === null ? {} : { instrument }),
  }
}

const names = indicators.map(({ syntax }) => syntax)

const defaultsOf = ({ params }: IndicatorSpec): (number | string)[] => params.map((param) => param.default)

const hasOwnCandles = (operand: Operand): boolean =>
  indicatorsOf(operand)
    .flatMap(withInner)
    .some(({ interval, instrument }) => interval !== undefined || instrument !== undefined)

/** A value that does not fit the type of a param goes to the next param that it fits. */
const readParams = (cursor: Cursor, spec: IndicatorSpec): Pick<IndicatorOperand, 'params' | 'over'> => {
  const params = defaultsOf(spec)
  let over: Operand | null = null
  let next = 0
  const made = () => (over === null ? { params } : { params, over })
  if (takeSign(cursor, ')')) return made()
  for (;;) {
    const read = readValue(cursor, spec, next)
    if (typeof read.value === 'object') over = read.value
    else params[read.index] = read.value
    next = read.index + 1
    if (takeSign(cursor, ')')) return made()
    if (!takeSign(cursor, ',')) return fail(cursor, `, or ) of ${spec.syntax}`)
  }
}

interface ReadValue {
  readonly index: number
  readonly value: number | string | Operand
}

const readValue = (cursor: Cursor, spec: IndicatorSpec, next: number): ReadValue => {
  skipBlanks(cursor)
  const text = paramText.exec(cursor.text.slice(cursor.at, cursor.at + 60))?.[0] ?? ''
  const fitting = spec.params.findIndex((param, index) => index >= next && isOfType(param, text))
  const param = spec.params[fitting]
  const takesOperand = fieldIndexOf(spec) >= next
  if (param === undefined && !takesOperand) return fail(cursor, paramExpected(spec, next))
  // A value that goes on, as in `close * 2`, is the beginning of an operand.
  const isWhole = /^\s*(?:[,)]|$)/.test(cursor.text.slice(cursor.at + text.length))
  if (param === undefined || (takesOperand && !isWhole)) return readOver(cursor, spec, next)
  const value = readParam(cursor, param, text)
  cursor.at += text.length
  return { index: fitting, value }
}

const readOver = (cursor: Cursor, spec: IndicatorSpec, next: number): ReadValue => {
  const begun = cursor.at
  const operand = operandFrom(cursor, () => paramExpected(spec, next))
  const field = fieldIn(operand)
  if (field === null && indicatorsOf(operand).length === 0) {
    cursor.at = begun
    fail(cursor, `an operand with an indicator in it, or ${paramExpected(spec, next)}`)
  }
  return { index: fieldIndexOf(spec), value: field ?? operand }
}

const operandFrom = (cursor: Cursor, expected: () => string): Operand => {
  const begun = cursor.at
  try {
    return deeper(cursor, () => readSum(cursor))
  } catch (error) {
    if (!(error instanceof ConditionProblem) || error.problem.column > begun + 1) throw error
    cursor.at = begun
    return fail(cursor, expected())
  }
}

const fieldIn = (operand: Operand): string | null => {
  if (operand.kind !== 'indicator' || operand.as !== undefined) return null
  const { key, params, interval, instrument } = operand
  const isPlain = interval === undefined && instrument === undefined && params.every((value) => value === 0)
  return isPlain ? (fields.find((field) => field === key) ?? null) : null
}

const paramText = /^(?:[+-]?[\d.]+(?:e[+-]?\d+)?(?![\w%])|[^,()<>=\s]*)/i

const isOfType = (param: ParamSpec, text: string): boolean =>
  param.type === 'number' ? numeric.test(text) : param.options.includes(text.toLowerCase())

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const readParam = (cursor: Cursor, param: ParamSpec, text: string): number | string => {
  if (param.type === 'dropdown') return text.toLowerCase()
  const value = Number(text) + 0
  const isFair = value >= param.min && value <= param.max && (!param.integer || Number.isInteger(value))
  return isFair ? value : fail(cursor, rangeOf(param))
}

const rangeOf = ({ name, integer, min, max }: ParamSpec): string =>
  `${integer ? 'a whole number' : 'a number'} from ${min} to ${max} as ${name}`

const paramExpected = (spec: IndicatorSpec, index: number): string => {
  const param = spec.params[index]
  if (param === undefined)
    return spec.params.length === 0 ? `) as ${spec.syntax} takes no values` : `) of ${spec.syntax}`
  return param.type === 'number' ? rangeOf(param) : `${param.name}: ${param.options.join(', ')}`
}

const readInterval = (cursor: Cursor) => {
  if (!takeSign(cursor, '@')) return null
  const word = foundAt(cursor).toLowerCase()
  if (!isInterval(word)) return fail(cursor, `an interval: ${intervals.join(', ')}`)
  cursor.at += word.length
  return word
}

const readInstrument = (cursor: Cursor) => {
  const before = cursor.at
  if (!takeWords(cursor, 'of')) {
    cursor.at = before
    return null
  }
  skipBlanks(cursor)
  const name = /^"([^"]{1,60})"/.exec(cursor.text.slice(cursor.at, cursor.at + 62))
  if (name?.[1] === undefined) return fail(cursor, 'an instrument in quotes such as "NIFTY 50"')
  cursor.at += name[0].length
  return instrumentOfText(name[1])
}
