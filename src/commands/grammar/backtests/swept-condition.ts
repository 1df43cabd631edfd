import {
  parseSweptPrefix,
  printSwept,
  type SweptCondition,
} from '../../../domain/backtests/sweep/swept-condition.ts'
import { prefixOf } from '../../../domain/strategies/definitions/written.ts'
import type { ArgKind } from '../../command.ts'
import { taken } from '../words.ts'
import { condition, definitionsIn } from './condition.ts'

export const sweptCondition: ArgKind<SweptCondition> = {
  token: 'condition',
  isGreedy: true,
  expects: 'a condition such as ema(close,5..20:5) crosses above ema(close,20..60:10)',
  read(line, from, environment) {
    const parsed = prefixOf(line, from, definitionsIn(environment), parseSweptPrefix)
    return parsed.ok
      ? taken(parsed.swept, parsed.to)
      : { kind: 'problem', problem: parsed.problem, to: parsed.to }
  },
  print: printSwept,
  complete: condition.complete,
}
