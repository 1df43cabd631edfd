import type { ArgKind } from '../command.ts'
import { taken } from './words.ts'

export const NAME_LENGTH_MAX = 80

export const quotedName: ArgKind<string> = {
  token: 'name',
  expects: `a name in quotes, letters, digits, spaces and & only, at most ${NAME_LENGTH_MAX}`,
  read(line, from) {
    const match = /^"([A-Za-z0-9& ]+)"(?=[\s,]|$)/.exec(line.slice(from, from + NAME_LENGTH_MAX + 3))
    const name = match?.[1]?.trim()
    if (match === null || name === undefined || name === '') return null
    return name.length > NAME_LENGTH_MAX ? null : taken(name, from + match[0].length)
  },
  print: (name) => `"${name}"`,
  complete: () => [],
}
