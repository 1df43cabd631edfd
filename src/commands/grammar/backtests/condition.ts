import { indicators } from '../../../domain/charts/indicators.ts'
import { parseConditionPrefix } from '../../../domain/strategies/condition/parse.ts'
import { printCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import type { ArgKind } from '../../command.ts'
import { taken } from '../words.ts'

export const condition: ArgKind<Condition> = {
  token: 'condition',
  isGreedy: true,
  expects: 'a condition such as ema(close,9) crosses above ema(close,21)',
  read(line, from) {
    const parsed = parseConditionPrefix(line, from)
    if (parsed.ok) return taken(parsed.tree, parsed.to)
    return { kind: 'problem', problem: parsed.problem, to: parsed.to }
  },
  print: printCondition,
  complete: (word, { indicatorGuide }) => {
    const typed = /(?<![\w.])[a-z_]*$/i.exec(word)?.[0].toLowerCase()
    if (typed === undefined) return []
    const before = word.slice(0, word.length - typed.length)
    const written = operands.map(({ text, syntax, name }) => ({
      text,
      detail: indicatorGuide?.get(syntax)?.description ?? name,
    }))
    return [...written, ...joiners]
      .filter(({ text }) => text.startsWith(typed))
      .map(({ text, detail }) => ({ text: before + text, detail }))
  },
}

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
