import type { IndicatorSpec } from '../../../domain/charts/indicators/spec.ts'
import { findIndicator, indicators } from '../../../domain/charts/indicators.ts'
import { INDICATOR_LENGTH_MAX } from '../../../domain/charts/layout.ts'
import { nearestHint } from '../../../domain/nearest.ts'
import { indicatorsOf } from '../../../domain/strategies/condition/indicators-in.ts'
import { behindBracket } from '../../../domain/strategies/condition/named-part.ts'
import type { ParseProblem } from '../../../domain/strategies/condition/parse-problem.ts'
import { printCondition, printOperand } from '../../../domain/strategies/condition/print.ts'
import type { Definition } from '../../../domain/strategies/definitions/definition.ts'
import { readOperandOrRule } from '../../../domain/strategies/definitions/written.ts'
import type { ArgKind, Taken } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { isWordEnd, skipSpaces, taken } from '../words.ts'
import { definitionsIn } from './condition.ts'

const SHORT = /^([a-z_][\w]*)((?:\s+\d{1,6}(?:\.\d{1,4})?)*)$/i

/** Prints the condition language's form: `ema(close,9)`. */
export const indicatorText: ArgKind<string> = {
  token: 'condition',
  expects: 'an indicator such as ema 9, supertrend 7 3 or rsi(14)',
  read(line, from, environment): Taken<string> | null {
    const text = line.slice(from).trimEnd()
    return text === '' ? null : readText(text, from, this.expects, environment)
  },
  print: (text) => text,
  complete: (word, { indicatorGuide }) =>
    indicators
      .filter(({ key }) => key.startsWith(word.toLowerCase()))
      .map(({ key, syntax, name, params }) => {
        const usual = params.filter(({ name }) => name !== 'offset').map((param) => param.default)
        return {
          text: usual.length === 0 ? syntax : `${key}(${usual.join(',')})`,
          detail: indicatorGuide?.get(syntax)?.description ?? name,
        }
      }),
}

const printedOf = (written: string, definitions: readonly Definition[]): string | ParseProblem | null => {
  const read = readOperandOrRule(written, definitions)
  if ('problem' in read) return read.problem
  if ('rule' in read) return printCondition(read.rule)
  return indicatorsOf(read.operand).length === 0 ? null : printOperand(read.operand)
}

const OF = /^(.*?)\s+of\s+"?([^"]+)"?$/i

const readText = (text: string, from: number, expects: string, environment: Environment): Taken<string> => {
  const { instruments } = environment
  const to = from + text.length
  const [, own = text, other] = OF.exec(text) ?? []
  const of = other === undefined ? '' : ` of "${instruments?.findSymbol(other)?.id ?? other}"`
  const written = `${spelledOut(own) ?? own}${of}`
  const printed = printedOf(written, definitionsIn(environment))
  if (typeof printed === 'string' && printed.length <= INDICATOR_LENGTH_MAX) return taken(printed, to)
  const problem = typeof printed === 'string' ? null : printed
  if (problem !== null && written === text && text.includes('(') && problem.column > 1)
    return { kind: 'problem', to, problem: { ...problem, column: from + problem.column } }
  const hint = nearestHint(
    /^\w+/.exec(text)?.[0] ?? text,
    indicators.map(({ key }) => key),
  )
  return { kind: 'problem', to, problem: { column: from + 1, found: text, expected: expects + hint } }
}

export const indicatorList: ArgKind<readonly string[]> = {
  token: 'condition',
  expects: 'indicators such as supertrend 7 3 or ema(close,9), rsi(14)',
  read(line, from, environment) {
    const found: string[] = []
    let to = from
    for (;;) {
      const at = found.length === 0 ? from : skipSpaces(line, line[to] === ',' ? to + 1 : to)
      const next = indicatorAt(line, at, environment)
      if (next === null) return found.length === 0 ? null : taken(found, to)
      if (next.kind === 'problem') return next
      found.push(next.value)
      to = next.to
    }
  },
  print: (texts) => texts.join(' '),
  complete: (word, environment) => (word === '' ? [] : indicatorText.complete(word, environment)),
}

const indicatorAt = (line: string, from: number, environment: Environment): Taken<string> | null => {
  const name = /^[a-z_]\w*/i.exec(line.slice(from))?.[0] ?? ''
  const spec = findIndicator(name.toLowerCase())
  if (spec === null) return null
  const to = from + name.length
  const end = line[to] === '(' ? endOfParams(line, to) : endOfNumbers(line, to, spec)
  if (!isWordEnd(line, end)) return null
  return readText(line.slice(from, end), from, indicatorText.expects, environment)
}

/** Includes the indicator's own interval: `ema(close,9)@15min`. */
const endOfParams = (line: string, from: number): number => {
  const end = behindBracket(line, from)
  if (end === null) return line.length
  return end + (/^@\w+/.exec(line.slice(end))?.[0].length ?? 0)
}

const endOfNumbers = (line: string, from: number, spec: IndicatorSpec): number => {
  let at = from
  for (const _ of spec.params.filter(isTyped)) {
    const number = /^\s+\d{1,6}(?:\.\d{1,4})?(?=[\s,]|$)/.exec(line.slice(at))
    if (number === null) return at
    at += number[0].length
  }
  return at
}

const isTyped = ({ type, name }: IndicatorSpec['params'][number]): boolean =>
  type === 'number' && name !== 'offset'

/** `ema 9` with defaults for the other parameters; null if the text has another form. */
const spelledOut = (text: string): string | null => {
  const match = SHORT.exec(text)
  const spec = findIndicator(match?.[1]?.toLowerCase() ?? '')
  if (match === null || spec === null) return null
  const numbers = (match[2] ?? '').split(/\s+/).filter((part) => part !== '')
  const given = [...numbers]
  const params = spec.params.map((param) =>
    isTyped(param) ? (given.shift() ?? param.default) : param.default,
  )
  if (given.length > 0) return null
  return params.length === 0 ? spec.key : `${spec.key}(${params.join(',')})`
}
