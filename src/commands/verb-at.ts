import { phraseAt, skipSpaces, wordAt } from './grammar/words.ts'
import { type AnyCommand, namesFrom, verbsFrom } from './registry.ts'

export interface Verb {
  readonly one: AnyCommand
  readonly from: number
  readonly to: number
}

export const verbAt = (line: string, from: number): Verb | null => {
  let best: Verb | null = null
  for (const { one, phrase } of verbsFrom(wordAt(line, from).text.toLowerCase())) {
    const to = phraseAt(line, from, phrase)
    if (to !== null && to > (best?.to ?? 0)) best = { one, from, to }
  }
  return best
}

export const namedIn = (line: string, start: number): AnyCommand | null => {
  for (let at = start; at < line.length; ) {
    const { text, to } = wordAt(line, at)
    for (const { one, phrase } of namesFrom(text.toLowerCase()))
      if (phraseAt(line, at, phrase) !== null) return one
    at = skipSpaces(line, Math.max(at + 1, to))
  }
  return null
}
