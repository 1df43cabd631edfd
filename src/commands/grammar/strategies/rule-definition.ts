import { type Definition, printDefinition } from '../../../domain/strategies/definitions/definition.ts'
import { parseDefinition } from '../../../domain/strategies/definitions/read-definition.ts'
import type { ArgKind } from '../../command.ts'
import { condition, definitionsIn } from '../backtests/condition.ts'

/** `squeeze(n = 20) = bollinger_bandwidth(close,n,2) < 4` */
export const ruleDefinition: ArgKind<Definition> = {
  token: 'condition',
  isGreedy: true,
  expects: 'a name, = and a rule, such as squeeze(n = 20) = bollinger_bandwidth(close,n,2) < 4',
  read(line, from, environment) {
    const text = line.slice(from)
    if (text.trim() === '') return null
    const parsed = parseDefinition(text, definitionsIn(environment))
    const to = line.trimEnd().length
    if (parsed.ok) return { kind: 'value', value: parsed.tree, to }
    const { column, found, expected } = parsed.problem
    return { kind: 'problem', to, problem: { column: from + column, found, expected } }
  },
  print: printDefinition,
  complete: (word, environment) => {
    const sign = word.indexOf('=')
    // Behind a closed bracket nothing begins.
    return sign < 0 || !/[\w ]$/.test(word) ? [] : condition.complete(word, environment)
  },
}
