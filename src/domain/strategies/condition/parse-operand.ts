import type { IndicatorSpec, ParamSpec } from '../../charts/indicators/spec.ts'
import { findIndicator, indicators } from '../../charts/indicators.ts'
import { intervals, isInterval } from '../../charts/interval.ts'
import { instrumentOfText } from '../../instruments/instrument-names.ts'
import { nearestHint } from '../../nearest.ts'
import {
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
  if (spec === null) return fail(cursor, `an indicator${nearestHint(word, names)}`)
  cursor.at += word.length
  const params = takeSign(cursor, '(') ? readParams(cursor, spec) : spec.params.map((param) => param.default)
  const interval = readInterval(cursor)
  const instrument = readInstrument(cursor)
  return {
    kind: 'indicator',
    key: spec.key,
    params,
    ...(interval === null ? {} : { interval }),
    ...(instrument === null ? {} : { instrument }),
  }
}

const names = indicators.map(({ syntax }) => syntax)

/** A value that does not fit the type of a param goes to the next param that it fits. */
const readParams = (cursor: Cursor, spec: IndicatorSpec): readonly (number | string)[] => {
  const params = spec.params.map((param): number | string => param.default)
  let next = 0
  skipBlanks(cursor)
  if (takeSign(cursor, ')')) return params
  for (;;) {
    skipBlanks(cursor)
    const text = paramText.exec(cursor.text.slice(cursor.at, cursor.at + 60))?.[0] ?? ''
    const fitting = spec.params.findIndex((param, index) => index >= next && isOfType(param, text))
    const param = spec.params[fitting]
    if (param === undefined) return fail(cursor, paramExpected(spec, next))
    params[fitting] = readParam(cursor, param, text)
    next = fitting + 1
    cursor.at += text.length
    if (takeSign(cursor, ')')) return params
    if (!takeSign(cursor, ',')) return fail(cursor, `, or ) of ${spec.syntax}`)
  }
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
