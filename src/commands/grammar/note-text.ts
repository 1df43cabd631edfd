import type { ArgKind } from '../command.ts'
import { refuse, taken } from './words.ts'

const NOTE_MAX = 400

/** The rest of the line, commas and quotation marks included. */
export const noteText: ArgKind<string> = {
  token: 'name',
  isGreedy: true,
  expects: 'a note such as Bets on a bounce',
  read(line, from) {
    const text = line.slice(from).trim()
    if (text === '') return null
    return text.length <= NOTE_MAX
      ? taken(text, line.length)
      : refuse(line, from, `at most ${NOTE_MAX} characters`)
  },
  print: (text) => text,
  complete: () => [],
}
