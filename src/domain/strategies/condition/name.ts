import { findIndicator } from '../../charts/indicators.ts'
import { shortCondition } from './print.ts'
import type { Condition } from './tree.ts'

const spoken: readonly (readonly [RegExp, string])[] = [
  [/\((?:close,)?/g, ' '],
  [/[),"]/g, ' '],
  [/ >= /g, ' at least '],
  [/ <= /g, ' at most '],
  [/ > /g, ' above '],
  [/ < /g, ' below '],
  [/ = /g, ' equal to '],
  [/ \+ /g, ' plus '],
  [/ - /g, ' minus '],
  [/ \* /g, ' times '],
  [/ \/ /g, ' by '],
  [/(^|\s)-(?=[\d.])/g, ' minus '],
  [/@/g, ' at '],
  [/\./g, ' point '],
  [/[^A-Za-z0-9& ]/g, ' '],
  [/ +/g, ' '],
]

/** Letters, digits, spaces and ampersands only: `EMA 9 crosses above EMA 21`. */
export const nameOfCondition = (condition: Condition, lengthMax: number): string => {
  const text = spoken.reduce((words, [sign, word]) => words.replace(sign, word), shortCondition(condition))
  const named = text
    .trim()
    .split(' ')
    .map((word) =>
      findIndicator(word) === null || /^(open|high|low|close)$/.test(word) ? word : word.toUpperCase(),
    )
    .join(' ')
  if (named.length <= lengthMax) return named
  const cut = named.slice(0, lengthMax + 1)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))
}
