import type { ArgKind } from '../command.ts'
import { refuse, taken, wordAt } from './words.ts'

const KEY_MAX = 120

export const keyText = (expects: string): ArgKind<string> => ({
  token: 'name',
  expects,
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!text.startsWith('#')) return null
    return text.length > 1 && text.length <= KEY_MAX ? taken(text.slice(1), to) : refuse(line, from, expects)
  },
  print: (key) => `#${key}`,
  complete: () => [],
})

/** Typed from 1; the value counts from 0. */
export const rowNumber: ArgKind<number> = {
  token: 'number',
  expects: 'a row such as 1 for the first',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^\d{1,4}$/.test(text)) return null
    return Number(text) >= 1 ? taken(Number(text) - 1, to) : refuse(line, from, rowNumber.expects)
  },
  print: (value) => `${value + 1}`,
  complete: () => [],
}
