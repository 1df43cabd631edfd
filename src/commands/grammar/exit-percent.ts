import { EXIT_PERCENT_MAX } from '../../domain/analysis/journal/journal-address.ts'
import type { ArgKind } from '../command.ts'
import { amountAt } from './number.ts'
import { refuse, taken } from './words.ts'

export const exitPercent: ArgKind<number> = {
  token: 'stop',
  expects: 'a percentage such as 1.5%',
  read(line, from) {
    const found = amountAt(line, from)
    if (found === null || !['', '%', 'pct'].includes(found.unit)) return null
    return found.amount > 0 && found.amount <= EXIT_PERCENT_MAX
      ? taken(found.amount, found.to)
      : refuse(line, from, `more than 0 and at most ${EXIT_PERCENT_MAX}%`)
  },
  print: (percent) => `${percent}%`,
  complete: (word) =>
    [
      { text: '1%', detail: 'of the entry' },
      { text: '25%', detail: 'of the premium, for options' },
    ].filter(({ text }) => text.startsWith(word)),
}
