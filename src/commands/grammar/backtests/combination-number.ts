import { COMBINATIONS_MAX } from '../../../domain/backtests/sweep/sweep-plan.ts'
import type { ArgKind } from '../../command.ts'
import { refuse, taken, wordAt } from '../words.ts'

export const combinationNumber: ArgKind<number> = {
  token: 'number',
  expects: 'the number of a combination such as 17',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^\d{1,6}$/.test(text)) return null
    const number = Number(text)
    return number >= 1 && number <= COMBINATIONS_MAX
      ? taken(number, to)
      : refuse(line, from, `a combination from 1 to ${COMBINATIONS_MAX}`)
  },
  print: String,
  complete: () => [],
}
