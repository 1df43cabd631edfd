import type { ArgKind } from '../command.ts'
import { phraseAt, taken } from './words.ts'

export interface Option<Value> {
  readonly value: Value
  /** Lower case; the first is the printed form. */
  readonly words: readonly string[]
  readonly title: string
}

export const choice = <const Value>(expects: string, options: readonly Option<Value>[]): ArgKind<Value> => {
  const phrases = options
    .flatMap(({ value, words }) => words.map((word) => ({ word, value })))
    .sort((a, b) => b.word.length - a.word.length)
  return {
    token: 'choice',
    expects,
    read(line, from) {
      for (const { word, value } of phrases) {
        const to = phraseAt(line, from, word)
        if (to !== null) return taken(value, to)
      }
      return null
    },
    print: (value) => options.find((option) => option.value === value)?.words[0] ?? '',
    complete: (word) =>
      options
        .filter(({ words }) => words.some((known) => known.startsWith(word.toLowerCase())))
        .map(({ words, title }) => ({ text: words[0] ?? '', detail: title })),
  }
}
