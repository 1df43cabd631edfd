import { findLockProblem, type ProfitLock } from '../../../domain/backtests/option-run/rules.ts'
import type { ArgKind } from '../../command.ts'
import { rupees } from '../orders/amounts.ts'
import { phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

const nothingKept = (line: string, from: number) => {
  const { text, to } = wordAt(line, from)
  return text === '0' ? taken(0, to) : null
}

export const profitLock: ArgKind<ProfitLock> = {
  token: 'stop',
  expects: 'rupees to keep and the profit that locks them, such as 2000 after 5000',
  read(line, from, environment) {
    const keep = nothingKept(line, from) ?? rupees.read(line, from, environment)
    if (keep?.kind !== 'value') return keep
    const wordFrom = skipSpaces(line, keep.to)
    const word = phraseAt(line, wordFrom, 'after')
    if (word === null) return refuse(line, wordFrom, 'after and a profit in rupees, such as after 5000')
    const atFrom = skipSpaces(line, word)
    const at = rupees.read(line, atFrom, environment)
    if (at === null) return refuse(line, atFrom, 'a profit in rupees, such as 5000')
    if (at.kind === 'problem') return at
    const lock = { at: at.value, keep: keep.value }
    return findLockProblem(lock) === null
      ? taken(lock, at.to)
      : refuse(line, atFrom, 'whole rupees, and more than what is kept')
  },
  print: ({ at, keep }) => `${keep === 0 ? '0' : rupees.print(keep)} after ${rupees.print(at)}`,
  complete: (word) =>
    [{ text: '2000 after 5000', detail: 'leaves with 2,000 once 5,000 has been made' }].filter(({ text }) =>
      text.startsWith(word.toLowerCase()),
    ),
}
