import type { StopTargetType, TrailingStop } from '../../../domain/backtests/backtest.ts'
import type { ArgKind } from '../../command.ts'
import { stopDistance } from '../orders/amounts.ts'
import { phraseAt, refuse, skipSpaces, taken } from '../words.ts'

export interface TrailingDistance extends TrailingStop {
  readonly type: StopTargetType
}

const unitNames = { pct: 'percent', pts: 'points', abs: 'rupees' } as const

export const trailing: ArgKind<TrailingDistance> = {
  token: 'stop',
  expects: 'a trailing stop such as 0.5% or 0.5% after 0.6%',
  read(line, from, environment) {
    const distance = stopDistance.read(line, from, environment)
    if (distance?.kind !== 'value') return distance
    const { amount, type } = distance.value
    const word = phraseAt(line, skipSpaces(line, distance.to), 'after')
    if (word === null) return taken({ distance: amount, after: null, type }, distance.to)
    const afterFrom = skipSpaces(line, word)
    const after = stopDistance.read(line, afterFrom, environment)
    if (after === null) return refuse(line, afterFrom, 'a profit such as 0.6%')
    if (after.kind === 'problem') return after
    return after.value.type === type
      ? taken({ distance: amount, after: after.value.amount, type }, after.to)
      : refuse(line, afterFrom, `${unitNames[type]}, same as the distance`)
  },
  print({ distance, after, type }) {
    const printed = stopDistance.print({ amount: distance, type })
    return after === null || after === 0
      ? printed
      : `${printed} after ${stopDistance.print({ amount: after, type })}`
  },
  complete: (word) =>
    [
      { text: '0.5%', detail: 'behind the best price since the entry' },
      { text: '0.5% after 0.6%', detail: 'the same, once 0.6% in profit' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}
