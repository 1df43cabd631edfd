import { parseOperand } from '../../domain/condition/parse.ts'
import { printOperand } from '../../domain/condition/print.ts'
import { findIndicator, indicators } from '../../domain/indicators.ts'
import { nearestHint } from '../../domain/nearest.ts'
import type { ArgKind, Taken } from '../command.ts'
import { taken } from './words.ts'

/** Typed without parentheses: `ema 9`, `supertrend 7 3`. */
const SHORT = /^([a-z_][\w]*)((?:\s+\d{1,6}(?:\.\d{1,4})?)*)$/i

/** One indicator as the condition language writes it: `ema(close,9)`. Takes the rest of the line. */
export const indicatorText: ArgKind<string> = {
  token: 'condition',
  expects: 'an indicator such as ema 9, supertrend 7 3 or rsi(14)',
  read(line, from): Taken<string> | null {
    const text = line.slice(from).trimEnd()
    if (text === '') return null
    const to = from + text.length
    const parsed = parseOperand(spelledOut(text) ?? text)
    if (parsed.ok && parsed.tree.kind === 'indicator') return taken(printOperand(parsed.tree), to)
    const hint = nearestHint(
      /^\w+/.exec(text)?.[0] ?? text,
      indicators.map(({ key }) => key),
    )
    return { kind: 'problem', to, problem: { column: from + 1, found: text, expected: this.expects + hint } }
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

/** `ema 9` with its other parameters as they usually are; null where it is not of that form. */
const spelledOut = (text: string): string | null => {
  const match = SHORT.exec(text)
  const spec = findIndicator(match?.[1]?.toLowerCase() ?? '')
  if (match === null || spec === null) return null
  const numbers = (match[2] ?? '').split(/\s+/).filter((part) => part !== '')
  const given = [...numbers]
  const params = spec.params.map((param) =>
    param.type === 'number' && param.name !== 'offset' ? (given.shift() ?? param.default) : param.default,
  )
  if (given.length > 0) return null
  return params.length === 0 ? spec.key : `${spec.key}(${params.join(',')})`
}
