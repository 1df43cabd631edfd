import { indicators } from '../../../domain/charts/indicators.ts'
import { printCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import { callOfDefinition, type Definition } from '../../../domain/strategies/definitions/definition.ts'
import { readConditionPrefix } from '../../../domain/strategies/definitions/written.ts'
import type { ArgKind } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { taken } from '../words.ts'

export const condition: ArgKind<Condition> = {
  token: 'condition',
  isGreedy: true,
  expects: 'a condition such as ema(close,9) crosses above ema(close,21)',
  read(line, from, environment) {
    const parsed = readConditionPrefix(line, from, definitionsIn(environment))
    if (parsed.ok) return taken(parsed.tree, parsed.to)
    return { kind: 'problem', problem: parsed.problem, to: parsed.to }
  },
  print: printCondition,
  complete: (word, environment) => {
    const typed = /(?<![\w.])[a-z_]*$/i.exec(word)?.[0].toLowerCase()
    if (typed === undefined) return []
    const before = word.slice(0, word.length - typed.length)
    const written = operands.map(({ text, syntax, name }) => ({
      text,
      detail: environment.indicatorGuide?.get(syntax)?.description ?? name,
    }))
    return [...written, ...joiners, ...namedOperands(definitionsIn(environment))]
      .filter(({ text }) => text.startsWith(typed))
      .map(({ text, detail }) => ({ text: before + text, detail }))
  },
}

export const definitionsIn = ({ definitions = [] }: Environment): readonly Definition[] =>
  definitions.map(({ definition }) => definition)

const namedOperands = (definitions: readonly Definition[]) =>
  definitions.map((definition) => ({ text: callOfDefinition(definition), detail: definition.body }))

const operands = indicators.map(({ syntax, name, params }) => {
  const usual = params.filter(({ name }) => name !== 'offset').map((param) => param.default)
  return { text: usual.length === 0 ? syntax : `${syntax}(${usual.join(',')})`, syntax, name }
})

const joiners = [
  { text: 'crosses above', detail: 'was not higher on the previous candle and is now' },
  { text: 'crosses below', detail: 'was not lower on the previous candle and is now' },
  { text: 'higher than', detail: '>' },
  { text: 'lower than', detail: '<' },
  { text: 'and', detail: 'both conditions' },
  { text: 'or', detail: 'either condition' },
]
