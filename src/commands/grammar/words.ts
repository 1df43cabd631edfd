import type { LineFix, Taken } from '../command.ts'

export const skipSpaces = (line: string, from: number): number => {
  let at = from
  while (at < line.length && /\s/.test(line[at] ?? '')) at++
  return at
}

export const wordAt = (line: string, from: number): { readonly text: string; readonly to: number } => {
  let to = from
  while (to < line.length && !/[\s,]/.test(line[to] ?? '')) to++
  return { text: line.slice(from, to), to }
}

export const isWordEnd = (line: string, at: number): boolean =>
  at >= line.length || /[\s,]/.test(line[at] ?? '')

/** Stricter than the index, which ignores stray signs: `tcs @` or digits of another script may mean more. */
export const isSymbolWord = (text: string): boolean => /^(?:[A-Za-z0-9][\w&.:()*'/+-]*|&)$/.test(text)

/** The offset behind `phrase`, in any letter case and spacing; null if absent. */
export const phraseAt = (line: string, from: number, phrase: string): number | null => {
  let at = from
  for (const word of phrase.split(' ')) {
    if (at !== from) at = skipSpaces(line, at)
    if (line.slice(at, at + word.length).toLowerCase() !== word) return null
    at += word.length
    if (!isWordEnd(line, at)) return null
  }
  return at
}

export const taken = <Value>(value: Value, to: number): Taken<Value> => ({ kind: 'value', value, to })

export const refuse = (
  line: string,
  from: number,
  expected: string,
  message?: string,
  fixes?: readonly LineFix[],
): Taken<never> => {
  const { text, to } = wordAt(line, from)
  return {
    kind: 'problem',
    to,
    problem: {
      column: from + 1,
      found: text === '' ? 'the end' : text,
      expected,
      ...(message === undefined ? {} : { message }),
      ...(fixes === undefined ? {} : { fixes }),
    },
  }
}

export const didYouMean = (found: string, text: string): string =>
  `Didn't understand ${found}. Did you mean ${text}?`

/** `2.5k` */
export const amountOf = (text: string): { readonly amount: number; readonly unit: string } | null => {
  const match = /^₹?(\d{1,12}(?:\.\d{1,6})?)([a-z%]*)$/.exec(text.toLowerCase())
  if (match === null) return null
  const unit = text.startsWith('₹') && match[2] === '' ? 'rs' : (match[2] ?? '')
  return { amount: Number(match[1]), unit }
}
