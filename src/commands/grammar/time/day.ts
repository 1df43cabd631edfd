import { readDate } from '../../../domain/read-date.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { ArgKind } from '../../command.ts'
import { refuse, skipSpaces, taken, wordAt } from '../words.ts'

const WORDS_MAX = 3

/** `today`, `20 nov`, `2026-11-20`; the longest of one to three words that is a day. */
export const day: ArgKind<IstDate> = {
  token: 'span',
  expects: 'a day such as today, yesterday or 20 nov',
  read(line, from, { today }) {
    let end = from
    let found: { readonly day: IstDate; readonly to: number } | null = null
    for (let words = 0; words < WORDS_MAX; words++) {
      const { text, to } = wordAt(line, skipSpaces(line, end))
      if (text === '') break
      end = to
      const read = readDate(line.slice(from, end), today)
      if (read !== null) found = { day: read, to: end }
    }
    if (found === null) return null
    return found.day > today ? refuse(line, from, 'a day up to today') : taken(found.day, found.to)
  },
  print: (value) => value,
  complete: (word) =>
    ['today', 'yesterday']
      .filter((text) => text.startsWith(word.toLowerCase()))
      .map((text) => ({ text, detail: 'trading day' })),
}
