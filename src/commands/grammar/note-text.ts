import type { ArgKind } from '../command.ts'
import { refuse, taken } from './words.ts'

/** The rest of the line, commas and quotation marks included. */
export const restOfLine = (expects: string, most: number): ArgKind<string> => ({
  token: 'name',
  isGreedy: true,
  expects,
  read(line, from) {
    const text = line.slice(from).trim()
    if (text === '') return null
    return text.length <= most ? taken(text, line.length) : refuse(line, from, `at most ${most} characters`)
  },
  print: (text) => text,
  complete: () => [],
})

export const noteText = restOfLine('a note such as Bets on a bounce', 400)
